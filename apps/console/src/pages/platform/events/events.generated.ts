// Generated from events.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type ProviderEventsVariables = {
  status?: 'IGNORED' | 'PARKED' | 'PROCESSED' | 'QUARANTINED' | 'RECEIVED' | null | undefined
  type?: string | null | undefined
  after?: string | null | undefined
}

export type ProviderEventsResult = {
  providerEvents: readonly ({
    id: string
    type: string
    status: 'IGNORED' | 'PARKED' | 'PROCESSED' | 'QUARANTINED' | 'RECEIVED'
    objectId: string | null
    attempts: number
    lastError: string | null
    nextAttemptAt: string | null
    waitsFor: string | null
    statedAt: string
    receivedAt: string
  })[]
  inboxSummary: {
    received: number
    parked: number
    quarantined: number
    oldestPendingAt: string | null
    sweptThrough: string | null
  }
}

export const providerEvents: Operation<ProviderEventsResult, ProviderEventsVariables> = {
  name: 'ProviderEvents',
  text: "query ProviderEvents($status:ProviderEventStatus,$type:String,$after:String){providerEvents(first:50,status:$status,type:$type,before:$after){id type status objectId attempts lastError nextAttemptAt waitsFor statedAt receivedAt}inboxSummary{received parked quarantined oldestPendingAt sweptThrough}}",
}

export type SweepProviderEventsVariables = Record<string, never>

export type SweepProviderEventsResult = {
  sweepProviderEvents: {
    seen: number
    added: number
  }
}

export const sweepProviderEvents: Operation<SweepProviderEventsResult, SweepProviderEventsVariables> = {
  name: 'SweepProviderEvents',
  text: "mutation SweepProviderEvents{sweepProviderEvents(days:1){seen added}}",
}
