// Generated from keys.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type ApiKeysVariables = {
  companyId: string
  status?: 'EXPIRED' | 'LIVE' | 'REVOKED' | null | undefined
  after?: string | null | undefined
}

export type ApiKeysResult = {
  apiKeys: {
    nodes: readonly ({
      id: string
      name: string
      hint: string
      status: 'EXPIRED' | 'LIVE' | 'REVOKED'
      modelAllowlist: readonly (string)[] | null
      rpmLimit: number
      tpmLimit: number
      monthlyCreditCap: string | null
      spentThisMonth: string
      lastUsedAt: string | null
      expiresAt: string | null
      revokedAt: string | null
    })[]
    endCursor: string | null
    hasNextPage: boolean
  }
  any: {
    nodes: readonly ({
      id: string
    })[]
  }
  models: readonly ({
    alias: string
    capability: 'chat' | 'embed' | 'extract'
  })[]
}

export const apiKeys: Operation<ApiKeysResult, ApiKeysVariables> = {
  name: 'ApiKeys',
  text: "query ApiKeys($companyId:ID!,$status:ApiKeyStatus,$after:ID){apiKeys(companyId:$companyId,status:$status,first:50,after:$after){nodes{id name hint status modelAllowlist rpmLimit tpmLimit monthlyCreditCap spentThisMonth lastUsedAt expiresAt revokedAt}endCursor hasNextPage}any:apiKeys(companyId:$companyId,first:1){nodes{id}}models(companyId:$companyId){alias capability}}",
}

export type CreateApiKeyVariables = {
  companyId: string
  input: { expiresAt?: string | null | undefined; mayReadCompanyUsage?: boolean | null | undefined; modelAllowlist?: readonly (string)[] | null | undefined; monthlyCreditCap?: string | null | undefined; name: string; rpmLimit?: number | null | undefined; scopes?: readonly (string)[] | null | undefined; tpmLimit?: number | null | undefined }
}

export type CreateApiKeyResult = {
  createApiKey: {
    rawKey: string
    key: {
      id: string
      name: string
      hint: string
      modelAllowlist: readonly (string)[] | null
    }
  }
}

export const createApiKey: Operation<CreateApiKeyResult, CreateApiKeyVariables> = {
  name: 'CreateApiKey',
  text: "mutation CreateApiKey($companyId:ID!,$input:CreateApiKeyInput!){createApiKey(companyId:$companyId,input:$input){rawKey key{id name hint modelAllowlist}}}",
}

export type FirstCallVariables = {
  companyId: string
  keyId: string
}

export type FirstCallResult = {
  calls: {
    nodes: readonly ({
      id: string
      model: string
      status: 'FAILED' | 'PARKED' | 'SUCCEEDED'
      credits: string
    })[]
  }
  refusals: {
    nodes: readonly ({
      requestId: string
      message: string
    })[]
  }
}

export const firstCall: Operation<FirstCallResult, FirstCallVariables> = {
  name: 'FirstCall',
  text: "query FirstCall($companyId:ID!,$keyId:ID!){calls(companyId:$companyId,keyId:$keyId,first:1){nodes{id model status credits}}refusals(companyId:$companyId,keyId:$keyId,first:1){nodes{requestId message}}}",
}
