import { overviewTexts as texts } from '../../../words/en/platform/overview.ts'
import type { PlatformOverviewResult } from './overview.generated.ts'

type Attention = PlatformOverviewResult['adminAttention'][number]

export type AttentionItem = {
  key: string
  text: string
  since: string | null
  /** Where it is repaired. */
  to: string
  search?: Readonly<Record<string, string>>
  action: string
}

const toCompany = (id: string | null) => (id === null ? '/admin/companies' : `/admin/companies/${id}`)

const places: Record<Attention['kind'], (subjectId: string | null) => string> = {
  COMPANY_SUSPENDED: toCompany,
  COMPANY_PAUSED: toCompany,
  BALANCE_LOW: toCompany,
  PAYMENT_FAILED: () => '/admin/companies',
  KEY_EXPIRING: () => '/admin/companies',
  DOCUMENTS_REFUSED: () => '/admin/companies',
  MODEL_WORK_WAITING: toCompany,
  CALLS_PARKED: () => '/admin/ledger',
  PROVIDER_EVENTS_FAILED: () => '/admin/events',
  TASKS_FAILED: () => '/admin/tasks',
  RECONCILIATION_DRIFT: () => '/admin/ledger',
  ROUTE_OPEN: () => '/admin/models',
  ROUTES_UNKNOWN: () => '/admin/monitoring',
}

/** Everything that needs a person, each with the page where it is repaired. */
export function attentionItems(result: PlatformOverviewResult): AttentionItem[] {
  const { adminAttention, overdue, pendingDomainClaims } = result
  return [
    ...adminAttention.map(({ kind, text, since, subjectId }) => ({
      key: `${kind} ${subjectId ?? ''}`,
      text,
      since,
      to: places[kind](subjectId),
      action: texts.actions[kind],
    })),
    ...overdue.nodes.map(({ id, name }) => ({
      key: `overdue ${id}`,
      text: texts.overdue(name),
      since: null,
      to: toCompany(id),
      action: texts.actions.PAYMENT_FAILED,
    })),
    ...(overdue.hasNextPage
      ? [
          {
            key: 'overdue',
            text: texts.moreOverdue,
            since: null,
            to: '/admin/companies',
            search: { state: 'OVERDUE' },
            action: texts.openOverdue,
          },
        ]
      : []),
    ...pendingDomainClaims.nodes.map(({ companyId, companyName, domains }) => ({
      key: `claims ${companyId}`,
      text: texts.claims(companyName, domains.map(({ domain }) => domain).join(', ')),
      since: domains.map(({ claimedAt }) => claimedAt).toSorted()[0] ?? null,
      to: toCompany(companyId),
      action: texts.actions.COMPANY_PAUSED,
    })),
  ]
}
