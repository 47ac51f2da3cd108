// Generated from ledger.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type PlatformLedgerVariables = {
  after?: string | null | undefined
}

export type PlatformLedgerResult = {
  reconciliations: {
    nodes: readonly ({
      id: string
      endedAt: string
      tookMs: number
      hasDrift: boolean
      checked: readonly ({
        invariant: string
        accounts: number
      })[]
      drifts: readonly ({
        invariant: string
        ownerId: string
        text: string
      })[]
      freezes: readonly ({
        ownerId: string
        outcome: string
      })[]
    })[]
    endCursor: string | null
    hasNextPage: boolean
  }
  pauses: readonly ({
    companyId: string
    companyName: string | null
    reason: string
    since: string
  })[]
  parkedCalls: readonly ({
    id: string
    companyId: string
    companyName: string | null
    alias: string
    operation: string
    at: string
    promptTokens: number
    completionTokens: number
    reason: string
  })[]
}

export const platformLedger: Operation<PlatformLedgerResult, PlatformLedgerVariables> = {
  name: 'PlatformLedger',
  text: "query PlatformLedger($after:ID){reconciliations(first:20,after:$after){nodes{id endedAt tookMs hasDrift checked{invariant accounts}drifts{invariant ownerId text}freezes{ownerId outcome}}endCursor hasNextPage}pauses{companyId companyName reason since}parkedCalls{id companyId companyName alias operation at promptTokens completionTokens reason}}",
}

export type StartReconciliationVariables = Record<string, never>

export type StartReconciliationResult = {
  startReconciliation: string
}

export const startReconciliation: Operation<StartReconciliationResult, StartReconciliationVariables> = {
  name: 'StartReconciliation',
  text: "mutation StartReconciliation{startReconciliation}",
}

export type SettleParkedCallVariables = {
  callId: string
  credits: string
  reason: string
}

export type SettleParkedCallResult = {
  settleParkedCall: boolean
}

export const settleParkedCall: Operation<SettleParkedCallResult, SettleParkedCallVariables> = {
  name: 'SettleParkedCall',
  text: "mutation SettleParkedCall($callId:ID!,$credits:String!,$reason:String!){settleParkedCall(callId:$callId,credits:$credits,reason:$reason)}",
}
