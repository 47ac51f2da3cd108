// Generated from key.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type ApiKeyDetailVariables = {
  companyId: string
  keyId: string
  subjectId: string
  from: string
  groupBy: readonly ('DAY' | 'HOUR' | 'KEY' | 'MODEL' | 'OPERATION')[]
}

export type ApiKeyDetailResult = {
  apiKey: {
    id: string
    name: string
    hint: string
    status: 'EXPIRED' | 'LIVE' | 'REVOKED'
    scopes: readonly (string)[]
    modelAllowlist: readonly (string)[] | null
    rpmLimit: number
    tpmLimit: number
    monthlyCreditCap: string | null
    mayReadCompanyUsage: boolean
    spentThisMonth: string
    createdByEmail: string | null
    createdAt: string
    expiresAt: string | null
    lastUsedAt: string | null
    revokedAt: string | null
    rotatedFromId: string | null
  }
  keyLimits: {
    rpmLimit: number
    requestsLeft: number
    tpmLimit: number
    tokensLeft: number
  }
  usage: {
    rows: readonly ({
      day: string | null
      hour: string | null
      requests: number
      credits: string
    })[]
    totals: {
      requests: number
      failedRequests: number
      credits: string
    }
  }
  refusals: {
    nodes: readonly ({
      at: string
      requestId: string
      status: number
      rule: string
      message: string
      omitted: number
    })[]
  }
  afterRevocation: {
    nodes: readonly ({
      at: string
    })[]
    keptSince: string
  }
  auditLog: {
    nodes: readonly ({
      id: string
      action: string
      actorEmail: string | null
      createdAt: string
      details: unknown
    })[]
  }
  siblings: {
    nodes: readonly ({
      id: string
      name: string
      hint: string
      status: 'EXPIRED' | 'LIVE' | 'REVOKED'
      lastUsedAt: string | null
      rotatedFromId: string | null
    })[]
  }
  models: readonly ({
    alias: string
  })[]
}

export const apiKeyDetail: Operation<ApiKeyDetailResult, ApiKeyDetailVariables> = {
  name: 'ApiKeyDetail',
  text: "query ApiKeyDetail($companyId:ID!,$keyId:ID!,$subjectId:String!,$from:DateTime!,$groupBy:[UsageGroup!]!){apiKey(companyId:$companyId,keyId:$keyId){id name hint status scopes modelAllowlist rpmLimit tpmLimit monthlyCreditCap mayReadCompanyUsage spentThisMonth createdByEmail createdAt expiresAt lastUsedAt revokedAt rotatedFromId}keyLimits(companyId:$companyId,keyId:$keyId){rpmLimit requestsLeft tpmLimit tokensLeft}usage(companyId:$companyId,keyId:$keyId,from:$from,groupBy:$groupBy){rows{day hour requests credits}totals{requests failedRequests credits}}refusals(companyId:$companyId,keyId:$keyId,first:20){nodes{at requestId status rule message omitted}}afterRevocation:refusals(companyId:$companyId keyId:$keyId code:\"key_revoked\" first:100){nodes{at}keptSince}auditLog(companyId:$companyId subjectKind:\"key\" subjectId:$subjectId first:20){nodes{id action actorEmail createdAt details}}siblings:apiKeys(companyId:$companyId,first:100){nodes{id name hint status lastUsedAt rotatedFromId}}models(companyId:$companyId){alias}}",
}

export type UpdateApiKeyVariables = {
  companyId: string
  keyId: string
  input: { expiresAt?: string | null | undefined; modelAllowlist?: readonly (string)[] | null | undefined; monthlyCreditCap?: string | null | undefined; name?: string | null | undefined; rpmLimit?: number | null | undefined; tpmLimit?: number | null | undefined }
}

export type UpdateApiKeyResult = {
  updateApiKey: {
    id: string
  }
}

export const updateApiKey: Operation<UpdateApiKeyResult, UpdateApiKeyVariables> = {
  name: 'UpdateApiKey',
  text: "mutation UpdateApiKey($companyId:ID!,$keyId:ID!,$input:UpdateApiKeyInput!){updateApiKey(companyId:$companyId,keyId:$keyId,input:$input){id}}",
}

export type RotateApiKeyVariables = {
  companyId: string
  keyId: string
}

export type RotateApiKeyResult = {
  rotateApiKey: {
    rawKey: string
    key: {
      id: string
      name: string
      hint: string
      modelAllowlist: readonly (string)[] | null
    }
  }
}

export const rotateApiKey: Operation<RotateApiKeyResult, RotateApiKeyVariables> = {
  name: 'RotateApiKey',
  text: "mutation RotateApiKey($companyId:ID!,$keyId:ID!){rotateApiKey(companyId:$companyId,keyId:$keyId){rawKey key{id name hint modelAllowlist}}}",
}

export type RevokeApiKeyVariables = {
  companyId: string
  keyId: string
}

export type RevokeApiKeyResult = {
  revokeApiKey: {
    id: string
  }
}

export const revokeApiKey: Operation<RevokeApiKeyResult, RevokeApiKeyVariables> = {
  name: 'RevokeApiKey',
  text: "mutation RevokeApiKey($companyId:ID!,$keyId:ID!){revokeApiKey(companyId:$companyId,keyId:$keyId){id}}",
}
