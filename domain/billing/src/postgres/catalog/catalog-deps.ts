import type { AuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Tables } from '@gatehouse/schema/tables'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Kysely } from 'kysely'
import type { PaymentProvider } from '../../payment-provider.ts'

/** Who does it, for the audit log. */
export type By = Pick<AuditEntry, 'actor' | 'clientAddress' | 'requestId'>

export type CatalogDeps = {
  database: Kysely<Tables>
  ids: Ids
  logger: Logger
  provider: PaymentProvider
}
