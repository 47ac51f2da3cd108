import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { Button } from '../../parts/form/button.tsx'
import { useForm } from '../../parts/form/use-form.ts'
import { FaultNotice } from '../../parts/states/fault-notice.tsx'
import { showToast } from '../../widgets/toast/toast-queue.ts'
import { undoAction } from '../../widgets/toast/undo-action.ts'

type RemoveDialogProps = {
  title: string
  text: string
  /** What is removed, in its own words. */
  subject: string
  confirm: string
  cancel: string
  /** The outcome, as a toast. */
  removed: string
  /** Brings the thing back, if that is possible. */
  undo?: () => Promise<unknown>
  work: () => Promise<unknown>
  onRemoved: () => void
  onClose: () => void
}

export function RemoveDialog(props: RemoveDialogProps) {
  const { title, text, subject, confirm, cancel, removed, undo, work, onRemoved, onClose } = props
  const form = useForm([], async () => {
    await work()
    onRemoved()
    onClose()
    showToast({ title: removed, ...(undo ? { action: undoAction(undo) } : {}) })
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={form.onSubmit}>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <p className="row-title">{subject}</p>
        <p className="soft">{text}</p>
        <DialogActions>
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" kind="danger" isBusy={form.isBusy}>
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
