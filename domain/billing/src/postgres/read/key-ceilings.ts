import type { Tables } from '@gatehouse/schema/tables'
import { type Kysely, sql } from 'kysely'

/** What a key of the company may be allowed at most; null where its plan says nothing. */
export type KeyCeilings = { rpmLimitMax: number | null; tpmLimitMax: number | null }

/** By the plan of its active subscription, or the one by which its usage is billed. */
export async function readKeyCeilings(database: Kysely<Tables>, companyId: string): Promise<KeyCeilings> {
  const { rows } = await sql<{ key_rpm_limit_max: number | null; key_tpm_limit_max: number | null }>`
    select p.key_rpm_limit_max, p.key_tpm_limit_max
      from plans p
     where p.id in (select s.plan_id from subscriptions s where s.company_id = ${companyId} and s.is_active
                    union all
                    select t.plan_id from postpaid_terms t join companies c on c.id = t.company_id
                     where t.company_id = ${companyId} and c.billing_mode = 'POSTPAID')
     order by p.key_rpm_limit_max desc nulls last, p.key_tpm_limit_max desc nulls last
     limit 1`.execute(database)
  return { rpmLimitMax: rows[0]?.key_rpm_limit_max ?? null, tpmLimitMax: rows[0]?.key_tpm_limit_max ?? null }
}
