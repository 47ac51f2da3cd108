// Generated from home.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../graphql/operation.ts'

export type HomeVariables = {
  companyId: string
}

export type HomeResult = {
  creditBalance: {
    credits: string
    held: string
    spentThisMonth: string
    daysLeft: number | null
  }
  attention: readonly ({
    kind: 'BALANCE_LOW' | 'CALLS_PARKED' | 'COMPANY_PAUSED' | 'COMPANY_SUSPENDED' | 'DOCUMENTS_REFUSED' | 'KEY_EXPIRING' | 'MODEL_WORK_WAITING' | 'PAYMENT_FAILED' | 'PROVIDER_EVENTS_FAILED' | 'RECONCILIATION_DRIFT' | 'ROUTES_UNKNOWN' | 'ROUTE_OPEN' | 'TASKS_FAILED'
    text: string
    since: string | null
    subjectId: string | null
  })[]
}

export const home: Operation<HomeResult, HomeVariables> = {
  name: 'Home',
  text: "query Home($companyId:ID!){creditBalance(companyId:$companyId){credits held spentThisMonth daysLeft}attention(companyId:$companyId){kind text since subjectId}}",
}
