import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'
import { platformCompanyId } from './platform-company.ts'

const companyName = 'Gatehouse platform'

/** Creates the platform's own company. Idempotent; returns true if the company was created. */
export async function seedPlatformCompany(database: Database, ids: Ids, operator: string): Promise<boolean> {
  return database.transaction().execute(async (tx) => {
    const company = await tx
      .insertInto('companies')
      .values({ id: platformCompanyId, name: companyName, billing_mode: 'POSTPAID' })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!company) return false
    await recordAuditEntry(ids, tx, {
      actor: { kind: 'operator', id: operator },
      companyId: platformCompanyId,
      action: 'company.create',
      subject: { kind: 'company', id: platformCompanyId },
      details: { name: companyName, billing_mode: 'POSTPAID' },
    })
    return true
  })
}
