// Generated from models.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type CatalogVariables = Record<string, never>

export type CatalogResult = {
  catalog: readonly ({
    alias: string
    capability: 'chat' | 'embed' | 'extract'
    isEnabled: boolean
    maxOutputTokens: number
    routes: readonly ({
      id: string
      isEnabled: boolean
      providerModel: string
    })[]
    prices: readonly ({
      version: string
      input: string
      cachedInput: string
      output: string
      isCurrent: boolean
    })[]
  })[]
  routeStates: readonly ({
    routeId: string
    replica: string
    state: 'CLOSED' | 'HALF_OPEN' | 'OPEN'
    calls5m: number
    failures5m: number
    p95: number | null
  })[] | null
}

export const catalog: Operation<CatalogResult, CatalogVariables> = {
  name: 'Catalog',
  text: "query Catalog{catalog{alias capability isEnabled maxOutputTokens routes{id isEnabled providerModel}prices{version input cachedInput output isCurrent}}routeStates{routeId replica state calls5m failures5m p95}}",
}
