import { useConsole } from '../../../console-context.ts'
import type { Ask } from '../../../graphql/create-ask.ts'
import { Dialog, DialogActions } from '../../../parts/dialog.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { Check } from '../../../parts/form/check.tsx'
import { Field } from '../../../parts/form/field.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { offersTexts as texts } from '../../../words/en/platform/offers.ts'
import type { OfferChange } from './offer.ts'
import { LimitFields, PlanTermFields, TermFields } from './offer-fields.tsx'
import { createPack, createPlan, updatePack, updatePlan } from './offers.generated.ts'

type OfferDialogProps = { change: OfferChange; onChanged: () => void; onClose: () => void }

const inputs = [
  'name',
  'credits',
  'price',
  'currency',
  'trialDays',
  'trialCredits',
  'keyRpmLimitMax',
  'keyTpmLimitMax',
  'sortOrder',
]

/** The terms of an offer are chosen once; its name, order, limits and whether it is offered can change. */
export function OfferDialog({ change, onChanged, onClose }: OfferDialogProps) {
  const { ask } = useConsole()
  const { kind, present } = change
  const form = useForm(inputs, async (value) => {
    await send(ask, change, value)
    onChanged()
    onClose()
  })
  return (
    <Dialog title={titleOf(change)} onClose={onClose}>
      <form className="stack" onSubmit={form.onSubmit}>
        {present ? <p className="soft">{texts.editText}</p> : null}
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <Field
          label={texts.name}
          name="name"
          required
          autoComplete="off"
          defaultValue={present?.name ?? ''}
          fault={form.faultOf('name')}
        />
        {present ? null : <TermFields faultOf={form.faultOf} />}
        {kind === 'plan' && !present ? <PlanTermFields /> : null}
        {kind === 'plan' ? <LimitFields present={present} faultOf={form.faultOf} /> : null}
        <Field
          label={texts.order}
          name="sortOrder"
          type="number"
          step={1}
          required
          defaultValue={present?.sortOrder ?? 0}
          fault={form.faultOf('sortOrder')}
        />
        {present ? <Check label={texts.isOffered} name="active" defaultChecked={isOffered(change)} /> : null}
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {present ? texts.save : titleOf(change)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function titleOf({ kind, present }: OfferChange): string {
  if (kind === 'plan') return present ? texts.editPlan : texts.createPlan
  return present ? texts.editPack : texts.createPack
}

function isOffered(change: OfferChange): boolean {
  return change.kind === 'plan' ? change.present?.active === true : change.present?.status === 'ACTIVE'
}

async function send(ask: Ask, change: OfferChange, value: (name: string) => string): Promise<void> {
  const name = value('name').trim()
  const sortOrder = Number(value('sortOrder'))
  const active = value('active') !== ''
  const limits = {
    trialDays: Number(value('trialDays')),
    keyRpmLimitMax: limitOf(value('keyRpmLimitMax')),
    keyTpmLimitMax: limitOf(value('keyTpmLimitMax')),
  }
  if (change.present) {
    const { id } = change.present
    if (change.kind === 'plan')
      await ask(updatePlan, { planId: id, input: { name, sortOrder, active, ...limits } })
    else await ask(updatePack, { packId: id, input: { name, sortOrder, active } })
    return
  }
  const terms = {
    name,
    sortOrder,
    credits: Number(value('credits')),
    price: Number(value('price')),
    currency: value('currency').trim().toLowerCase(),
  }
  if (change.kind === 'pack') await ask(createPack, { input: terms })
  else {
    const interval = value('interval') === 'YEAR' ? 'YEAR' : 'MONTH'
    const billingMode = value('billingMode') === 'POSTPAID' ? 'POSTPAID' : 'PREPAID'
    const trialCredits = Number(value('trialCredits'))
    await ask(createPlan, { input: { ...terms, ...limits, trialCredits, interval, billingMode } })
  }
}

function limitOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}
