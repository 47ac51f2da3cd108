import { useConsole } from '../../../../console-context.ts'
import { useAsked } from '../../../../graphql/use-asked.ts'
import { Field } from '../../../../parts/form/field.tsx'
import { Select } from '../../../../parts/form/select.tsx'
import { Notice } from '../../../../parts/states/notice.tsx'
import { companyChangeTexts as texts } from '../../../../words/en/platform/company.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { plansForTerms, setPostpaidTerms } from '../company.generated.ts'

type PostpaidTermsProps = { companyId: string; onChanged: () => void; onClose: () => void }

const usualDays = 14

export function PostpaidTerms({ companyId, onChanged, onClose }: PostpaidTermsProps) {
  const { ask } = useConsole()
  const plans = useAsked(plansForTerms, {})
  const options = (plans.data?.allPlans ?? [])
    .filter(({ billingMode, active }) => billingMode === 'POSTPAID' && active)
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <ReasonDialog
      title={texts.termsTitle}
      text={texts.termsText}
      confirm={texts.termsConfirm}
      hasReason={false}
      inputs={['planId', 'daysUntilDue']}
      fields={
        plans.data && options.length === 0 ? (
          <Notice tone="warn" title={texts.noPlans} />
        ) : (
          <>
            <Select label={texts.plan} name="planId" options={options} />
            <Field
              label={texts.days}
              name="daysUntilDue"
              type="number"
              min={1}
              max={90}
              required
              defaultValue={usualDays}
            />
          </>
        )
      }
      work={(value) =>
        ask(setPostpaidTerms, {
          companyId,
          planId: value('planId'),
          daysUntilDue: Number(value('daysUntilDue')),
        })
      }
      onChanged={onChanged}
      onClose={onClose}
    />
  )
}
