// Shared by all changes of the catalog.
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { Fault } from '@gatehouse/runtime/fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database, Transaction } from '@gatehouse/schema/database'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    models:
      | 'models.alias_invalid'
      | 'models.alias_unknown'
      | 'models.credential_unusable'
      | 'models.route_invalid'
      | 'models.route_unknown'
  }
}

export type CatalogChangeDeps = { database: Database; ids: Ids; by: AuditActor }

/** Serialises changes of one alias, so that each is based on the result of the previous one. */
export async function lockAlias(tx: Transaction, alias: string): Promise<void> {
  const row = await tx
    .selectFrom('model_aliases')
    .select('alias')
    .where('alias', '=', alias)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row) return
  throw new Fault({
    kind: 'not_found',
    code: 'models.alias_unknown',
    publicMessage: `There is no alias ${alias}. Create it first, with setAlias or gatehouse models set-alias.`,
  })
}

export type AuditedChange = {
  action: 'model_alias.set' | 'model_route.set' | 'model_route.remove' | 'model_price.set'
  alias: string
  details: Readonly<Record<string, unknown>>
}

/** Recorded without a company: the catalog belongs to the platform. */
export async function auditCatalogChange(
  { ids, by }: Pick<CatalogChangeDeps, 'ids' | 'by'>,
  tx: Transaction,
  { action, alias, details }: AuditedChange,
): Promise<void> {
  await recordAuditEntry(ids, tx, {
    ...by,
    companyId: null,
    action,
    subject: { kind: 'model_alias', id: alias },
    details,
  })
}
