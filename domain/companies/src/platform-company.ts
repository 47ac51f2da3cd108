import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'

// The platform's own company. Its keys make the platform's own calls, which are metered like any other and never
// rejected for lack of credits; a database constraint makes it postpaid.

/** The same in every installation, so that a gateway recognises the company without a query. */
export const platformCompanyId = '00000000-0000-7000-8000-000000000001'
export const platformCompanyName = 'Gatehouse platform'

/** Returns true if the company was created. Idempotent. */
export async function seedPlatformCompany(database: Database, ids: Ids, operator: string): Promise<boolean> {
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
