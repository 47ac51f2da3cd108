import type { ModelAliasResult } from './model.generated.ts'

export type AliasDetails = ModelAliasResult['catalog'][number]
export type RouteStates = ModelAliasResult['routeStates']

/** Credits per million tokens, as typed and as the backend sends them. */
export type Price = { input: string; cachedInput: string; output: string }
