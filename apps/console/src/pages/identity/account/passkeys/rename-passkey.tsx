import { useConsole } from '../../../../console-context.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { Field } from '../../../../parts/form/field.tsx'
import { useForm } from '../../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { passkeyTexts as texts } from '../../../../words/en/identity/passkeys.ts'
import { renamePasskey } from '../account.generated.ts'
import type { Passkey } from './passkey.ts'

type RenamePasskeyProps = { passkey: Passkey; onDone: () => Promise<void>; onClose: () => void }

export function RenamePasskey({ passkey, onDone, onClose }: RenamePasskeyProps) {
  const { ask } = useConsole()
  const form = useForm(['name'], async (value) => {
    await ask(renamePasskey, { passkeyId: passkey.id, name: value('name').trim() })
    await onDone()
  })
  return (
    <Dialog title={texts.renameTitle} onClose={onClose}>
      <form className="stack" onSubmit={form.onSubmit}>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <Field
          label={texts.name}
          name="name"
          required
          maxLength={100}
          hint={texts.nameHint}
          defaultValue={passkey.name}
          fault={form.faultOf('name')}
        />
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {texts.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
