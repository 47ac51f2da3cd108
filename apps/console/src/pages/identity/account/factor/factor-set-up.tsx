import { useState } from 'react'
import { useConsole } from '../../../../console-context.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { Field } from '../../../../parts/form/field.tsx'
import { useForm } from '../../../../parts/form/use-form.ts'
import { useStay } from '../../../../parts/form/use-stay.ts'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { CopyText } from '../../../../parts/text/copy-text.tsx'
import { useRecentLogin } from '../../../../session/recent-login/use-recent-login.tsx'
import { factorTexts as texts } from '../../../../words/en/identity/account.ts'
import { type SetUpTotpResult, confirmTotp, setUpTotp } from '../account.generated.ts'
import { QrCode } from './qr-code.tsx'

type NewTotp = SetUpTotpResult['setUpTotp']

type ScanProps = { onCodes: (codes: readonly string[]) => Promise<void>; onClose: () => void }

type FactorSetUpProps = ScanProps & { hasPasskey: boolean }

/** The password, then the secret as a picture, then a first code that proves that the app has it. */
export function FactorSetUp({ hasPasskey, onCodes, onClose }: FactorSetUpProps) {
  const { ask } = useConsole()
  const [totp, setTotp] = useState<NewTotp>()
  const recent = useRecentLogin(hasPasskey)
  async function begin(password: string): Promise<void> {
    setTotp((await recent.run(() => ask(setUpTotp, { password }))).setUpTotp)
  }
  return (
    <>
      <Dialog title={texts.title} onClose={onClose}>
        {totp ? (
          <ScanStep totp={totp} onCodes={onCodes} onClose={onClose} />
        ) : (
          <PasswordStep onPassword={begin} onClose={onClose} />
        )}
      </Dialog>
      {recent.dialog}
    </>
  )
}

type PasswordStepProps = { onPassword: (password: string) => Promise<void>; onClose: () => void }

function PasswordStep({ onPassword, onClose }: PasswordStepProps) {
  const form = useForm(['password'], (value) => onPassword(value('password')))
  return (
    <form className="stack" onSubmit={form.onSubmit}>
      <p className="soft">{texts.passwordText}</p>
      {form.fault ? <FaultNotice fault={form.fault} /> : null}
      <Field
        label={texts.password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        fault={form.faultOf('password')}
      />
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" kind="primary" isBusy={form.isBusy}>
          {texts.next}
        </Button>
      </DialogActions>
    </form>
  )
}

function ScanStep({ totp, onCodes, onClose }: ScanProps & { totp: NewTotp }) {
  const { ask } = useConsole()
  const form = useForm(['code'], async (value) => {
    await onCodes((await ask(confirmTotp, { code: value('code').replaceAll(/\s/g, '') })).confirmTotp)
  })
  useStay(form.isBusy)
  return (
    <form className="stack" onSubmit={form.onSubmit}>
      {form.fault ? <FaultNotice fault={form.fault} /> : null}
      <div className="scan">
        <QrCode text={totp.uri} label={texts.scanLabel} />
        <div className="scan-text">
          <p>{texts.scan}</p>
          <p className="soft small">{texts.orType}</p>
          <CopyText text={totp.secret} label={texts.secret} />
        </div>
      </div>
      <Field
        label={texts.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        fault={form.faultOf('code')}
      />
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" kind="primary" isBusy={form.isBusy}>
          {texts.turnOn}
        </Button>
      </DialogActions>
    </form>
  )
}
