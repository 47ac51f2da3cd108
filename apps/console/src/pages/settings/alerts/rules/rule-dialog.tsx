import { useState } from 'react'
import { formatTyped, parseCredits } from '../../../../amounts/credits.ts'
import { useConsole } from '../../../../console-context.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { Field } from '../../../../parts/form/field.tsx'
import { Select } from '../../../../parts/form/select.tsx'
import { useForm } from '../../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { type AlertKind, ruleListTexts as texts, ruleTexts } from '../../../../words/en/settings/alerts.ts'
import { setAlertRule } from '../alerts.generated.ts'
import { type Rule, termsOf } from './rule-thresholds.ts'

const kinds = Object.keys(ruleTexts) as AlertKind[]
const options = kinds.map((value) => ({ value, label: ruleTexts[value].name }))

type RuleDialogProps = {
  companyId: string
  onChanged: () => void
  onClose: () => void
  /** The rule to change. Its kind stays. */
  present?: Rule
}

export function RuleDialog({ companyId, onChanged, onClose, present }: RuleDialogProps) {
  const { ask } = useConsole()
  const [chosen, setKind] = useState<AlertKind>('BALANCE_BELOW')
  const kind = present?.kind ?? chosen
  const terms = termsOf[kind]
  const { unit } = terms
  const form = useForm(['credits', 'days', 'percent'], async (value) => {
    const threshold = value(unit).trim()
    await ask(setAlertRule, {
      companyId,
      kind,
      [unit]: unit === 'credits' ? threshold : Number(threshold),
      ...(present ? { alertRuleId: present.id, isMuted: present.isMuted } : {}),
    })
    onChanged()
    onClose()
  })
  return (
    <Dialog title={present ? texts.changeTitle : texts.add} onClose={onClose}>
      <form className="stack" onSubmit={form.onSubmit}>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        {present ? (
          <p>{ruleTexts[kind].name}</p>
        ) : (
          <Select
            label={texts.kind}
            options={options}
            value={kind}
            onChange={({ target }) => setKind(kinds.find((name) => name === target.value) ?? 'BALANCE_BELOW')}
          />
        )}
        <Field
          key={kind}
          label={texts[unit]}
          name={unit}
          required
          autoComplete="off"
          {...(terms.unit === 'credits'
            ? { inputMode: 'decimal' }
            : { type: 'number', min: terms.min, max: terms.max, step: 1 })}
          {...(present ? { defaultValue: thresholdOf(present) } : {})}
          hint={ruleTexts[kind].hint}
          fault={form.faultOf(unit)}
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

function thresholdOf({ credits, days, percent }: Rule): string {
  return credits === null ? String(days ?? percent ?? '') : formatTyped(parseCredits(credits))
}
