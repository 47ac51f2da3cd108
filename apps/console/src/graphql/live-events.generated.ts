// Generated from live-events.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../graphql/operation.ts'

export type CompanyEventsVariables = {
  companyId: string
}

export type CompanyEventsResult = {
  companyEvents: {
    topic: 'BALANCE' | 'BILLING' | 'CALLS' | 'COMPANY' | 'DOCUMENTS' | 'JOBS' | 'KEYS' | 'MATCHES' | 'MEETINGS' | 'MEMBERS' | 'READY' | 'TALENTS' | 'TASKS'
    id: string | null
  }
}

export const companyEvents: Operation<CompanyEventsResult, CompanyEventsVariables> = {
  name: 'CompanyEvents',
  text: "subscription CompanyEvents($companyId:ID!){companyEvents(companyId:$companyId){topic id}}",
}
