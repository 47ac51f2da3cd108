import { showToast } from '../../../widgets/toast/toast-queue.ts'
import { useConsole } from '../../../console-context.ts'
import { useAsked } from '../../../graphql/use-asked.ts'
import { Facts } from '../../../parts/facts.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { Field } from '../../../parts/form/field.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { PageHead } from '../../../parts/page-head.tsx'
import { Setting } from '../../../parts/panel.tsx'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { CopyText } from '../../../parts/text/copy-text.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { useCompanyId, useFrame } from '../../../shell/use-frame.ts'
import { profileTexts as texts } from '../../../words/en/settings/profile.ts'
import { type CompanyProfileResult, companyProfile, renameCompany } from './profile.generated.ts'

type Company = CompanyProfileResult['company']

export function ProfilePage() {
  const companyId = useCompanyId() ?? ''
  // Only admins may read the balance; the shell explains the page to others.
  const isAdmin = useFrame().data?.balance !== undefined
  const asked = useAsked(companyProfile, { companyId }, { topics: ['COMPANY'], isEnabled: isAdmin })
  return (
    <div className="page page-narrow">
      <PageHead title={texts.title} text={texts.text} />
      <Loaded asked={asked} skeleton={<Skeleton lines={2} height={160} />}>
        {({ company }) => (
          <>
            <Suspension company={company} />
            <Setting title={texts.name} text={texts.nameText}>
              <NameForm key={company.id} company={company} />
            </Setting>
            <Setting title={texts.company} text={texts.companyText}>
              <Facts
                facts={[
                  { label: texts.id, value: <CopyText text={company.id} label={texts.id} /> },
                  { label: texts.billing, value: texts.modes[company.billingMode] },
                  { label: texts.since, value: <Moment at={company.createdAt} as="day" /> },
                ]}
              />
            </Setting>
          </>
        )}
      </Loaded>
    </div>
  )
}

function Suspension({ company: { suspendedAt, suspensionReason } }: { company: Company }) {
  if (suspendedAt === null) return null
  return (
    <div className="setting-notice">
      <Notice tone="bad" title={texts.suspended}>
        {suspensionReason === null ? null : <p>{suspensionReason}</p>}
        <p>
          {texts.suspendedText} {texts.sinceSuspension} <Moment at={suspendedAt} as="day" />
        </p>
      </Notice>
    </div>
  )
}

function NameForm({ company }: { company: Company }) {
  const { ask, queries } = useConsole()
  const form = useForm(['name'], async (value) => {
    await ask(renameCompany, { companyId: company.id, name: value('name').trim() })
    // The frame shows the name, too.
    await queries.invalidateQueries({ queryKey: ['Frame'] })
    await queries.invalidateQueries({ queryKey: [companyProfile.name] })
    showToast({ title: texts.saved })
  })
  return (
    <form className="stack" onSubmit={form.onSubmit}>
      {form.fault ? <FaultNotice fault={form.fault} /> : null}
      <Field
        label={texts.name}
        name="name"
        required
        maxLength={200}
        autoComplete="organization"
        defaultValue={company.name}
        fault={form.faultOf('name')}
      />
      <div className="actions">
        <Button type="submit" kind="primary" isBusy={form.isBusy}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}
