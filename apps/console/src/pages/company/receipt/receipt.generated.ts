// Generated from receipt.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type ReceiptVariables = {
  companyId: string
  callId: string
}

export type ReceiptResult = {
  call: {
    id: string
    keyId: string
    model: string
    operation: string
    status: 'FAILED' | 'PARKED' | 'SUCCEEDED'
    reason: string | null
    rule: string
    createdAt: string
    durationMs: number
    promptTokens: number
    cachedTokens: number
    completionTokens: number
    price: {
      version: string
      inputPerMillion: string
      cachedInputPerMillion: string
      outputPerMillion: string
      since: string
    } | null
    held: string
    charged: string
    givenBack: string
    balanceBefore: string
    balanceAfter: string
    jws: string | null
  }
  apiKeys: {
    nodes: readonly ({
      id: string
      name: string
      hint: string
    })[]
  }
}

export const receipt: Operation<ReceiptResult, ReceiptVariables> = {
  name: 'Receipt',
  text: "query Receipt($companyId:ID!,$callId:ID!){call(companyId:$companyId,callId:$callId){id keyId model operation status reason rule createdAt durationMs promptTokens cachedTokens completionTokens price{version inputPerMillion cachedInputPerMillion outputPerMillion since}held charged givenBack balanceBefore balanceAfter jws}apiKeys(companyId:$companyId,first:100){nodes{id name hint}}}",
}
