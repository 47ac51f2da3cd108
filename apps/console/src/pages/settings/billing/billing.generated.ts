// Generated from billing.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type BillingVariables = {
  companyId: string
  since: string
}

export type BillingResult = {
  company: {
    billingMode: 'POSTPAID' | 'PREPAID'
  }
  creditBalance: {
    credits: string
    held: string
    spentThisMonth: string
    daysLeft: number | null
    isFrozen: boolean
    isInDebt: boolean
  }
  usage: {
    totals: {
      credits: string
    }
  }
  creditPacks: readonly ({
    id: string
    name: string
    credits: number
    price: number
    currency: string
  })[]
  plans: readonly ({
    id: string
    name: string
    credits: number
    price: number
    currency: string
    interval: 'MONTH' | 'YEAR'
    trialDays: number
    billingMode: 'POSTPAID' | 'PREPAID'
  })[]
  subscription: {
    id: string
    planId: string | null
    status: 'ACTIVE' | 'CANCELED' | 'INCOMPLETE' | 'PAST_DUE' | 'PAUSED' | 'TRIALING' | 'UNPAID'
    isActive: boolean
    cancelAtPeriodEnd: boolean
    currentPeriodEnd: string | null
    trialEnd: string | null
    endDate: string | null
  } | null
  automaticTopUp: {
    threshold: string
    packId: string
    monthlyMaximum: number
    boughtThisMonth: number
    currency: string
    isPending: boolean
    stoppedAt: string | null
    stoppedReason: string | null
  } | null
  creditLots: readonly ({
    id: string
    kind: 'BOUGHT' | 'GRANTED'
    granted: string
    remaining: string
    expiresAt: string | null
    createdAt: string
    transactionType: 'ADJUSTMENT' | 'EXPIRY' | 'PACK_PURCHASE' | 'PROMO' | 'REFUND' | 'SUBSCRIPTION_GRANT' | 'USAGE'
    reason: string | null
  })[]
  invoices: {
    endCursor: string | null
    hasNextPage: boolean
    nodes: readonly ({
      id: string
      number: string | null
      status: 'DRAFT' | 'OPEN' | 'PAID' | 'UNCOLLECTIBLE' | 'VOID'
      total: number
      currency: string
      createdAt: string
      dueAt: string | null
      isActionRequired: boolean
      hostedInvoiceUrl: string | null
      invoicePdfUrl: string | null
    })[]
  }
  purchases: {
    endCursor: string | null
    hasNextPage: boolean
    nodes: readonly ({
      id: string
      packId: string
      status: 'COMPLETED' | 'EXPIRED' | 'FAILED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED'
      credits: string
      price: number
      currency: string
      isPaymentProcessing: boolean
      completedAt: string | null
      createdAt: string
    })[]
  }
}

export const billing: Operation<BillingResult, BillingVariables> = {
  name: 'Billing',
  text: "query Billing($companyId:ID!,$since:DateTime!){company(companyId:$companyId){billingMode}creditBalance(companyId:$companyId){credits held spentThisMonth daysLeft isFrozen isInDebt}usage(companyId:$companyId,from:$since,groupBy:[DAY]){totals{credits}}creditPacks{id name credits price currency}plans{id name credits price currency interval trialDays billingMode}subscription(companyId:$companyId){id planId status isActive cancelAtPeriodEnd currentPeriodEnd trialEnd endDate}automaticTopUp(companyId:$companyId){threshold packId monthlyMaximum boughtThisMonth currency isPending stoppedAt stoppedReason}creditLots(companyId:$companyId){id kind granted remaining expiresAt createdAt transactionType reason}invoices(companyId:$companyId,first:10){endCursor hasNextPage nodes{...ListedInvoice}}purchases(companyId:$companyId,first:10){endCursor hasNextPage nodes{...ListedPurchase}}} fragment ListedInvoice on Invoice{id number status total currency createdAt dueAt isActionRequired hostedInvoiceUrl invoicePdfUrl} fragment ListedPurchase on CreditPackPurchase{id packId status credits price currency isPaymentProcessing completedAt createdAt}",
}

export type MoreInvoicesVariables = {
  companyId: string
  after?: string | null | undefined
}

export type MoreInvoicesResult = {
  invoices: {
    endCursor: string | null
    hasNextPage: boolean
    nodes: readonly ({
      id: string
      number: string | null
      status: 'DRAFT' | 'OPEN' | 'PAID' | 'UNCOLLECTIBLE' | 'VOID'
      total: number
      currency: string
      createdAt: string
      dueAt: string | null
      isActionRequired: boolean
      hostedInvoiceUrl: string | null
      invoicePdfUrl: string | null
    })[]
  }
}

export const moreInvoices: Operation<MoreInvoicesResult, MoreInvoicesVariables> = {
  name: 'MoreInvoices',
  text: "query MoreInvoices($companyId:ID!,$after:ID){invoices(companyId:$companyId,first:50,after:$after){endCursor hasNextPage nodes{...ListedInvoice}}} fragment ListedInvoice on Invoice{id number status total currency createdAt dueAt isActionRequired hostedInvoiceUrl invoicePdfUrl}",
}

export type MorePurchasesVariables = {
  companyId: string
  after?: string | null | undefined
}

export type MorePurchasesResult = {
  purchases: {
    endCursor: string | null
    hasNextPage: boolean
    nodes: readonly ({
      id: string
      packId: string
      status: 'COMPLETED' | 'EXPIRED' | 'FAILED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED'
      credits: string
      price: number
      currency: string
      isPaymentProcessing: boolean
      completedAt: string | null
      createdAt: string
    })[]
  }
}

export const morePurchases: Operation<MorePurchasesResult, MorePurchasesVariables> = {
  name: 'MorePurchases',
  text: "query MorePurchases($companyId:ID!,$after:ID){purchases(companyId:$companyId,first:50,after:$after){endCursor hasNextPage nodes{...ListedPurchase}}} fragment ListedPurchase on CreditPackPurchase{id packId status credits price currency isPaymentProcessing completedAt createdAt}",
}

export type StartCheckoutVariables = {
  companyId: string
  packId?: string | null | undefined
  planId?: string | null | undefined
}

export type StartCheckoutResult = {
  createCheckoutSession: {
    url: string
  }
}

export const startCheckout: Operation<StartCheckoutResult, StartCheckoutVariables> = {
  name: 'StartCheckout',
  text: "mutation StartCheckout($companyId:ID!,$packId:ID,$planId:ID){createCheckoutSession(companyId:$companyId,packId:$packId,planId:$planId){url}}",
}

export type OpenPortalVariables = {
  companyId: string
}

export type OpenPortalResult = {
  billingPortal: {
    url: string
  }
}

export const openPortal: Operation<OpenPortalResult, OpenPortalVariables> = {
  name: 'OpenPortal',
  text: "mutation OpenPortal($companyId:ID!){billingPortal(companyId:$companyId){url}}",
}

export type SetTopUpVariables = {
  companyId: string
  packId: string
  threshold: string
  monthlyMaximum: number
}

export type SetTopUpResult = {
  setAutomaticTopUp: {
    packId: string
  }
}

export const setTopUp: Operation<SetTopUpResult, SetTopUpVariables> = {
  name: 'SetTopUp',
  text: "mutation SetTopUp($companyId:ID!,$packId:ID!,$threshold:String!,$monthlyMaximum:Float!){setAutomaticTopUp(companyId:$companyId packId:$packId threshold:$threshold monthlyMaximum:$monthlyMaximum){packId}}",
}

export type TurnOffTopUpVariables = {
  companyId: string
}

export type TurnOffTopUpResult = {
  turnOffAutomaticTopUp: {
    packId: string
  }
}

export const turnOffTopUp: Operation<TurnOffTopUpResult, TurnOffTopUpVariables> = {
  name: 'TurnOffTopUp',
  text: "mutation TurnOffTopUp($companyId:ID!){turnOffAutomaticTopUp(companyId:$companyId){packId}}",
}
