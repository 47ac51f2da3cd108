// What went wrong in the background, claims of domains, and who changed what.
import { Link } from '@tanstack/react-router'
import { Panel } from '../../../parts/panel.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { companyTexts as texts } from '../../../words/en/platform/company.ts'
import type { Change } from './change/company-dialogs.tsx'
import type { PlatformCompanyResult } from './company.generated.ts'
import { Nothing } from './nothing.tsx'

type TroublesProps = { result: PlatformCompanyResult; companyId: string }

export function Troubles({ result: { tasks, refusedDocuments }, companyId }: TroublesProps) {
  const isEmpty = tasks.nodes.length + refusedDocuments.nodes.length === 0
  return (
    <Panel
      title={texts.trouble}
      isFlush
      aside={
        <Link
          className="button"
          data-kind="quiet"
          data-size="s"
          to="/admin/tasks"
          search={{ company: companyId }}
        >
          {texts.allTasks}
        </Link>
      }
    >
      {isEmpty ? (
        <Nothing>{texts.troubleNone}</Nothing>
      ) : (
        <ul className="rows">
          {tasks.nodes.map(({ id, kind, message, failedAt }) => (
            <li key={id} className="row">
              <div className="row-text">
                <p className="row-title">{kind}</p>
                <p className="soft small">
                  <span className="row-detail">{message}</span>
                  <span className="row-detail">
                    <Moment at={failedAt} as="ago" />
                  </span>
                </p>
              </div>
              <Badge tone="bad">{texts.taskFailed}</Badge>
            </li>
          ))}
          {refusedDocuments.nodes.map(({ id, fileName, refusal, createdAt }) => (
            <li key={id} className="row">
              <div className="row-text">
                <p className="row-title">{fileName}</p>
                <p className="soft small">
                  {refusal === null ? null : <span className="row-detail">{refusal}</span>}
                  <span className="row-detail">
                    <Moment at={createdAt} as="ago" />
                  </span>
                </p>
              </div>
              <Badge tone="warn">{texts.documentRefused}</Badge>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

type DomainsProps = {
  domains: PlatformCompanyResult['singleSignOn']['domains']
  onChange: (change: Change) => void
}

/** Only companies that use single sign-on have domains. */
export function Domains({ domains, onChange }: DomainsProps) {
  if (domains.length === 0) return null
  return (
    <Panel title={texts.domains} isFlush>
      <ul className="rows">
        {domains.map(({ domain, claimedAt, confirmedAt }) => (
          <li key={domain} className="row">
            <div className="row-text">
              <p className="row-title">{domain}</p>
              <p className="soft small">
                {texts.claimed} <Moment at={claimedAt} />
              </p>
            </div>
            {confirmedAt === null ? (
              <div className="row-actions">
                <Button
                  size="s"
                  aria-label={texts.declineDomain(domain)}
                  onClick={() => onChange({ kind: 'decline', domain })}
                >
                  {texts.decline}
                </Button>
                <Button
                  size="s"
                  kind="primary"
                  aria-label={texts.confirmDomain(domain)}
                  onClick={() => onChange({ kind: 'confirm', domain })}
                >
                  {texts.confirm}
                </Button>
              </div>
            ) : (
              <Badge tone="good">{texts.confirmed}</Badge>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type TrailProps = { entries: PlatformCompanyResult['auditLog']['nodes']; companyId: string }

export function Trail({ entries, companyId }: TrailProps) {
  return (
    <Panel
      title={texts.trail}
      isFlush
      aside={
        <Link
          className="button"
          data-kind="quiet"
          data-size="s"
          to="/admin/audit"
          search={{ company: companyId }}
        >
          {texts.allTrail}
        </Link>
      }
    >
      {entries.length === 0 ? (
        <Nothing>{texts.trailNone}</Nothing>
      ) : (
        <ul className="rows">
          {entries.map(({ id, action, actorEmail, createdAt }) => (
            <li key={id} className="row trail">
              <div className="row-text">
                <code>{action}</code>
              </div>
              <p className="soft small trail-by">
                <Moment at={createdAt} /> {texts.by(actorEmail ?? texts.system)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
