import type { Tables } from '@gatehouse/schema/tables'
import { type Kysely, sql } from 'kysely'

/** Upper bounds for the limits of a company's keys; null where its plan sets none. */
export type KeyCeilings = { rpmLimitMax: number | null; tpmLimitMax: number | null }

/**
 * Taken from the plan of the active subscription, or from the plan of the postpaid terms. Gateways apply the same SQL
 * function.
 */
export async function readKeyCeilings(database: Kysely<Tables>, companyId: string): Promise<KeyCeilings> {
  const { rows } = await sql<{ rpm_limit_max: number | null; tpm_limit_max: number | null }>`
    select rpm_limit_max, tpm_limit_max from key_ceilings(${companyId}::uuid)`.execute(database)
  return { rpmLimitMax: rows[0]?.rpm_limit_max ?? null, tpmLimitMax: rows[0]?.tpm_limit_max ?? null }
}
