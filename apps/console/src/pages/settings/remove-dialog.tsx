import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { Button } from '../../parts/form/button.tsx'
import { useForm } from '../../parts/form/use-form.ts'
import { FaultNotice } from '../../parts/states/fault-notice.tsx'

type RemoveDialogProps = {
  title: string
  text: string
  /** What is removed, in its own words. */
  subject: string
  confirm: string
  cancel: string
  work: () => Promise<unknown>
  onRemoved: () => void
  onClose: () => void
}

export function RemoveDialog(props: RemoveDialogProps) {
  const { title, text, subject, confirm, cancel, work, onRemoved, onClose } = props
  const form = useForm([], async () => {
    await work()
    onRemoved()
    onClose()
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
