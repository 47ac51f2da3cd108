import type { Clock } from '@gatehouse/runtime/clock'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Tables } from '@gatehouse/schema/tables'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Kysely } from 'kysely'
import type { ProviderEvent } from '../../facts/provider-event.ts'
import type { ProviderFact } from '../../facts/provider-fact.ts'
import type { PaymentProvider } from '../../payment-provider.ts'
import type { TellNotice } from '../apply/applying.ts'

export type InboxDeps = {
  database: Kysely<Tables>
  clock: Clock
  ids: Ids
  logger: Logger
  provider: PaymentProvider
  readEvent: (payload: unknown) => ProviderEvent
  /** Throws if the event does not have the shape of its type. */
  readFact: (event: ProviderEvent) => ProviderFact | undefined
  /** What the events of this deployment say of themselves; others are kept for a person. */
  expected: { apiVersion: string; isLive: boolean }
  onNotice?: TellNotice
  /** Told after the commit whose credits or invoices changed, to refresh what is cached. Must not throw. */
  onCompaniesChanged?: (companyIds: readonly string[]) => void
}
