import type { Tables } from '@gatehouse/schema/tables'
import { type Kysely, sql } from 'kysely'

/** What a key of the company may be allowed at most; null where its plan says nothing. */
export type KeyCeilings = { rpmLimitMax: number | null; tpmLimitMax: number | null }

/** By the plan of its active subscription, or the one by which its usage is billed. Gateways apply the same function. */
export async function readKeyCeilings(database: Kysely<Tables>, companyId: string): Promise<KeyCeilings> {
  const { rows } = await sql<{ rpm_limit_max: number | null; tpm_limit_max: number | null }>`
    select rpm_limit_max, tpm_limit_max from key_ceilings(${companyId}::uuid)`.execute(database)
  return { rpmLimitMax: rows[0]?.rpm_limit_max ?? null, tpmLimitMax: rows[0]?.tpm_limit_max ?? null }
}
