import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { constraintFault } from '@gatehouse/postgres/constraint-fault'
import { Fault } from '@gatehouse/runtime/fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Tables } from '@gatehouse/schema/tables'
import type { Kysely } from 'kysely'
import type { Company } from '../company.ts'
import { companyColumns, fromRow } from './company-row.ts'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    companies: 'companies.name' | 'companies.not_found' | 'companies.platform_needed' | 'companies.reason'
  }
}

/** The company starts without members; its first admin is invited. */
export async function createCompany(
  { database, ids }: { database: Kysely<Tables>; ids: Ids },
  { name, billingMode }: Pick<Company, 'name' | 'billingMode'>,
  by: AuditActor,
): Promise<Company> {
  return database.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto('companies')
      .values({ id: ids.uuid(), name: name.trim(), billing_mode: billingMode })
      .returning(companyColumns)
      .executeTakeFirstOrThrow()
      .catch((thrown: unknown) => {
        throw constraintFault(thrown, { companies_name_not_blank: invalidName })
      })
    await recordAuditEntry(ids, tx, {
      ...by,
      companyId: row.id,
      action: 'company.create',
      subject: { kind: 'company', id: row.id },
      details: { name: row.name, billing_mode: billingMode },
    })
    return fromRow(row)
  })
}

function invalidName(cause: unknown): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'companies.name',
    publicMessage: 'A company needs a name of at most 200 characters.',
    cause,
  })
}
