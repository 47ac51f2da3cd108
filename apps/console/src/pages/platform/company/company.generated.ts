// Generated from company.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type PlatformCompanyVariables = {
  companyId: string
  dayAgo: string
}

export type PlatformCompanyResult = {
  companyOverview: {
    company: {
      id: string
      name: string
      state: 'ACTIVE' | 'OUT_OF_CREDITS' | 'OVERDUE' | 'PAUSED' | 'SUSPENDED'
      billingMode: 'POSTPAID' | 'PREPAID'
      balance: string
      spend30d: string
      keys: number
      members: number
      createdAt: string
      suspendedAt: string | null
      suspensionReason: string | null
    }
    planName: string | null
    subscriptionStatus: string | null
    providerCustomerId: string | null
    lastCallAt: string | null
    parkedCalls: number
    jobs: number
    talents: number
    documents: number
  }
  creditBalance: {
    credits: string
    held: string
    daysLeft: number | null
    spentThisMonth: string
  }
  pauses: readonly ({
    companyId: string
    reason: string
    since: string
  })[]
  attention: readonly ({
    kind: 'BALANCE_LOW' | 'CALLS_PARKED' | 'COMPANY_PAUSED' | 'COMPANY_SUSPENDED' | 'DOCUMENTS_REFUSED' | 'KEY_EXPIRING' | 'MODEL_WORK_WAITING' | 'PAYMENT_FAILED' | 'PROVIDER_EVENTS_FAILED' | 'RECONCILIATION_DRIFT' | 'ROUTES_UNKNOWN' | 'ROUTE_OPEN' | 'TASKS_FAILED'
    since: string | null
    subjectId: string | null
    text: string
  })[]
  lastDay: {
    totals: {
      requests: number
      failedRequests: number
      credits: string
    }
  }
  failed: {
    nodes: readonly ({
      id: string
      keyId: string
      model: string
      status: 'FAILED' | 'PARKED' | 'SUCCEEDED'
      reason: string | null
    })[]
  }
  refusals: {
    nodes: readonly ({
      at: string
      requestId: string
      status: number
      message: string
      omitted: number
      keyId: string
    })[]
  }
  apiKeys: {
    nodes: readonly ({
      id: string
      name: string
      hint: string
      status: 'EXPIRED' | 'LIVE' | 'REVOKED'
      spentThisMonth: string
      lastUsedAt: string | null
    })[]
    hasNextPage: boolean
  }
  members: readonly ({
    userId: string
    email: string
    role: 'ADMIN' | 'MEMBER'
    since: string
  })[]
  tasks: {
    nodes: readonly ({
      id: string
      kind: string
      code: string
      message: string
      failedAt: string
    })[]
    hasNextPage: boolean
  }
  refusedDocuments: {
    nodes: readonly ({
      id: string
      fileName: string
      refusal: string | null
      createdAt: string
    })[]
    hasNextPage: boolean
  }
  invoices: {
    nodes: readonly ({
      id: string
      number: string | null
      status: 'DRAFT' | 'OPEN' | 'PAID' | 'UNCOLLECTIBLE' | 'VOID'
      total: number
      currency: string
      dueAt: string | null
      createdAt: string
    })[]
  }
  singleSignOn: {
    domains: readonly ({
      domain: string
      claimedAt: string
      confirmedAt: string | null
    })[]
  }
  auditLog: {
    nodes: readonly ({
      id: string
      action: string
      actorEmail: string | null
      actorKind: string
      createdAt: string
      subjectKind: string
    })[]
  }
}

export const platformCompany: Operation<PlatformCompanyResult, PlatformCompanyVariables> = {
  name: 'PlatformCompany',
  text: "query PlatformCompany($companyId:ID!,$dayAgo:DateTime!){companyOverview(companyId:$companyId){company{id name state billingMode balance spend30d keys members createdAt suspendedAt suspensionReason}planName subscriptionStatus providerCustomerId lastCallAt parkedCalls jobs talents documents}creditBalance(companyId:$companyId){credits held daysLeft spentThisMonth}pauses{companyId reason since}attention(companyId:$companyId){kind since subjectId text}lastDay:usage(companyId:$companyId,from:$dayAgo,groupBy:[]){totals{requests failedRequests credits}}failed:calls(companyId:$companyId,status:FAILED,first:8){nodes{id keyId model status reason}}refusals(companyId:$companyId,first:8){nodes{at requestId status message omitted keyId}}apiKeys(companyId:$companyId,first:20){nodes{id name hint status spentThisMonth lastUsedAt}hasNextPage}members(companyId:$companyId){userId email role since}tasks(companyId:$companyId,first:5){nodes{id kind code message failedAt}hasNextPage}refusedDocuments:documents(companyId:$companyId,status:REFUSED,first:5){nodes{id fileName refusal createdAt}hasNextPage}invoices(companyId:$companyId,first:5){nodes{id number status total currency dueAt createdAt}}singleSignOn(companyId:$companyId){domains{domain claimedAt confirmedAt}}auditLog(companyId:$companyId,first:8){nodes{id action actorEmail actorKind createdAt subjectKind}}}",
}

export type AdjustCreditsVariables = {
  companyId: string
  adjustmentId: string
  credits: string
  reason: string
}

export type AdjustCreditsResult = {
  adjustCredits: {
    balance: string
  }
}

export const adjustCredits: Operation<AdjustCreditsResult, AdjustCreditsVariables> = {
  name: 'AdjustCredits',
  text: "mutation AdjustCredits($companyId:ID!,$adjustmentId:ID!,$credits:String!,$reason:String!){adjustCredits(companyId:$companyId adjustmentId:$adjustmentId credits:$credits reason:$reason){balance}}",
}

export type SuspendCompanyVariables = {
  companyId: string
  reason: string
}

export type SuspendCompanyResult = {
  suspendCompany: {
    id: string
  }
}

export const suspendCompany: Operation<SuspendCompanyResult, SuspendCompanyVariables> = {
  name: 'SuspendCompany',
  text: "mutation SuspendCompany($companyId:ID!,$reason:String!){suspendCompany(companyId:$companyId,reason:$reason){id}}",
}

export type ResumeCompanyVariables = {
  companyId: string
  reason: string
}

export type ResumeCompanyResult = {
  resumeCompany: {
    id: string
  }
}

export const resumeCompany: Operation<ResumeCompanyResult, ResumeCompanyVariables> = {
  name: 'ResumeCompany',
  text: "mutation ResumeCompany($companyId:ID!,$reason:String!){resumeCompany(companyId:$companyId,reason:$reason){id}}",
}

export type LiftPauseVariables = {
  companyId: string
  reason: string
}

export type LiftPauseResult = {
  liftPause: boolean
}

export const liftPause: Operation<LiftPauseResult, LiftPauseVariables> = {
  name: 'LiftPause',
  text: "mutation LiftPause($companyId:ID!,$reason:String!){liftPause(companyId:$companyId,reason:$reason)}",
}

export type ConfirmDomainVariables = {
  companyId: string
  domain: string
}

export type ConfirmDomainResult = {
  confirmSingleSignOnDomain: {
    isEnforced: boolean
  }
}

export const confirmDomain: Operation<ConfirmDomainResult, ConfirmDomainVariables> = {
  name: 'ConfirmDomain',
  text: "mutation ConfirmDomain($companyId:ID!,$domain:String!){confirmSingleSignOnDomain(companyId:$companyId,domain:$domain){isEnforced}}",
}

export type DeclineDomainVariables = {
  companyId: string
  domain: string
}

export type DeclineDomainResult = {
  releaseSingleSignOnDomain: {
    isEnforced: boolean
  }
}

export const declineDomain: Operation<DeclineDomainResult, DeclineDomainVariables> = {
  name: 'DeclineDomain',
  text: "mutation DeclineDomain($companyId:ID!,$domain:String!){releaseSingleSignOnDomain(companyId:$companyId,domain:$domain){isEnforced}}",
}

export type PlansForTermsVariables = Record<string, never>

export type PlansForTermsResult = {
  allPlans: readonly ({
    id: string
    name: string
    billingMode: 'POSTPAID' | 'PREPAID'
    active: boolean
  })[]
}

export const plansForTerms: Operation<PlansForTermsResult, PlansForTermsVariables> = {
  name: 'PlansForTerms',
  text: "query PlansForTerms{allPlans{id name billingMode active}}",
}

export type SetPostpaidTermsVariables = {
  companyId: string
  planId: string
  daysUntilDue: number
}

export type SetPostpaidTermsResult = {
  setPostpaidTerms: {
    planId: string
  }
}

export const setPostpaidTerms: Operation<SetPostpaidTermsResult, SetPostpaidTermsVariables> = {
  name: 'SetPostpaidTerms',
  text: "mutation SetPostpaidTerms($companyId:ID!,$planId:ID!,$daysUntilDue:Int!){setPostpaidTerms(companyId:$companyId planId:$planId daysUntilDue:$daysUntilDue){planId}}",
}
