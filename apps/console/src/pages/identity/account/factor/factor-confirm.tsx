import { useConsole } from '../../../../console-context.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { Field } from '../../../../parts/form/field.tsx'
import { useForm } from '../../../../parts/form/use-form.ts'
import { useStay } from '../../../../parts/form/use-stay.ts'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { factorTexts as texts } from '../../../../words/en/identity/account.ts'
import { disableTotp, renewRecoveryCodes } from '../account.generated.ts'

type FactorConfirmProps = {
  what: 'renew' | 'turnOff'
  hasPasskey: boolean
  onCodes: (codes: readonly string[]) => Promise<void>
  onClose: () => void
}

/** New recovery codes, or no second factor at all: both need the password and a code. */
export function FactorConfirm({ what, hasPasskey, onCodes, onClose }: FactorConfirmProps) {
  const { ask } = useConsole()
  const form = useForm(['password', 'code'], async (value) => {
    const variables = { password: value('password'), code: value('code').replaceAll(/\s/g, '') }
    if (what === 'renew') return onCodes((await ask(renewRecoveryCodes, variables)).renewRecoveryCodes)
    await ask(disableTotp, variables)
    return onCodes([])
  })
  useStay(form.isBusy)
  return (
    <Dialog title={texts.confirmTitle[what]} onClose={onClose}>
      <form className="stack" onSubmit={form.onSubmit}>
        <p className="soft">
          {what === 'turnOff' && hasPasskey ? texts.turnOffBesidePasskey : texts.confirmText[what]}
        </p>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <Field
          label={texts.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          fault={form.faultOf('password')}
        />
        <Field
          label={texts.anyCode}
          name="code"
          autoComplete="one-time-code"
          required
          spellCheck={false}
          fault={form.faultOf('code')}
        />
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind={what === 'renew' ? 'primary' : 'danger'} isBusy={form.isBusy}>
            {texts.confirm[what]}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
