import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { sql } from 'kysely'
import type { Plan } from '../../offers.ts'
import { type PlanAllowance, readPlanAllowance } from '../../plan-allowance.ts'
import type { CatalogDeps } from './catalog-deps.ts'
import { unknownOffer } from './manage-offers.ts'
import { toPlan } from './offer-rows.ts'

/** Takes effect immediately, also for companies that already have the plan. */
export async function setPlanAllowance(
  { database, ids }: Pick<CatalogDeps, 'database' | 'ids'>,
  { planId, ...allowance }: PlanAllowance & { planId: string },
  by: AuditActor,
): Promise<Plan> {
  const columns = readPlanAllowance(allowance)
  return database.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('plans')
      .set({ ...columns, updated_at: sql`now()` })
      .where('id', '=', planId)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw unknownOffer('plan')
    await recordAuditEntry(ids, tx, {
      companyId: null,
      ...by,
      action: 'plan.set_allowance',
      subject: { kind: 'plan', id: planId },
      details: allowance,
    })
    return toPlan(row)
  })
}
