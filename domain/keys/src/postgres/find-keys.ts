import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Database } from '@gatehouse/schema/database'
import { type ApiKey, defaultRpmLimit, defaultTpmLimit } from '../api-key.ts'
import type { CallerKey, FindKeys, FoundKey } from '../key-ports.ts'
import { keyNotFound } from '../key-faults.ts'
import { type ApiKeyRow, apiKeyColumns, fromRow } from './api-key-row.ts'

const plainColumns = apiKeyColumns.filter((column) => column !== 'rpm_limit' && column !== 'tpm_limit')

// Triggers record changes of the columns that this reads; a test compares them (migration 0148, key-changes.ts).
// If a key follows the company's plan, its limits are lowered to those that the plan allows now.
export const findStatement = {
  name: 'find-keys',
  text: `
    select k.key_hash, (select database_incarnation()) as incarnation, ${plainColumns.map((column) => `k.${column}`).join(', ')},
           c.suspended_at is not null as is_company_suspended,
           (select json_object_agg(coalesce(b.alias, ''), b.limit_micros::text) from budgets b
             where b.company_id = k.company_id and b.is_hard) as budgets,
           case when k.limits_follow_plan then least(k.rpm_limit, coalesce(plan.rpm_limit_max, $3)) else k.rpm_limit end
             as rpm_limit,
           case when k.limits_follow_plan then least(k.tpm_limit, coalesce(plan.tpm_limit_max, $4)) else k.tpm_limit end
             as tpm_limit
      from api_keys k
      join companies c on c.id = k.company_id
      left join lateral key_ceilings(k.company_id) plan on k.limits_follow_plan
     where k.key_hash = any ($1::bytea[]) or k.id = any ($2::uuid[])`,
}

type FoundRow = ApiKeyRow & {
  key_hash: Buffer
  incarnation: string | null
  is_company_suspended: boolean
  /** Limits by alias; the company's own has an empty name. */
  budgets: Record<string, string> | null
}

/** For the gateway: one statement for any number of keys, each with one hash per pepper. */
export function createFindKeys(postgres: Queryable): FindKeys {
  return async ({ hashes, ids }) => {
    const { rows } = await postgres.query<FoundRow>({
      ...findStatement,
      values: [hashes, ids, defaultRpmLimit, defaultTpmLimit],
    })
    return rows.map((row): FoundKey => ({
      key: {
        ...fromRow(row),
        isCompanySuspended: row.is_company_suspended,
        ...(row.budgets && { budgets: toBudgets(row.budgets) }),
      },
      hash: row.key_hash,
      incarnation: row.incarnation,
    }))
  }
}

function toBudgets(limits: Record<string, string>): NonNullable<CallerKey['budgets']> {
  const { '': company, ...aliases } = limits
  return {
    ...(company !== undefined && { company: BigInt(company) }),
    aliases: new Map(Object.entries(aliases).map(([alias, micros]) => [alias, BigInt(micros)])),
  }
}

/** All keys of the company, oldest first, including revoked and expired ones. */
export async function listApiKeys(database: Database, companyId: string): Promise<ApiKey[]> {
  const rows = await database
    .selectFrom('api_keys')
    .select(apiKeyColumns)
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  return rows.map(fromRow)
}

/** Throws a fault unless the key belongs to the company. */
export async function requireKeyOf(database: Database, companyId: string, keyId: string): Promise<void> {
  const row = await database
    .selectFrom('api_keys')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', keyId)
    .executeTakeFirst()
  if (!row) throw keyNotFound()
}
