import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Tables } from '@gatehouse/schema/tables'
import type { Kysely } from 'kysely'
import { platformCompanyId, platformCompanyName } from './platform-company.ts'

/** Returns true if the company was created. Idempotent. */
export async function seedPlatformCompany(
  database: Kysely<Tables>,
  ids: Ids,
  operator: string,
): Promise<boolean> {
  return database.transaction().execute(async (tx) => {
    const company = await tx
      .insertInto('companies')
      .values({ id: platformCompanyId, name: platformCompanyName, billing_mode: 'POSTPAID' })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!company) return false
    await recordAuditEntry(ids, tx, {
      actor: { kind: 'operator', id: operator },
      companyId: platformCompanyId,
      action: 'company.create',
      subject: { kind: 'company', id: platformCompanyId },
      details: { name: platformCompanyName, billing_mode: 'POSTPAID' },
    })
    return true
  })
}
