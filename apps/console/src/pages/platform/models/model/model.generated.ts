// Generated from model.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../../graphql/operation.ts'

export type ModelAliasVariables = Record<string, never>

export type ModelAliasResult = {
  catalog: readonly ({
    alias: string
    capability: 'chat' | 'embed' | 'extract'
    isEnabled: boolean
    maxOutputTokens: number
    contextTokens: number | null
    routes: readonly ({
      id: string
      position: number
      weight: number
      baseUrl: string
      providerModel: string
      credentialRef: string | null
      isEnabled: boolean
      totalTimeoutMs: number
    })[]
    prices: readonly ({
      version: string
      input: string
      cachedInput: string
      output: string
      isCurrent: boolean
      validFrom: string
    })[]
  })[]
  routeStates: readonly ({
    routeId: string
    replica: string
    state: 'CLOSED' | 'HALF_OPEN' | 'OPEN'
    openUntil: string | null
    calls5m: number
    failures5m: number
    p95: number | null
  })[] | null
}

export const modelAlias: Operation<ModelAliasResult, ModelAliasVariables> = {
  name: 'ModelAlias',
  text: "query ModelAlias{catalog{...AliasDetails}routeStates{routeId replica state openUntil calls5m failures5m p95}} fragment AliasDetails on CatalogAlias{alias capability isEnabled maxOutputTokens contextTokens routes{id position weight baseUrl providerModel credentialRef isEnabled totalTimeoutMs}prices{version input cachedInput output isCurrent validFrom}}",
}

export type PreviewPriceVariables = {
  alias: string
  input: string
  cachedInput: string
  output: string
}

export type PreviewPriceResult = {
  previewPrice: {
    before: string
    after: string
    charged: string
    companies: readonly ({
      companyId: string
      companyName: string | null
      before: string
      after: string
    })[]
  }
}

export const previewPrice: Operation<PreviewPriceResult, PreviewPriceVariables> = {
  name: 'PreviewPrice',
  text: "query PreviewPrice($alias:String!,$input:String!,$cachedInput:String!,$output:String!){previewPrice(alias:$alias input:$input cachedInput:$cachedInput output:$output days:30){before after charged companies{companyId companyName before after}}}",
}

export type SetPriceVariables = {
  alias: string
  input: string
  cachedInput: string
  output: string
}

export type SetPriceResult = {
  setPrice: {
    alias: string
    capability: 'chat' | 'embed' | 'extract'
    isEnabled: boolean
    maxOutputTokens: number
    contextTokens: number | null
    routes: readonly ({
      id: string
      position: number
      weight: number
      baseUrl: string
      providerModel: string
      credentialRef: string | null
      isEnabled: boolean
      totalTimeoutMs: number
    })[]
    prices: readonly ({
      version: string
      input: string
      cachedInput: string
      output: string
      isCurrent: boolean
      validFrom: string
    })[]
  }
}

export const setPrice: Operation<SetPriceResult, SetPriceVariables> = {
  name: 'SetPrice',
  text: "mutation SetPrice($alias:String!,$input:String!,$cachedInput:String!,$output:String!){setPrice(alias:$alias input:$input cachedInput:$cachedInput output:$output){...AliasDetails}} fragment AliasDetails on CatalogAlias{alias capability isEnabled maxOutputTokens contextTokens routes{id position weight baseUrl providerModel credentialRef isEnabled totalTimeoutMs}prices{version input cachedInput output isCurrent validFrom}}",
}

export type SetRouteVariables = {
  route: { alias: string; answerModels?: readonly (string)[] | null | undefined; baseUrl: string; connectTimeoutMs?: number | null | undefined; countsTotalTokens?: boolean | null | undefined; credentialRef?: string | null | undefined; firstByteTimeoutMs?: number | null | undefined; hiddenFields?: readonly (string)[] | null | undefined; hiddenNames?: readonly (string)[] | null | undefined; idleTimeoutMs?: number | null | undefined; isBeside?: boolean | null | undefined; isEnabled?: boolean | null | undefined; position: number; providerModel: string; rejectedFields?: readonly (string)[] | null | undefined; supportsJsonSchema?: boolean | null | undefined; supportsLegacyCompletions?: boolean | null | undefined; supportsStreamOptions?: boolean | null | undefined; totalTimeoutMs?: number | null | undefined; weight?: number | null | undefined }
}

export type SetRouteResult = {
  setRoute: {
    alias: string
    capability: 'chat' | 'embed' | 'extract'
    isEnabled: boolean
    maxOutputTokens: number
    contextTokens: number | null
    routes: readonly ({
      id: string
      position: number
      weight: number
      baseUrl: string
      providerModel: string
      credentialRef: string | null
      isEnabled: boolean
      totalTimeoutMs: number
    })[]
    prices: readonly ({
      version: string
      input: string
      cachedInput: string
      output: string
      isCurrent: boolean
      validFrom: string
    })[]
  }
}

export const setRoute: Operation<SetRouteResult, SetRouteVariables> = {
  name: 'SetRoute',
  text: "mutation SetRoute($route:ModelRouteInput!){setRoute(route:$route){...AliasDetails}} fragment AliasDetails on CatalogAlias{alias capability isEnabled maxOutputTokens contextTokens routes{id position weight baseUrl providerModel credentialRef isEnabled totalTimeoutMs}prices{version input cachedInput output isCurrent validFrom}}",
}

export type RemoveRouteVariables = {
  routeId: string
}

export type RemoveRouteResult = {
  removeRoute: {
    alias: string
    capability: 'chat' | 'embed' | 'extract'
    isEnabled: boolean
    maxOutputTokens: number
    contextTokens: number | null
    routes: readonly ({
      id: string
      position: number
      weight: number
      baseUrl: string
      providerModel: string
      credentialRef: string | null
      isEnabled: boolean
      totalTimeoutMs: number
    })[]
    prices: readonly ({
      version: string
      input: string
      cachedInput: string
      output: string
      isCurrent: boolean
      validFrom: string
    })[]
  }
}

export const removeRoute: Operation<RemoveRouteResult, RemoveRouteVariables> = {
  name: 'RemoveRoute',
  text: "mutation RemoveRoute($routeId:ID!){removeRoute(routeId:$routeId){...AliasDetails}} fragment AliasDetails on CatalogAlias{alias capability isEnabled maxOutputTokens contextTokens routes{id position weight baseUrl providerModel credentialRef isEnabled totalTimeoutMs}prices{version input cachedInput output isCurrent validFrom}}",
}
