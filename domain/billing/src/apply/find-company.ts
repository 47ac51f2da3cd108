import type { Transaction } from '@gatehouse/schema/database'
import { type ApplyContext, wakeParkedEvents } from './apply-context.ts'

export type CompanyReferences = {
  customerId: string | null
  /** The company id that our checkout stored in the provider's metadata. */
  companyId?: string | null
  subscriptionId?: string | null
}

/** Finds the company by the customer, by our metadata or by the subscription, and links the customer to it. */
export async function findCompany(
  context: ApplyContext,
  references: CompanyReferences,
): Promise<string | undefined> {
  const { tx } = context
  const known =
    references.customerId === null ? undefined : await companyOfCustomer(tx, references.customerId)
  if (known !== undefined) return known
  const companyId =
    (await existingCompany(tx, references.companyId ?? null)) ??
    (await companyOfSubscription(tx, references.subscriptionId ?? null))
  if (companyId === undefined) return undefined
  if (references.customerId !== null) await linkCustomer(context, references.customerId, companyId)
  return companyId
}

/** Wake-up key for events that are parked until their company is known. */
export function companyWaitKey({ customerId, subscriptionId }: CompanyReferences): string {
  return customerId === null ? `subscription:${subscriptionId ?? 'none'}` : `customer:${customerId}`
}

async function linkCustomer(context: ApplyContext, customerId: string, companyId: string): Promise<void> {
  await context.tx
    .insertInto('provider_customers')
    .values({ provider_customer_id: customerId, company_id: companyId })
    .onConflict((conflict) => conflict.column('provider_customer_id').doNothing())
    .execute()
  context.effects.summary.push(`customer ${customerId} belongs to company ${companyId}`)
  await wakeParkedEvents(context, [`customer:${customerId}`])
}

async function companyOfCustomer(tx: Transaction, customerId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('provider_customers')
    .select('company_id')
    .where('provider_customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.company_id
}

async function existingCompany(tx: Transaction, id: string | null): Promise<string | undefined> {
  if (id === null) return undefined
  const row = await tx.selectFrom('companies').select('id').where('id', '=', id).executeTakeFirst()
  return row?.id
}

async function companyOfSubscription(tx: Transaction, id: string | null): Promise<string | undefined> {
  if (id === null) return undefined
  const row = await tx
    .selectFrom('subscriptions')
    .select('company_id')
    .where('provider_subscription_id', '=', id)
    .executeTakeFirst()
  return row?.company_id
}
