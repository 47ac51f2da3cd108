import { useConsole } from '../../../../console-context.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { useForm } from '../../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { useRecentLogin } from '../../../../session/recent-login/use-recent-login.tsx'
import { passkeyTexts as texts } from '../../../../words/en/identity/passkeys.ts'
import { deletePasskey } from '../account.generated.ts'
import type { Passkey } from './passkey.ts'

type RemovePasskeyProps = {
  passkey: Passkey
  isLastFactor: boolean
  onDone: () => Promise<void>
  onClose: () => void
}

export function RemovePasskey({ passkey, isLastFactor, onDone, onClose }: RemovePasskeyProps) {
  const { ask } = useConsole()
  const recent = useRecentLogin(true)
  const form = useForm([], async () => {
    await recent.run(() => ask(deletePasskey, { passkeyId: passkey.id }))
    await onDone()
  })
  return (
    <>
      <Dialog title={texts.removeTitle(passkey.name)} onClose={onClose}>
        <form className="stack" onSubmit={form.onSubmit}>
          {form.fault ? <FaultNotice fault={form.fault} /> : null}
          <p className="soft">{texts.removeText}</p>
          {isLastFactor ? <p>{texts.removeLast}</p> : null}
          <DialogActions>
            <Button onClick={onClose}>{texts.cancel}</Button>
            <Button type="submit" kind="danger" isBusy={form.isBusy}>
              {texts.remove}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
      {recent.dialog}
    </>
  )
}
