import type { Ids } from '@gatehouse/runtime/ids'
import type { Tables } from '@gatehouse/schema/tables'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Kysely } from 'kysely'
import type { PaymentProvider } from '../../payment-provider.ts'

export type CatalogDeps = {
  database: Kysely<Tables>
  ids: Ids
  logger: Logger
  provider: PaymentProvider
}
