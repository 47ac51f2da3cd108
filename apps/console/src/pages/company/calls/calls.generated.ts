// Generated from calls.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type CallsVariables = {
  companyId: string
  from: string
  to: string
  until?: string | null | undefined
  buckets: number
  keyId?: string | null | undefined
  model?: string | null | undefined
  status?: 'FAILED' | 'PARKED' | 'SUCCEEDED' | null | undefined
  reason?: string | null | undefined
}

export type CallsResult = {
  calls: {
    nodes: readonly ({
      id: string
      keyId: string
      model: string
      operation: string
      status: 'FAILED' | 'PARKED' | 'SUCCEEDED'
      reason: string | null
      promptTokens: number
      cachedTokens: number
      completionTokens: number
      credits: string
      durationMs: number
    })[]
    endCursor: string | null
    hasNextPage: boolean
    searchedToTime: string | null
  }
  callHistogram: readonly ({
    from: string
    succeeded: number
    failed: number
    credits: string
  })[]
  apiKeys: {
    hasNextPage: boolean
    nodes: readonly ({
      id: string
      name: string
      hint: string
    })[]
  }
  models: readonly ({
    alias: string
  })[]
}

export const calls: Operation<CallsResult, CallsVariables> = {
  name: 'Calls',
  text: "query Calls($companyId:ID!,$from:DateTime!,$to:DateTime!,$until:DateTime,$buckets:Int!,$keyId:ID,$model:String,$status:CallStatus,$reason:String){calls(companyId:$companyId first:50 from:$from to:$until keyId:$keyId model:$model status:$status reason:$reason){nodes{...ListedCall}endCursor hasNextPage searchedToTime}callHistogram(companyId:$companyId from:$from to:$to buckets:$buckets keyId:$keyId model:$model status:$status reason:$reason){from succeeded failed credits}apiKeys(companyId:$companyId,first:100){hasNextPage nodes{id name hint}}models(companyId:$companyId){alias}} fragment ListedCall on Call{id keyId model operation status reason promptTokens cachedTokens completionTokens credits durationMs}",
}

export type MoreCallsVariables = {
  companyId: string
  from: string
  until?: string | null | undefined
  after?: string | null | undefined
  keyId?: string | null | undefined
  model?: string | null | undefined
  status?: 'FAILED' | 'PARKED' | 'SUCCEEDED' | null | undefined
  reason?: string | null | undefined
}

export type MoreCallsResult = {
  calls: {
    nodes: readonly ({
      id: string
      keyId: string
      model: string
      operation: string
      status: 'FAILED' | 'PARKED' | 'SUCCEEDED'
      reason: string | null
      promptTokens: number
      cachedTokens: number
      completionTokens: number
      credits: string
      durationMs: number
    })[]
    endCursor: string | null
    hasNextPage: boolean
    searchedToTime: string | null
  }
}

export const moreCalls: Operation<MoreCallsResult, MoreCallsVariables> = {
  name: 'MoreCalls',
  text: "query MoreCalls($companyId:ID!,$from:DateTime!,$until:DateTime,$after:ID,$keyId:ID,$model:String,$status:CallStatus,$reason:String){calls(companyId:$companyId first:100 after:$after from:$from to:$until keyId:$keyId model:$model status:$status reason:$reason){nodes{...ListedCall}endCursor hasNextPage searchedToTime}} fragment ListedCall on Call{id keyId model operation status reason promptTokens cachedTokens completionTokens credits durationMs}",
}

export type NewCallsVariables = {
  companyId: string
  from: string
  keyId?: string | null | undefined
  model?: string | null | undefined
  status?: 'FAILED' | 'PARKED' | 'SUCCEEDED' | null | undefined
  reason?: string | null | undefined
}

export type NewCallsResult = {
  calls: {
    nodes: readonly ({
      id: string
    })[]
  }
}

export const newCalls: Operation<NewCallsResult, NewCallsVariables> = {
  name: 'NewCalls',
  text: "query NewCalls($companyId:ID!,$from:DateTime!,$keyId:ID,$model:String,$status:CallStatus,$reason:String){calls(companyId:$companyId first:50 from:$from keyId:$keyId model:$model status:$status reason:$reason){nodes{id}}}",
}

export type RefusedRequestsVariables = {
  companyId: string
  keyId?: string | null | undefined
}

export type RefusedRequestsResult = {
  refusals: {
    keptSince: string
    nodes: readonly ({
      at: string
      requestId: string
      keyId: string
      model: string | null
      status: number
      code: string | null
      rule: string
      message: string
      estimate: string | null
      balance: string | null
      held: string | null
      omitted: number
    })[]
  }
  apiKeys: {
    hasNextPage: boolean
    nodes: readonly ({
      id: string
      name: string
      hint: string
    })[]
  }
}

export const refusedRequests: Operation<RefusedRequestsResult, RefusedRequestsVariables> = {
  name: 'RefusedRequests',
  text: "query RefusedRequests($companyId:ID!,$keyId:ID){refusals(companyId:$companyId,first:100,keyId:$keyId){keptSince nodes{...Refused}}apiKeys(companyId:$companyId,first:100){hasNextPage nodes{id name hint}}} fragment Refused on Refusal{at requestId keyId model status code rule message estimate balance held omitted}",
}

export type FindRequestVariables = {
  companyId: string
  requestId: string
}

export type FindRequestResult = {
  find: readonly ({
    kind: 'CALL' | 'COMPANY' | 'DOCUMENT' | 'INVOICE' | 'JOB' | 'KEY' | 'MEETING' | 'MEMBER' | 'PURCHASE' | 'TALENT'
    id: string
  })[]
  refusals: {
    keptSince: string
    nodes: readonly ({
      at: string
      requestId: string
      keyId: string
      model: string | null
      status: number
      code: string | null
      rule: string
      message: string
      estimate: string | null
      balance: string | null
      held: string | null
      omitted: number
    })[]
  }
  apiKeys: {
    nodes: readonly ({
      id: string
      name: string
      hint: string
    })[]
  }
  creditBalance: {
    credits: string
    held: string
  }
}

export const findRequest: Operation<FindRequestResult, FindRequestVariables> = {
  name: 'FindRequest',
  text: "query FindRequest($companyId:ID!,$requestId:String!){find(companyId:$companyId,text:$requestId){kind id}refusals(companyId:$companyId,first:1,requestId:$requestId){keptSince nodes{...Refused}}apiKeys(companyId:$companyId,first:100){nodes{id name hint}}creditBalance(companyId:$companyId){credits held}} fragment Refused on Refusal{at requestId keyId model status code rule message estimate balance held omitted}",
}
