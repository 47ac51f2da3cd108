import type { Alias, Price, Route } from './alias.ts'

/** An alias as stored, whether enabled or not. */
export type StoredAlias = Alias & { isEnabled: boolean }

/** A route as stored: its URL is not validated yet, and its credential is only named. */
export type StoredRoute = Omit<Route, 'credential'> & {
  alias: string
  /** `env:NAME` or `file:/path`. */
  credentialRef: string | null
  isEnabled: boolean
}

/** All aliases, routes and prices at one point in time. */
export type StoredCatalog = {
  /** Different for every state of the catalog; only increases. */
  version: bigint
  aliases: readonly StoredAlias[]
  routes: readonly StoredRoute[]
  /** Keyed by alias. */
  prices: ReadonlyMap<string, Price>
}
