// Generated from event.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../../graphql/operation.ts'

export type ProviderEventVariables = {
  eventId: string
}

export type ProviderEventResult = {
  providerEvent: {
    id: string
    type: string
    status: 'IGNORED' | 'PARKED' | 'PROCESSED' | 'QUARANTINED' | 'RECEIVED'
    objectId: string | null
    customerId: string | null
    apiVersion: string | null
    isLive: boolean
    source: string
    attempts: number
    lastError: string | null
    nextAttemptAt: string | null
    waitsFor: string | null
    statedAt: string
    receivedAt: string
    processedAt: string | null
  }
}

export const providerEvent: Operation<ProviderEventResult, ProviderEventVariables> = {
  name: 'ProviderEvent',
  text: "query ProviderEvent($eventId:String!){providerEvent(eventId:$eventId){id type status objectId customerId apiVersion isLive source attempts lastError nextAttemptAt waitsFor statedAt receivedAt processedAt}}",
}

export type DryRunProviderEventVariables = {
  eventId: string
}

export type DryRunProviderEventResult = {
  dryRunProviderEvent: {
    outcome: string
    effects: readonly (string)[]
    reason: string | null
  }
}

export const dryRunProviderEvent: Operation<DryRunProviderEventResult, DryRunProviderEventVariables> = {
  name: 'DryRunProviderEvent',
  text: "mutation DryRunProviderEvent($eventId:String!){dryRunProviderEvent(eventId:$eventId){outcome effects reason}}",
}

export type ReplayProviderEventVariables = {
  eventId: string
}

export type ReplayProviderEventResult = {
  replayProviderEvent: {
    outcome: string
    effects: readonly (string)[]
    reason: string | null
  }
}

export const replayProviderEvent: Operation<ReplayProviderEventResult, ReplayProviderEventVariables> = {
  name: 'ReplayProviderEvent',
  text: "mutation ReplayProviderEvent($eventId:String!){replayProviderEvent(eventId:$eventId){outcome effects reason}}",
}

export type IgnoreProviderEventVariables = {
  eventId: string
  reason: string
}

export type IgnoreProviderEventResult = {
  ignoreProviderEvent: boolean
}

export const ignoreProviderEvent: Operation<IgnoreProviderEventResult, IgnoreProviderEventVariables> = {
  name: 'IgnoreProviderEvent',
  text: "mutation IgnoreProviderEvent($eventId:String!,$reason:String!){ignoreProviderEvent(eventId:$eventId,reason:$reason)}",
}
