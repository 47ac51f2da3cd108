import { useState } from 'react'
import { formatExact, parseCredits } from '../../../../amounts/credits.ts'
import { useConsole } from '../../../../console-context.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Facts } from '../../../../parts/facts.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { Field } from '../../../../parts/form/field.tsx'
import { useForm } from '../../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { useRecentLogin } from '../../../../session/recent-login/use-recent-login.tsx'
import { companyChangeTexts as texts } from '../../../../words/en/platform/company.ts'
import { adjustCredits } from '../company.generated.ts'

type AdjustCreditsProps = {
  company: { id: string; name: string }
  balance: string
  onChanged: () => void
  onClose: () => void
}

/** Shows the balance afterwards before it is changed. */
export function AdjustCredits({ company, balance, onChanged, onClose }: AdjustCreditsProps) {
  const { ask } = useConsole()
  const recentLogin = useRecentLogin()
  const [typed, setTyped] = useState('')
  // One adjustment however often it is sent: a repeat after a lost answer changes nothing. Other values keep the id, too:
  // they are refused if the first ones were stored, and the operator begins anew, with the balance that has changed.
  const [adjustmentId] = useState(() => crypto.randomUUID())
  const form = useForm(['credits', 'reason'], async (value) => {
    const change = { credits: value('credits').trim(), reason: value('reason') }
    // Also after a fault: if only the answer was lost, the present balance shows that the credits were adjusted.
    await recentLogin
      .run(() => ask(adjustCredits, { companyId: company.id, adjustmentId, ...change }))
      .finally(onChanged)
    onClose()
  })
  // Opened again, the dialog would have another id, and the same change would be another adjustment.
  const close = form.isBusy ? undefined : onClose
  const facts = [
    { label: texts.present, value: formatExact(parseCredits(balance)) },
    { label: texts.after, value: balanceAfter(balance, typed) ?? texts.noAmount },
  ]
  return (
    <>
      <Dialog title={texts.adjustTitle(company.name)} onClose={close}>
        <form className="stack" onSubmit={form.onSubmit}>
          <p className="soft">{texts.adjustText}</p>
          {form.fault ? <FaultNotice fault={form.fault} /> : null}
          <Field
            label={texts.credits}
            name="credits"
            required
            inputMode="decimal"
            autoComplete="off"
            hint={texts.creditsHint}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            fault={form.faultOf('credits')}
          />
          <Field
            label={texts.reason}
            name="reason"
            required
            maxLength={500}
            autoComplete="off"
            hint={texts.reasonHint}
            fault={form.faultOf('reason')}
          />
          <div className="facts-amounts">
            <Facts facts={facts} />
          </div>
          <DialogActions>
            <Button onClick={close}>{texts.cancel}</Button>
            <Button type="submit" kind="primary" isBusy={form.isBusy}>
              {texts.adjustConfirm}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
      {recentLogin.dialog}
    </>
  )
}

/** Undefined for what is not an amount, and for 0, which the backend refuses. */
function balanceAfter(balance: string, typed: string): string | undefined {
  try {
    const micros = parseCredits(typed.trim())
    return micros === 0n ? undefined : formatExact(parseCredits(balance) + micros)
  } catch {
    return undefined
  }
}
