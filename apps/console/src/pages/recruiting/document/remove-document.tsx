import { useNavigate } from '@tanstack/react-router'
import { useConsole } from '../../../console-context.ts'
import { Dialog, DialogActions } from '../../../parts/dialog.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { removeDocumentTexts as texts } from '../../../words/en/recruiting/document.ts'
import { deleteDocument } from './document.generated.ts'

type RemoveProps = {
  companyId: string
  document: { id: string; talentId: string | null }
  onClose: () => void
}

export function RemoveDocument({ companyId, document: { id, talentId }, onClose }: RemoveProps) {
  const { ask, queries } = useConsole()
  const navigate = useNavigate()
  const form = useForm([], async () => {
    await ask(deleteDocument, { companyId, documentId: id })
    await queries.invalidateQueries({ queryKey: ['Documents'] })
    await navigate({ to: `/c/${companyId}/documents` })
  })
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form className="stack" onSubmit={form.onSubmit}>
        <p className="soft">{texts.text}</p>
        {talentId === null ? null : <p className="soft">{texts.talentStays}</p>}
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="danger" isBusy={form.isBusy}>
            {texts.confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
