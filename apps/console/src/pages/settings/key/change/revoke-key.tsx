import { formatCredits, parseCredits } from '../../../../amounts/credits.ts'
import { useConsole } from '../../../../console-context.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Facts } from '../../../../parts/facts.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { useForm } from '../../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { Moment } from '../../../../parts/text/moment.tsx'
import { keyTexts, keyUsageTexts, revokeTexts as texts } from '../../../../words/en/settings/key.ts'
import type { KeyPeriod } from '../key-search.ts'
import { revokeApiKey } from '../key.generated.ts'
import type { KeyChangeProps } from './key-change-props.ts'

const count = new Intl.NumberFormat('en')

/** Shows what the key was used for before it ends. */
export function RevokeKey({
  companyId,
  data,
  period,
  onClose,
  onChanged,
}: KeyChangeProps & { period: KeyPeriod }) {
  const { ask } = useConsole()
  const { apiKey: key, usage } = data
  const span = keyUsageTexts.periods[period]
  const form = useForm([], async () => {
    await ask(revokeApiKey, { companyId, keyId: key.id })
    onChanged()
    onClose()
  })
  const facts = [
    {
      label: keyTexts.lastUsed,
      value: key.lastUsedAt === null ? keyTexts.never : <Moment at={key.lastUsedAt} as="ago" />,
    },
    { label: texts.calls(span), value: count.format(usage.totals.requests) },
    { label: texts.credits(span), value: formatCredits(parseCredits(usage.totals.credits)) },
    { label: texts.models, value: key.modelAllowlist?.join(', ') ?? keyTexts.allModels },
  ]
  return (
    <Dialog title={texts.title(key.name)} onClose={onClose}>
      <form className="stack" onSubmit={form.onSubmit}>
        <p className="soft">{texts.text}</p>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <Facts facts={facts} />
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
