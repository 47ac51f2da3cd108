import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { Fault } from '@gatehouse/runtime/fault'
import { sql } from 'kysely'
import type { CheckoutDeps } from '../billing-deps.ts'
import { findPlan } from '../catalog/list-offers.ts'
import { unknownOffer } from '../catalog/manage-offers.ts'

export type PostpaidTerms = { companyId: string; planId: string; daysUntilDue: number }

/**
 * Sets the rate at which a postpaid company's usage is billed and the payment term. Takes effect with the next bill.
 */
export async function setPostpaidTerms(
  { database, databases, ids }: Pick<CheckoutDeps, 'database' | 'databases' | 'ids'>,
  { companyId, planId, daysUntilDue }: PostpaidTerms,
  by: AuditActor,
): Promise<PostpaidTerms> {
  if (!Number.isInteger(daysUntilDue) || daysUntilDue < 1 || daysUntilDue > 365)
    throw invalidTerms('daysUntilDue', 'daysUntilDue must be from 1 to 365.')
  const plan = await findPlan(database, planId)
  if (!plan) throw unknownOffer('plan')
  if (plan.billingMode !== 'POSTPAID' || plan.creditsMicros === 0n)
    throw invalidTerms('planId', 'Name a postpaid plan with credits: its price for them is the rate.')
  return databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      const company = await tx
        .selectFrom('companies')
        .select('billing_mode')
        .where('id', '=', companyId)
        .executeTakeFirst()
      if (company?.billing_mode !== 'POSTPAID')
        throw invalidTerms('companyId', 'The company is not postpaid.')
      const terms = { plan_id: planId, days_until_due: daysUntilDue }
      await tx
        .insertInto('postpaid_terms')
        .values({ company_id: companyId, ...terms })
        .onConflict((conflict) =>
          conflict.column('company_id').doUpdateSet({ ...terms, updated_at: sql`now()` }),
        )
        .execute()
      await recordAuditEntry(ids, tx, {
        ...by,
        companyId,
        action: 'postpaid_terms.set',
        subject: { kind: 'company', id: companyId },
        details: terms,
      })
      return { companyId, planId, daysUntilDue }
    })
}

function invalidTerms(input: string, publicMessage: string): Fault {
  return new Fault({ kind: 'invalid', code: 'billing.postpaid_terms', publicMessage, input })
}
