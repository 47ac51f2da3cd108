// Generated from overview.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type PlatformOverviewVariables = {
  today: string
  since: string
}

export type PlatformOverviewResult = {
  adminAttention: readonly ({
    kind: 'BALANCE_LOW' | 'CALLS_PARKED' | 'COMPANY_PAUSED' | 'COMPANY_SUSPENDED' | 'DOCUMENTS_REFUSED' | 'KEY_EXPIRING' | 'MODEL_WORK_WAITING' | 'PAYMENT_FAILED' | 'PROVIDER_EVENTS_FAILED' | 'RECONCILIATION_DRIFT' | 'ROUTES_UNKNOWN' | 'ROUTE_OPEN' | 'TASKS_FAILED'
    since: string | null
    subjectId: string | null
    subjectKind: string
    text: string
  })[]
  overdue: {
    nodes: readonly ({
      id: string
      name: string
    })[]
    hasNextPage: boolean
  }
  pendingDomainClaims: {
    nodes: readonly ({
      companyId: string
      companyName: string
      domains: readonly ({
        domain: string
        claimedAt: string
      })[]
    })[]
  }
  inboxSummary: {
    received: number
    parked: number
    quarantined: number
    oldestPendingAt: string | null
    sweptThrough: string | null
  }
  reconciliations: {
    nodes: readonly ({
      id: string
      endedAt: string
      hasDrift: boolean
      checked: readonly ({
        invariant: string
        accounts: number
      })[]
    })[]
  }
  today: readonly ({
    requests: number
    failedRequests: number
    credits: string
  })[]
  month: readonly ({
    requests: number
    failedRequests: number
    credits: string
  })[]
  days: readonly ({
    day: string | null
    requests: number
    failedRequests: number
    credits: string
  })[]
}

export const platformOverview: Operation<PlatformOverviewResult, PlatformOverviewVariables> = {
  name: 'PlatformOverview',
  text: "query PlatformOverview($today:DateTime!,$since:DateTime!){adminAttention{kind since subjectId subjectKind text}overdue:companies(state:OVERDUE,first:10){nodes{id name}hasNextPage}pendingDomainClaims(first:10){nodes{companyId companyName domains{domain claimedAt}}}inboxSummary{received parked quarantined oldestPendingAt sweptThrough}reconciliations(first:1){nodes{id endedAt hasDrift checked{invariant accounts}}}today:adminUsage(groupBy:[],from:$today){requests failedRequests credits}month:adminUsage(groupBy:[],from:$since){requests failedRequests credits}days:adminUsage(groupBy:[DAY],from:$since){day requests failedRequests credits}}",
}
