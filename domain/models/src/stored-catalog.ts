import type { Alias, Route } from './alias.ts'
import type { Price } from './price.ts'

/** An alias as it is stored, whether or not it can be used. */
export type StoredAlias = Alias & { isEnabled: boolean }

/** A route as it is stored: nobody has looked at its address yet, and its credential is only named. */
export type StoredRoute = Omit<Route, 'credential'> & {
  alias: string
  /** `env:NAME` or `file:/path`. */
  credentialRef: string | null
  isEnabled: boolean
}

/** Everything about models at one moment. */
export type StoredCatalog = {
  /** Differs from that of every other state of the catalog, and only grows. */
  version: bigint
  aliases: readonly StoredAlias[]
  routes: readonly StoredRoute[]
  /** By alias. */
  prices: ReadonlyMap<string, Price>
}
