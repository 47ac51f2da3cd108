import { useState } from 'react'
import { formatTyped, parseCredits } from '../../../../amounts/credits.ts'
import { useConsole } from '../../../../console-context.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { Field } from '../../../../parts/form/field.tsx'
import { useForm } from '../../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { budgetTexts as texts } from '../../../../words/en/settings/alerts.ts'
import type { AlertListProps } from '../alert-list-props.ts'
import { setBudget } from '../alerts.generated.ts'
import type { Budget } from './budget-rows.ts'
import { BudgetTarget, type Target } from './budget-target.tsx'

type BudgetDialogProps = AlertListProps & {
  onClose: () => void
  /** The budget to change. What it limits, and how, stays: a budget with another target is another budget. */
  present?: Budget | undefined
  name?: string
}

export function BudgetDialog({ companyId, data, onChanged, onClose, present, name }: BudgetDialogProps) {
  const { ask } = useConsole()
  const [target, setTarget] = useState<Target>({ scope: 'COMPANY', enforcement: 'HARD' })
  const form = useForm(['credits'], async (value) => {
    const { scope, enforcement } = present ?? target
    await ask(setBudget, {
      companyId,
      scope,
      enforcement,
      credits: value('credits').trim(),
      keyId: present ? present.keyId : scope === 'KEY' ? value('keyId') : null,
      alias: present ? present.alias : scope === 'ALIAS' ? value('alias') : null,
    })
    onChanged()
    onClose()
  })
  return (
    <Dialog title={present ? texts.changeTitle : texts.add} onClose={onClose}>
      <form className="stack" onSubmit={form.onSubmit}>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        {present ? (
          <p>{texts.named(name ?? '', texts.enforcement[present.enforcement])}</p>
        ) : (
          <BudgetTarget data={data} target={target} onChange={setTarget} />
        )}
        <Field
          label={texts.credits}
          name="credits"
          inputMode="decimal"
          autoComplete="off"
          required
          {...(present ? { defaultValue: formatTyped(parseCredits(present.credits)) } : {})}
          hint={present ? texts.changeHint : texts.creditsHint}
          fault={form.faultOf('credits')}
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
