import type { Tables } from '@gatehouse/schema/tables'
import type { Transaction } from 'kysely'
import { type Applying, tellWhoWaits } from './applying.ts'

export type CompanyTraces = {
  customerId: string | null
  /** As our checkout wrote it down at the provider. */
  companyId?: string | null
  subscriptionId?: string | null
}

/** Whose it is, by the customer, by what we wrote down, or by the subscription; and remembers the customer. */
export async function findCompany(applying: Applying, traces: CompanyTraces): Promise<string | undefined> {
  const { tx } = applying
  const known = traces.customerId === null ? undefined : await companyOfCustomer(tx, traces.customerId)
  if (known !== undefined) return known
  const companyId =
    (await existingCompany(tx, traces.companyId ?? null)) ??
    (await companyOfSubscription(tx, traces.subscriptionId ?? null))
  if (companyId === undefined) return undefined
  if (traces.customerId !== null) await linkCustomer(applying, traces.customerId, companyId)
  return companyId
}

/** For what still waits when the company is not known. */
export function companyWaitKey({ customerId, subscriptionId }: CompanyTraces): string {
  return customerId === null ? `subscription:${subscriptionId ?? 'none'}` : `customer:${customerId}`
}

async function linkCustomer(applying: Applying, customerId: string, companyId: string): Promise<void> {
  await applying.tx
    .insertInto('provider_customers')
    .values({ provider_customer_id: customerId, company_id: companyId })
    .onConflict((conflict) => conflict.column('provider_customer_id').doNothing())
    .execute()
  applying.book.effects.push(`customer ${customerId} belongs to company ${companyId}`)
  await tellWhoWaits(applying, [`customer:${customerId}`])
}

async function companyOfCustomer(tx: Transaction<Tables>, customerId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('provider_customers')
    .select('company_id')
    .where('provider_customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.company_id
}

async function existingCompany(tx: Transaction<Tables>, id: string | null): Promise<string | undefined> {
  if (id === null) return undefined
  const row = await tx.selectFrom('companies').select('id').where('id', '=', id).executeTakeFirst()
  return row?.id
}

async function companyOfSubscription(
  tx: Transaction<Tables>,
  id: string | null,
): Promise<string | undefined> {
  if (id === null) return undefined
  const row = await tx
    .selectFrom('subscriptions')
    .select('company_id')
    .where('provider_subscription_id', '=', id)
    .executeTakeFirst()
  return row?.company_id
}
