// Generated from ledger.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type LedgerVariables = {
  companyId: string
  at: string
  since: string
  from: string
  to: string
  after?: string | null | undefined
}

export type LedgerResult = {
  balanceAt: {
    credits: string
    entry: {
      callId: string | null
      transactionId: string | null
      type: 'ADJUSTMENT' | 'EXPIRY' | 'PACK_PURCHASE' | 'PROMO' | 'REFUND' | 'SUBSCRIPTION_GRANT' | 'USAGE'
      credits: string
      createdAt: string
    } | null
  }
  before: {
    credits: string
  }
  creditBalance: {
    credits: string
    held: string
  }
  balanceHistory: readonly ({
    at: string
    credits: string
  })[]
  creditTransactions: {
    endCursor: string | null
    hasNextPage: boolean
    nodes: readonly ({
      id: string
      type: 'ADJUSTMENT' | 'EXPIRY' | 'PACK_PURCHASE' | 'PROMO' | 'REFUND' | 'SUBSCRIPTION_GRANT' | 'USAGE'
      credits: string
      balanceAfter: string
      reason: string | null
      createdAt: string
    })[]
  }
}

export const ledger: Operation<LedgerResult, LedgerVariables> = {
  name: 'Ledger',
  text: "query Ledger($companyId:ID!,$at:DateTime!,$since:DateTime!,$from:DateTime!,$to:DateTime!,$after:ID){balanceAt(companyId:$companyId,at:$at){credits entry{callId transactionId type credits createdAt}}before:balanceAt(companyId:$companyId,at:$since){credits}creditBalance(companyId:$companyId){credits held}balanceHistory(companyId:$companyId,from:$from,to:$to,points:200){at credits}creditTransactions(companyId:$companyId,first:50,after:$after){endCursor hasNextPage nodes{id type credits balanceAfter reason createdAt}}}",
}
