import { Fault } from '@gatehouse/runtime/fault'
import type { CheckoutDeps } from '../billing-deps.ts'

/**
 * Returns the company's customer id at the provider. If a response is lost and the request is repeated more than a day
 * later, a duplicate customer is created, which is harmless.
 */
export async function ensureCustomer(
  deps: Pick<CheckoutDeps, 'database' | 'provider'>,
  companyId: string,
): Promise<string> {
  const { database, provider } = deps
  const known = await findCustomer(deps, companyId)
  if (known !== undefined) return known
  const company = await database
    .selectFrom('companies')
    .select('name')
    .where('id', '=', companyId)
    .executeTakeFirst()
  if (!company) {
    const publicMessage = 'There is no such company.'
    throw new Fault({ kind: 'not_found', code: 'billing.company_unknown', publicMessage })
  }
  const customerId = await provider.createCustomer({ companyId, companyName: company.name })
  await database
    .insertInto('provider_customers')
    .values({ provider_customer_id: customerId, company_id: companyId })
    .onConflict((conflict) => conflict.column('provider_customer_id').doNothing())
    .execute()
  return customerId
}

/** The oldest customer, if there are several. */
async function findCustomer(
  { database }: Pick<CheckoutDeps, 'database'>,
  companyId: string,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('provider_customers')
    .select('provider_customer_id')
    .where('company_id', '=', companyId)
    .orderBy('created_at')
    .orderBy('provider_customer_id')
    .limit(1)
    .executeTakeFirst()
  return row?.provider_customer_id
}
