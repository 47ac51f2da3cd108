import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { constraintFault } from '@gatehouse/postgres/constraint-fault'
import { containsPattern } from '@gatehouse/postgres/contains-pattern'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Shards } from '@gatehouse/postgres/shards'
import { Fault } from '@gatehouse/runtime/fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import { type Selectable, sql } from 'kysely'
import { addDefaultRules } from './alerts/change-alert-rules.ts'

export const billingModes = ['PREPAID', 'POSTPAID'] as const
export type BillingMode = (typeof billingModes)[number]

export type Company = Readonly<{
  id: string
  name: string
  billingMode: BillingMode
  createdAt: Date
  /** Null unless a super admin or an operator has suspended the company. */
  suspension: Suspension | null
}>

/** While suspended, the company's billable calls are rejected and model work for it waits. */
export type Suspension = Readonly<{ since: Date; reason: string }>

export const companyColumns = [
  'id',
  'name',
  'billing_mode',
  'created_at',
  'suspended_at',
  'suspension_reason',
] as const satisfies readonly (keyof Tables['companies'])[]

export type CompanyRow = Pick<Selectable<Tables['companies']>, (typeof companyColumns)[number]>

export function toCompany(row: CompanyRow): Company {
  const { suspended_at: since, suspension_reason: reason } = row
  return {
    id: row.id,
    name: row.name,
    billingMode: row.billing_mode,
    createdAt: row.created_at,
    suspension: since && { since, reason: reason ?? '' },
  }
}

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    companies: 'companies.name' | 'companies.not_found' | 'companies.platform_needed' | 'companies.reason'
  }
}

/** The company starts without members; its first admin is invited. */
export async function createCompany(
  { databases, ids }: { databases: Shards<Database>; ids: Ids },
  { name, billingMode }: Pick<Company, 'name' | 'billingMode'>,
  by: AuditActor,
): Promise<Company> {
  const companyId = ids.uuid()
  return databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      const row = await tx
        .insertInto('companies')
        .values({ id: companyId, name: name.trim(), billing_mode: billingMode })
        .returning(companyColumns)
        .executeTakeFirstOrThrow()
        .catch((thrown: unknown) => {
          throw constraintFault(thrown, { companies_name_not_blank: invalidName })
        })
      await addDefaultRules(tx, ids, row.id)
      await recordAuditEntry(ids, tx, {
        ...by,
        companyId: row.id,
        action: 'company.create',
        subject: { kind: 'company', id: row.id },
        details: { name: row.name, billing_mode: billingMode },
      })
      return toCompany(row)
    })
}

/** The caller must have checked that the actor is an admin of the company. */
export async function updateCompany(
  { databases, ids }: { databases: Shards<Database>; ids: Ids },
  { companyId, name }: { companyId: string; name: string },
  by: AuditActor,
): Promise<Company> {
  return databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      const old = await tx
        .selectFrom('companies')
        .select(companyColumns)
        .where('id', '=', companyId)
        .forUpdate()
        .executeTakeFirst()
      if (!old) throw companyUnknown()
      if (old.name === name.trim()) return toCompany(old)
      const row = await tx
        .updateTable('companies')
        .set({ name: name.trim(), updated_at: sql`now()` })
        .where('id', '=', companyId)
        .returning(companyColumns)
        .executeTakeFirstOrThrow()
        .catch((thrown: unknown) => {
          throw constraintFault(thrown, { companies_name_not_blank: invalidName })
        })
      await recordAuditEntry(ids, tx, {
        ...by,
        companyId,
        action: 'company.update',
        subject: { kind: 'company', id: companyId },
        details: { before: { name: old.name }, after: { name: row.name } },
      })
      return toCompany(row)
    })
}

export function companyUnknown(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'companies.not_found',
    publicMessage: 'There is no such company.',
  })
}

function invalidName(cause: unknown): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'companies.name',
    publicMessage: 'A company needs a name of at most 200 characters.',
    input: 'name',
    cause,
  })
}

export async function readCompany(database: Database, companyId: string): Promise<Company | undefined> {
  const row = await database
    .selectFrom('companies')
    .select(companyColumns)
    .where('id', '=', companyId)
    .executeTakeFirst()
  return row && toCompany(row)
}

export async function companyExists(database: Database, companyId: string): Promise<boolean> {
  const row = await database
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .executeTakeFirst()
  return row !== undefined
}

/** Used for model work on behalf of a company, which waits while the company is suspended. */
export async function isCompanySuspended(postgres: Queryable, companyId: string): Promise<boolean> {
  const { rows } = await postgres.query<{ is_suspended: boolean }>({
    name: 'is-company-suspended',
    text: 'select suspended_at is not null as is_suspended from companies where id = $1',
    values: [companyId],
  })
  return rows[0]?.is_suspended ?? false
}

export async function readCompanyNames(
  database: Database,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (companyIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('id', 'in', [...companyIds])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export type CompanyPage = { limit: number; beforeId?: string | undefined; nameContains?: string | undefined }

/** Newest first: ids sort by time. */
export async function listCompanies(
  database: Database,
  { limit, beforeId, nameContains }: CompanyPage,
): Promise<Company[]> {
  let query = database.selectFrom('companies').select(companyColumns).orderBy('id', 'desc').limit(limit)
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  if (nameContains !== undefined) query = query.where('name', 'ilike', containsPattern(nameContains))
  const rows = await query.execute()
  return rows.map(toCompany)
}
