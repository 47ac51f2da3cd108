// What a company holds: its keys, its people and its invoices.
import { Link } from '@tanstack/react-router'
import { Panel } from '../../../parts/panel.tsx'
import { Amount } from '../../../parts/text/amount.tsx'
import { Badge, type BadgeTone } from '../../../parts/text/badge.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { companyTexts as texts } from '../../../words/en/platform/company.ts'
import type { PlatformCompanyResult } from './company.generated.ts'
import { Nothing } from './nothing.tsx'

type Key = PlatformCompanyResult['apiKeys']['nodes'][number]

const keyTones: Record<Key['status'], BadgeTone> = { LIVE: 'good', EXPIRED: 'neutral', REVOKED: 'neutral' }
const keyStates: Record<Key['status'], string> = {
  LIVE: texts.live,
  EXPIRED: texts.expired,
  REVOKED: texts.revoked,
}

type KeysProps = { result: PlatformCompanyResult; companyId: string }

export function Keys({ result: { apiKeys }, companyId }: KeysProps) {
  const address = `/c/${companyId}/profile/api-keys`
  return (
    <Panel
      title={texts.keys}
      isFlush
      aside={
        <Link className="button" data-kind="quiet" data-size="s" to={address}>
          {texts.allKeys}
        </Link>
      }
    >
      {apiKeys.nodes.length === 0 ? (
        <Nothing>{texts.keysNone}</Nothing>
      ) : (
        <ul className="rows">
          {apiKeys.nodes.slice(0, 8).map(({ id, name, status, spentThisMonth, lastUsedAt }) => (
            <li key={id} className="row">
              <div className="row-text">
                <p className="row-title">
                  <Link className="row-link" to={`${address}/${id}`}>
                    {name}
                  </Link>
                  <Badge tone={keyTones[status]}>{keyStates[status]}</Badge>
                </p>
                <p className="soft small">
                  {lastUsedAt === null ? (
                    texts.unused
                  ) : (
                    <>
                      {texts.used} <Moment at={lastUsedAt} as="ago" />
                    </>
                  )}
                </p>
              </div>
              <Amount credits={spentThisMonth} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

export function People({ members }: { members: PlatformCompanyResult['members'] }) {
  return (
    <Panel title={texts.people} isFlush>
      {members.length === 0 ? (
        <Nothing>{texts.peopleNone}</Nothing>
      ) : (
        <ul className="rows">
          {members.map(({ userId, email, role, since }) => (
            <li key={userId} className="row">
              <div className="row-text">
                <p>
                  <Link to="/admin/people" search={{ email }}>
                    {email}
                  </Link>
                </p>
                <p className="soft small">
                  {texts.since} <Moment at={since} as="day" />
                </p>
              </div>
              <Badge>{texts.roles[role]}</Badge>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

type Invoice = PlatformCompanyResult['invoices']['nodes'][number]

const invoiceTones: Record<Invoice['status'], BadgeTone> = {
  DRAFT: 'neutral',
  OPEN: 'warn',
  PAID: 'good',
  UNCOLLECTIBLE: 'bad',
  VOID: 'neutral',
}

export function Invoices({ invoices }: { invoices: readonly Invoice[] }) {
  return (
    <Panel title={texts.money} isFlush>
      {invoices.length === 0 ? (
        <Nothing>{texts.moneyNone}</Nothing>
      ) : (
        <ul className="rows">
          {invoices.map(({ id, number, status, total, currency, dueAt, createdAt }) => (
            <li key={id} className="row">
              <div className="row-text">
                <p className="row-title">
                  {number ?? texts.unnumbered}
                  <Badge tone={invoiceTones[status]}>{texts.invoiceStates[status]}</Badge>
                </p>
                <p className="soft small">
                  {dueAt === null ? texts.issued : texts.due} <Moment at={dueAt ?? createdAt} as="day" />
                </p>
              </div>
              <span className="figures">{formatMoney(total, currency)}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function formatMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount)
}
