import { useState } from 'react'
import { Field } from '../../../parts/form/field.tsx'
import { Select } from '../../../parts/form/select.tsx'
import { offersTexts as texts } from '../../../words/en/platform/offers.ts'
import type { Plan } from './offer.ts'

type FaultOf = (input: string) => string | undefined

/** What is granted and what it costs. */
export function TermFields({ faultOf }: { faultOf: FaultOf }) {
  return (
    <>
      <Field
        label={texts.creditsField}
        name="credits"
        type="number"
        min={0}
        step="any"
        required
        fault={faultOf('credits')}
      />
      <Field
        label={texts.price}
        name="price"
        type="number"
        min={0}
        step="any"
        required
        hint={texts.priceHint}
        fault={faultOf('price')}
      />
      <Field
        label={texts.currency}
        name="currency"
        required
        minLength={3}
        maxLength={3}
        defaultValue="eur"
        autoComplete="off"
        hint={texts.currencyHint}
        fault={faultOf('currency')}
      />
    </>
  )
}

const intervals = [
  { value: 'MONTH', label: texts.intervals.MONTH },
  { value: 'YEAR', label: texts.intervals.YEAR },
] as const

const modes = [
  { value: 'PREPAID', label: texts.modes.PREPAID },
  { value: 'POSTPAID', label: texts.modes.POSTPAID },
] as const

export function PlanTermFields() {
  return (
    <>
      <Select label={texts.interval} name="interval" options={intervals} />
      <Select label={texts.mode} name="billingMode" options={modes} />
    </>
  )
}

type LimitFieldsProps = { present: Plan | undefined; faultOf: FaultOf }

/** What can change while the plan is sold, and the credits of a trial, which are chosen once. */
export function LimitFields({ present, faultOf }: LimitFieldsProps) {
  const [trialDays, setTrialDays] = useState(String(present?.trialDays ?? 0))
  return (
    <>
      <Field
        label={texts.trialDays}
        name="trialDays"
        type="number"
        min={0}
        step={1}
        required
        value={trialDays}
        onChange={({ target }) => setTrialDays(target.value)}
        fault={faultOf('trialDays')}
      />
      {!present && Number(trialDays) > 0 ? (
        <Field
          label={texts.trialCredits}
          name="trialCredits"
          type="number"
          min={0}
          step="any"
          required
          hint={texts.trialCreditsHint}
          fault={faultOf('trialCredits')}
        />
      ) : null}
      <Field
        label={texts.rpm}
        name="keyRpmLimitMax"
        type="number"
        min={1}
        step={1}
        hint={texts.limitHint}
        defaultValue={present?.keyRpmLimitMax ?? ''}
        fault={faultOf('keyRpmLimitMax')}
      />
      <Field
        label={texts.tpm}
        name="keyTpmLimitMax"
        type="number"
        min={1}
        step={1}
        hint={texts.limitHint}
        defaultValue={present?.keyTpmLimitMax ?? ''}
        fault={faultOf('keyTpmLimitMax')}
      />
    </>
  )
}
