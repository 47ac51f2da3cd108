import { useConsole } from '../../../../console-context.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { Field } from '../../../../parts/form/field.tsx'
import { useForm } from '../../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { eventsTexts as texts } from '../../../../words/en/platform/events.ts'
import { ignoreProviderEvent } from './event.generated.ts'

type IgnoreDialogProps = { eventId: string; onIgnored: () => void; onClose: () => void }

export function IgnoreDialog({ eventId, onIgnored, onClose }: IgnoreDialogProps) {
  const { ask } = useConsole()
  const form = useForm(['reason'], async (value) => {
    await ask(ignoreProviderEvent, { eventId, reason: value('reason').trim() })
    onIgnored()
    onClose()
  })
  return (
    <Dialog title={texts.ignoreTitle} onClose={onClose}>
      <form className="stack" onSubmit={form.onSubmit}>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <p className="soft">{texts.ignoreText}</p>
        <Field
          label={texts.reason}
          name="reason"
          required
          maxLength={500}
          autoComplete="off"
          hint={texts.reasonHint}
          fault={form.faultOf('reason')}
        />
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="danger" isBusy={form.isBusy}>
            {texts.ignoreConfirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
