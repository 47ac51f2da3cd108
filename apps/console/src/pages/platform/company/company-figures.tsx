import { Facts } from '../../../parts/facts.tsx'
import { Figure } from '../../../parts/figure.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Amount } from '../../../parts/text/amount.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { billingModeTexts } from '../../../words/en/platform/companies.ts'
import { companyTexts as texts } from '../../../words/en/platform/company.ts'
import type { PlatformCompanyResult } from './company.generated.ts'
import { Nothing } from './nothing.tsx'

const count = new Intl.NumberFormat('en')

export function CompanyFigures({ result }: { result: PlatformCompanyResult }) {
  const { companyOverview: overview, creditBalance: balance, lastDay } = result
  const { requests, failedRequests } = lastDay.totals
  const percent = requests === 0 ? 0 : (failedRequests / requests) * 100
  return (
    <dl className="figures-row">
      <Figure label={texts.balance} detail={<Held held={balance.held} />}>
        <Amount credits={balance.credits} hasUnit />
      </Figure>
      <Figure label={texts.spent} detail={paceOf(balance.daysLeft)}>
        <Amount credits={overview.company.spend30d} hasUnit />
      </Figure>
      <Figure
        label={texts.calls}
        detail={
          <span className={failedRequests > 0 ? 'bad-text' : undefined}>
            {texts.failedShare(count.format(failedRequests), percent.toFixed(1))}
          </span>
        }
      >
        {count.format(requests)}
      </Figure>
      <Figure
        label={texts.lastCall}
        detail={overview.parkedCalls === 0 ? texts.noneParked : texts.parked(overview.parkedCalls)}
      >
        {overview.lastCallAt === null ? (
          <span className="figure-none">{texts.never}</span>
        ) : (
          <Moment at={overview.lastCallAt} as="ago" />
        )}
      </Figure>
      <Figure
        label={texts.plan}
        detail={overview.subscriptionStatus?.toLowerCase() ?? billingModeTexts[overview.company.billingMode]}
      >
        {overview.planName ?? <span className="figure-none">{texts.noPlan}</span>}
      </Figure>
    </dl>
  )
}

/** The pace of the last days does not predict more than a year. */
function paceOf(daysLeft: number | null): string {
  if (daysLeft === null) return texts.noPace
  return daysLeft > 365 ? texts.moreThanAYear : texts.daysLeft(daysLeft)
}

function Held({ held }: { held: string }) {
  if (/^0(?:\.0*)?$/.test(held)) return texts.noneHeld
  return (
    <>
      <Amount credits={held} /> {texts.held}
    </>
  )
}

/** What the console shows to the admins of the company. */
export function AttentionOfCompany({ items }: { items: PlatformCompanyResult['attention'] }) {
  return (
    <Panel title={texts.attention} isFlush>
      {items.length === 0 ? (
        <Nothing>{texts.attentionNone}</Nothing>
      ) : (
        <ul className="rows">
          {items.map(({ kind, subjectId, text, since }) => (
            <li key={`${kind} ${subjectId ?? ''}`} className="row attention">
              <Icon name="alert" />
              <div className="row-text">
                <p>{text}</p>
                {since === null ? null : (
                  <p className="soft small">
                    {texts.since} <Moment at={since} />
                  </p>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

export function CompanyFacts({ overview }: { overview: PlatformCompanyResult['companyOverview'] }) {
  const { company, jobs, talents, documents, providerCustomerId } = overview
  return (
    <Panel title={texts.facts}>
      <Facts
        facts={[
          { label: texts.billing, value: billingModeTexts[company.billingMode] },
          { label: texts.created, value: <Moment at={company.createdAt} as="day" /> },
          { label: texts.jobs, value: count.format(jobs) },
          { label: texts.talents, value: count.format(talents) },
          { label: texts.documents, value: count.format(documents) },
          { label: texts.customerId, value: providerCustomerId ?? texts.noCustomer },
        ]}
      />
    </Panel>
  )
}
