// Generated from home.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type HomeVariables = {
  companyId: string
  today: string
  since: string
  until: string
  month: string
  beforeFrom: string
  beforeTo: string
}

export type HomeResult = {
  creditBalance: {
    credits: string
    held: string
    spentThisMonth: string
    daysLeft: number | null
  }
  balanceHistory: readonly ({
    at: string
    credits: string
  })[]
  today: {
    totals: {
      requests: number
      credits: string
    }
  }
  keys: {
    totals: {
      credits: string
    }
    rows: readonly ({
      keyId: string | null
      credits: string
    })[]
  }
  models: {
    rows: readonly ({
      model: string | null
      credits: string
    })[]
  }
  keysBefore: {
    totals: {
      credits: string
    }
    rows: readonly ({
      keyId: string | null
      credits: string
    })[]
  }
  modelsBefore: {
    rows: readonly ({
      model: string | null
      credits: string
    })[]
  }
  calls: {
    nodes: readonly ({
      id: string
      keyId: string
      model: string
      status: 'FAILED' | 'PARKED' | 'SUCCEEDED'
      reason: string | null
      credits: string
    })[]
  }
  apiKeys: {
    nodes: readonly ({
      id: string
      name: string
      hint: string
    })[]
  }
  alertRules: readonly ({
    id: string
  })[]
  eventEndpoints: readonly ({
    id: string
  })[]
  attention: readonly ({
    kind: 'BALANCE_LOW' | 'CALLS_PARKED' | 'COMPANY_PAUSED' | 'COMPANY_SUSPENDED' | 'DOCUMENTS_REFUSED' | 'KEY_EXPIRING' | 'MODEL_WORK_WAITING' | 'PAYMENT_FAILED' | 'PROVIDER_EVENTS_FAILED' | 'RECONCILIATION_DRIFT' | 'ROUTES_UNKNOWN' | 'ROUTE_OPEN' | 'TASKS_FAILED'
    text: string
    since: string | null
    subjectId: string | null
  })[]
}

export const home: Operation<HomeResult, HomeVariables> = {
  name: 'Home',
  text: "query Home($companyId:ID!,$today:DateTime!,$since:DateTime!,$until:DateTime!,$month:DateTime!,$beforeFrom:DateTime!,$beforeTo:DateTime!){creditBalance(companyId:$companyId){credits held spentThisMonth daysLeft}balanceHistory(companyId:$companyId,from:$since,to:$until,points:120){at credits}today:usage(companyId:$companyId,from:$today,groupBy:[DAY]){totals{requests credits}}keys:usage(companyId:$companyId,from:$month,groupBy:[KEY]){totals{credits}rows{keyId credits}}models:usage(companyId:$companyId,from:$month,groupBy:[MODEL]){rows{model credits}}keysBefore:usage(companyId:$companyId from:$beforeFrom to:$beforeTo groupBy:[KEY]){totals{credits}rows{keyId credits}}modelsBefore:usage(companyId:$companyId from:$beforeFrom to:$beforeTo groupBy:[MODEL]){rows{model credits}}calls(companyId:$companyId,first:5){nodes{id keyId model status reason credits}}apiKeys(companyId:$companyId,first:100){nodes{id name hint}}alertRules(companyId:$companyId){id}eventEndpoints(companyId:$companyId){id}attention(companyId:$companyId){kind text since subjectId}}",
}
