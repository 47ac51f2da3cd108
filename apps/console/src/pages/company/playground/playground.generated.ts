// Generated from playground.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type PlaygroundVariables = {
  companyId: string
}

export type PlaygroundResult = {
  models: readonly ({
    alias: string
    capability: 'chat' | 'embed' | 'extract'
    maxOutputTokens: number
    supportsJsonSchema: boolean
    price: {
      version: string
      inputPerMillion: string
      cachedInputPerMillion: string
      outputPerMillion: string
    } | null
  })[]
}

export const playground: Operation<PlaygroundResult, PlaygroundVariables> = {
  name: 'Playground',
  text: "query Playground($companyId:ID!){models(companyId:$companyId){alias capability maxOutputTokens supportsJsonSchema price{version inputPerMillion cachedInputPerMillion outputPerMillion}}}",
}

export type CreatePageKeyVariables = {
  companyId: string
  input: { expiresAt?: string | null | undefined; mayReadCompanyUsage?: boolean | null | undefined; modelAllowlist?: readonly (string)[] | null | undefined; monthlyCreditCap?: string | null | undefined; name: string; rpmLimit?: number | null | undefined; scopes?: readonly (string)[] | null | undefined; tpmLimit?: number | null | undefined }
}

export type CreatePageKeyResult = {
  createApiKey: {
    rawKey: string
    key: {
      id: string
      hint: string
      expiresAt: string | null
    }
  }
}

export const createPageKey: Operation<CreatePageKeyResult, CreatePageKeyVariables> = {
  name: 'CreatePageKey',
  text: "mutation CreatePageKey($companyId:ID!,$input:CreateApiKeyInput!){createApiKey(companyId:$companyId,input:$input){rawKey key{id hint expiresAt}}}",
}

export type EndPageKeyVariables = {
  companyId: string
  keyId: string
}

export type EndPageKeyResult = {
  revokeApiKey: {
    id: string
    status: 'EXPIRED' | 'LIVE' | 'REVOKED'
  }
}

export const endPageKey: Operation<EndPageKeyResult, EndPageKeyVariables> = {
  name: 'EndPageKey',
  text: "mutation EndPageKey($companyId:ID!,$keyId:ID!){revokeApiKey(companyId:$companyId,keyId:$keyId){id status}}",
}
