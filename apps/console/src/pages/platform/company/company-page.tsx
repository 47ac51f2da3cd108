import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAsked } from '../../../graphql/use-asked.ts'
import { Button } from '../../../parts/form/button.tsx'
import { BackLink, PageHead } from '../../../parts/page-head.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { CopyText } from '../../../parts/text/copy-text.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { useCompanyId } from '../../../shell/use-frame.ts'
import { dayMs } from '../../../time/periods.ts'
import { companyTexts as texts } from '../../../words/en/platform/company.ts'
import { CompanyState } from '../companies/company-state.tsx'
import { CompanyDialogs, type Change } from './change/company-dialogs.tsx'
import { AttentionOfCompany, CompanyFacts, CompanyFigures } from './company-figures.tsx'
import { type PlatformCompanyResult, platformCompany } from './company.generated.ts'
import { FailedCalls, RefusedRequests } from './failure-panels.tsx'
import { Invoices, Keys, People } from './holding-panels.tsx'
import { Domains, Trail, Troubles } from './record-panels.tsx'

const hourMs = dayMs / 24

/** Everything about one company, for the question why its calls fail. */
export function CompanyPage() {
  const companyId = useCompanyId() ?? ''
  const [nowMs] = useState(() => Date.now())
  const [change, setChange] = useState<Change>()
  const dayAgo = new Date(Math.floor(nowMs / hourMs) * hourMs - dayMs).toISOString()
  const asked = useAsked(
    platformCompany,
    { companyId, dayAgo },
    { topics: ['BALANCE', 'BILLING', 'CALLS', 'COMPANY', 'DOCUMENTS', 'KEYS', 'MEMBERS', 'TASKS'] },
  )
  const company = asked.data?.companyOverview.company
  return (
    <div className="page">
      <BackLink to="/admin/companies">{texts.back}</BackLink>
      <PageHead
        title={company?.name ?? texts.title}
        text={company ? <Identity company={company} /> : undefined}
        actions={asked.data ? <Actions result={asked.data} onChange={setChange} /> : undefined}
      />
      <Loaded asked={asked} skeleton={<Skeleton lines={3} height={160} />}>
        {(result) => (
          <div className="stack-3">
            <Stopped result={result} onChange={setChange} />
            <CompanyFigures result={result} />
            <div className="pair">
              <div className="stack-3">
                <FailedCalls result={result} companyId={companyId} />
                <AttentionOfCompany items={result.attention} />
                <Keys result={result} companyId={companyId} />
                <Invoices invoices={result.invoices.nodes} />
              </div>
              <div className="stack-3">
                <RefusedRequests result={result} companyId={companyId} />
                <Troubles result={result} companyId={companyId} />
                <People members={result.members} />
                <CompanyFacts overview={result.companyOverview} />
              </div>
            </div>
            <Domains domains={result.singleSignOn.domains} onChange={setChange} />
            <Trail entries={result.auditLog.nodes} companyId={companyId} />
          </div>
        )}
      </Loaded>
      {asked.data && change ? (
        <CompanyDialogs
          result={asked.data}
          change={change}
          onChanged={() => void asked.refetch()}
          onClose={() => setChange(undefined)}
        />
      ) : null}
    </div>
  )
}

function Identity({
  company: { id, state },
}: {
  company: PlatformCompanyResult['companyOverview']['company']
}) {
  return (
    <span className="identity">
      <CompanyState state={state} />
      <CopyText text={id} label={texts.id} />
    </span>
  )
}

type ChangeProps = { result: PlatformCompanyResult; onChange: (change: Change) => void }

function Actions({ result, onChange }: ChangeProps) {
  const { id, suspendedAt, billingMode } = result.companyOverview.company
  return (
    <>
      <Link className="button" to={`/c/${id}`}>
        {texts.open}
      </Link>
      {billingMode === 'POSTPAID' ? (
        <Button onClick={() => onChange({ kind: 'terms' })}>{texts.terms}</Button>
      ) : null}
      <Button onClick={() => onChange({ kind: 'adjust' })}>{texts.adjust}</Button>
      {suspendedAt === null ? (
        <Button kind="danger" onClick={() => onChange({ kind: 'suspend' })}>
          {texts.suspend}
        </Button>
      ) : (
        <Button kind="primary" onClick={() => onChange({ kind: 'resume' })}>
          {texts.resume}
        </Button>
      )}
    </>
  )
}

/** Why nothing is served, before anything else. */
function Stopped({ result, onChange }: ChangeProps) {
  const { id, suspendedAt, suspensionReason } = result.companyOverview.company
  const pause = result.pauses.find(({ companyId }) => companyId === id)
  return (
    <>
      {suspendedAt === null ? null : (
        <Notice tone="bad" title={texts.suspended}>
          <p>
            <span className="row-detail">{suspensionReason}</span>
            <span className="row-detail">
              {texts.since} <Moment at={suspendedAt} />
            </span>
          </p>
        </Notice>
      )}
      {pause ? (
        <Notice
          tone="bad"
          title={texts.paused}
          action={
            <Button size="s" onClick={() => onChange({ kind: 'lift' })}>
              {texts.lift}
            </Button>
          }
        >
          <p>
            <span className="row-detail">{pause.reason}</span>
            <span className="row-detail">
              {texts.since} <Moment at={pause.since} />
            </span>
          </p>
        </Notice>
      ) : null}
    </>
  )
}
