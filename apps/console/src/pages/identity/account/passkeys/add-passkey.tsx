import { useConsole } from '../../../../console-context.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { Field } from '../../../../parts/form/field.tsx'
import { useForm } from '../../../../parts/form/use-form.ts'
import { useStay } from '../../../../parts/form/use-stay.ts'
import { createPasskey } from '../../../../session/passkeys/passkey-ceremony.ts'
import { PasskeyFault } from '../../../../session/passkeys/passkey-fault.tsx'
import { useRecentLogin } from '../../../../session/recent-login/use-recent-login.tsx'
import { passkeyTexts as texts } from '../../../../words/en/identity/passkeys.ts'
import { beginPasskeyRegistration, finishPasskeyRegistration } from '../account.generated.ts'
import { describeDevice } from '../describe-device.ts'

type AddPasskeyProps = {
  hasPasskey: boolean
  /** Gets the recovery codes, if this is the first second factor of the user. */
  onAdded: (recoveryCodes: readonly string[]) => Promise<void>
  onClose: () => void
}

export function AddPasskey({ hasPasskey, onAdded, onClose }: AddPasskeyProps) {
  const { ask } = useConsole()
  const recent = useRecentLogin(hasPasskey)
  const form = useForm(['name'], async (value) => {
    const begun = await recent.run(() => ask(beginPasskeyRegistration, {}))
    const response = await createPasskey(begun.beginPasskeyRegistration.options)
    const finished = await ask(finishPasskeyRegistration, { name: value('name').trim(), response })
    await onAdded(finished.finishPasskeyRegistration.recoveryCodes)
  })
  useStay(form.isBusy)
  return (
    <>
      <Dialog title={texts.add} onClose={onClose}>
        <form className="stack" onSubmit={form.onSubmit}>
          <p className="soft">{texts.addText}</p>
          <PasskeyFault fault={form.fault} />
          <Field
            label={texts.name}
            name="name"
            required
            maxLength={100}
            hint={texts.nameHint}
            defaultValue={describeDevice(navigator.userAgent) ?? texts.thisDevice}
            fault={form.faultOf('name')}
          />
          <DialogActions>
            <Button onClick={onClose}>{texts.cancel}</Button>
            <Button type="submit" kind="primary" isBusy={form.isBusy}>
              {texts.next}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
      {recent.dialog}
    </>
  )
}
