import { useState } from 'react'
import { formatTyped, parseCredits } from '../../../../amounts/credits.ts'
import { formatMoney } from '../../../../amounts/money.ts'
import { useConsole } from '../../../../console-context.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { Field } from '../../../../parts/form/field.tsx'
import { Select } from '../../../../parts/form/select.tsx'
import { useForm } from '../../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { topUpTexts as texts } from '../../../../words/en/settings/billing.ts'
import type { BillingProps, Pack } from '../billing-data.ts'
import { setTopUp } from '../billing.generated.ts'
import { suggestPack } from '../buy/suggest-pack.ts'

/** The proposed maximum of a new top-up, in packs. */
const packsPerMonth = 4

export function TopUpDialog({ companyId, data, onChanged, onClose }: BillingProps & { onClose: () => void }) {
  const { ask } = useConsole()
  const { creditPacks: packs, automaticTopUp: present } = data
  const [packId, setPackId] = useState(() => firstChoice(data)?.id)
  const pack = packs.find(({ id }) => id === packId)
  const form = useForm(['threshold', 'monthlyMaximum'], async (value) => {
    await ask(setTopUp, {
      companyId,
      packId: packId ?? '',
      threshold: value('threshold').trim(),
      monthlyMaximum: Number(value('monthlyMaximum')),
    })
    onChanged()
    onClose()
  })
  return (
    <Dialog title={texts.dialog} onClose={onClose}>
      <form className="stack" onSubmit={form.onSubmit}>
        <p className="soft">{texts.card}</p>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <Select
          label={texts.packField}
          value={packId}
          onChange={({ target }) => setPackId(target.value)}
          options={packs.map((offered) => ({ value: offered.id, label: nameOf(offered) }))}
        />
        <Field
          label={texts.threshold}
          name="threshold"
          inputMode="decimal"
          autoComplete="off"
          required
          defaultValue={present ? formatTyped(parseCredits(present.threshold)) : proposedThreshold(pack)}
          hint={texts.thresholdHint}
          fault={form.faultOf('threshold')}
        />
        <Field
          label={texts.maximum((pack?.currency ?? '').toUpperCase())}
          name="monthlyMaximum"
          type="number"
          step="any"
          min={0}
          required
          defaultValue={present?.monthlyMaximum ?? (pack ? pack.price * packsPerMonth : undefined)}
          hint={texts.maximumHint(pack ? formatMoney(pack.price, pack.currency) : '')}
          fault={form.faultOf('monthlyMaximum')}
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

function firstChoice({ creditPacks, automaticTopUp, creditBalance, usage }: BillingProps['data']) {
  const pace = { balance: creditBalance.credits, spent: usage.totals.credits }
  return creditPacks.find(({ id }) => id === automaticTopUp?.packId) ?? suggestPack(creditPacks, pace)
}

function nameOf({ name, credits, price, currency }: Pack): string {
  return texts.pack(name, credits.toLocaleString('en'), formatMoney(price, currency))
}

/** A fifth of the pack. */
function proposedThreshold(pack: Pack | undefined): string {
  return pack ? String(Math.max(1, Math.floor(pack.credits / 5))) : ''
}
