// What the operations of billing work with.
import type { Shards } from '@gatehouse/postgres/shards'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { SendNotice } from './apply/apply-context.ts'
import type { DirectoryDeps } from './catalog/directory-deps.ts'
import type { ProviderEvent } from './facts/provider-event.ts'
import type { ProviderFact } from './facts/provider-fact.ts'
import type { PaymentProvider } from './payment-provider.ts'

export type CatalogDeps = DirectoryDeps & {
  ids: Ids
  logger: Logger
  provider: PaymentProvider
}

export type CheckoutDeps = CatalogDeps & {
  databases: Shards<Database>
  /** Where the provider's pages send the buyer afterwards: to the billing page of the company. */
  returnUrls: (companyId: string, reference: string) => { successUrl: string; cancelUrl: string }
  portalReturnUrl: (companyId: string) => string
}

export type InboxDeps = DirectoryDeps & {
  databases: Shards<Database>
  /**
   * Stores events. Separate from `database` where events are applied with connections of their own: applying may wait
   * long for a lock or an answer, and the provider must not wait for it.
   */
  storage?: Database
  clock: Clock
  ids: Ids
  logger: Logger
  provider: PaymentProvider
  readEvent: (payload: unknown) => ProviderEvent
  /** Throws if the event's object does not match the schema of its type. */
  readFact: (event: ProviderEvent) => ProviderFact | undefined
  /** API version and mode of this deployment's events; others are quarantined. */
  expected: { apiVersion: string; isLive: boolean }
  onNotice?: SendNotice
  /**
   * Called after the commit with the companies whose credits or invoices changed, to refresh caches. Must not throw.
   */
  onCompaniesChanged?: (companyIds: readonly string[]) => void
}
