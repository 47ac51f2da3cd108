// Generated from spend.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type SpendVariables = {
  companyId: string
  from: string
  to: string
  beforeFrom: string
  beforeTo: string
  time?: readonly ('DAY' | 'HOUR' | 'KEY' | 'MODEL' | 'OPERATION')[] | null | undefined
  timeAndGroup?: readonly ('DAY' | 'HOUR' | 'KEY' | 'MODEL' | 'OPERATION')[] | null | undefined
}

export type SpendResult = {
  steps: {
    asOf: string
    totals: {
      requests: number
      failedRequests: number
      promptTokens: number
      cachedTokens: number
      completionTokens: number
      totalTokens: number
      credits: string
    }
    rows: readonly ({
      day: string | null
      hour: string | null
      requests: number
      credits: string
    })[]
  }
  parts: {
    rows: readonly ({
      day: string | null
      hour: string | null
      model: string | null
      keyId: string | null
      credits: string
    })[]
  }
  before: {
    totals: {
      requests: number
      failedRequests: number
      promptTokens: number
      cachedTokens: number
      completionTokens: number
      totalTokens: number
      credits: string
    }
    rows: readonly ({
      day: string | null
      hour: string | null
      credits: string
    })[]
  }
  models: {
    rows: readonly ({
      model: string | null
      requests: number
      failedRequests: number
      totalTokens: number
      credits: string
    })[]
  }
  modelsBefore: {
    rows: readonly ({
      model: string | null
      credits: string
    })[]
  }
  keys: {
    rows: readonly ({
      keyId: string | null
      requests: number
      failedRequests: number
      totalTokens: number
      credits: string
    })[]
  }
  keysBefore: {
    rows: readonly ({
      keyId: string | null
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
}

export const spend: Operation<SpendResult, SpendVariables> = {
  name: 'Spend',
  text: "query Spend($companyId:ID!,$from:DateTime!,$to:DateTime!,$beforeFrom:DateTime!,$beforeTo:DateTime!,$time:[UsageGroup!],$timeAndGroup:[UsageGroup!]){steps:usage(companyId:$companyId,from:$from,to:$to,groupBy:$time){asOf totals{...Sums}rows{day hour requests credits}}parts:usage(companyId:$companyId from:$from to:$to groupBy:$timeAndGroup){rows{day hour model keyId credits}}before:usage(companyId:$companyId from:$beforeFrom to:$beforeTo groupBy:$time){totals{...Sums}rows{day hour credits}}models:usage(companyId:$companyId,from:$from,to:$to,groupBy:[MODEL]){rows{model ...GroupSums}}modelsBefore:usage(companyId:$companyId from:$beforeFrom to:$beforeTo groupBy:[MODEL]){rows{model credits}}keys:usage(companyId:$companyId,from:$from,to:$to,groupBy:[KEY]){rows{keyId ...GroupSums}}keysBefore:usage(companyId:$companyId from:$beforeFrom to:$beforeTo groupBy:[KEY]){rows{keyId credits}}apiKeys(companyId:$companyId,first:100){nodes{id name hint}}} fragment Sums on UsageSums{requests failedRequests promptTokens cachedTokens completionTokens totalTokens credits} fragment GroupSums on UsageRow{requests failedRequests totalTokens credits}",
}
