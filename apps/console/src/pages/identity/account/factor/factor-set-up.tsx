import { useState } from 'react'
import { useConsole } from '../../../../console-context.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { Field } from '../../../../parts/form/field.tsx'
import { useForm } from '../../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { CopyText } from '../../../../parts/text/copy-text.tsx'
import { factorTexts as texts } from '../../../../words/en/identity/account.ts'
import { type SetUpTotpResult, confirmTotp, setUpTotp } from '../account.generated.ts'
import { QrCode } from './qr-code.tsx'

type NewTotp = SetUpTotpResult['setUpTotp']

type FactorSetUpProps = { onCodes: (codes: readonly string[]) => Promise<void>; onClose: () => void }

/** The password, then the secret as a picture, then a first code that proves that the app has it. */
export function FactorSetUp({ onCodes, onClose }: FactorSetUpProps) {
  const [totp, setTotp] = useState<NewTotp>()
  return (
    <Dialog title={texts.title} onClose={onClose}>
      {totp ? (
        <ScanStep totp={totp} onCodes={onCodes} onClose={onClose} />
      ) : (
        <PasswordStep onTotp={setTotp} onClose={onClose} />
      )}
    </Dialog>
  )
}

function PasswordStep({ onTotp, onClose }: { onTotp: (totp: NewTotp) => void; onClose: () => void }) {
  const { ask } = useConsole()
  const form = useForm(['password'], async (value) => {
    onTotp((await ask(setUpTotp, { password: value('password') })).setUpTotp)
  })
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

function ScanStep({ totp, onCodes, onClose }: FactorSetUpProps & { totp: NewTotp }) {
  const { ask } = useConsole()
  const form = useForm(['code'], async (value) => {
    await onCodes((await ask(confirmTotp, { code: value('code').replaceAll(/\s/g, '') })).confirmTotp)
  })
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
