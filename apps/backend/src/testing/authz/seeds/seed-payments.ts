// Creates and pays for a pack and a plan through the backend itself and the payment provider's simulator, so that every
// field about money has data.
import type { Database } from '@gatehouse/schema/database'
import { stopTopUp } from '@gatehouse/billing/stop-top-up'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import type { StripeSim } from '@gatehouse/testkit/start-stripe-sim'
import { readGraphql } from '../../read-graphql.ts'
import type { KnownValues } from '../compose-operation.ts'
import type { SeededRoles } from './seed-roles.ts'

const ids = createIds(createSystemClock())

export type PaymentDeps = { url: string; database: Database; sim: StripeSim }

export async function seedPayments(
  { url, database, sim }: PaymentDeps,
  { authorization, known: { companyId } }: SeededRoles,
): Promise<KnownValues> {
  const asSuperAdmin = createAsk(url, authorization['super admin'])
  const asAdmin = createAsk(url, authorization.admin)
  const packId = await asSuperAdmin(addPack, { name: 'A pack to buy' })
  const retiredPackId = await asSuperAdmin(addPack, { name: 'A pack to archive' })
  const planId = await asSuperAdmin(addPlan, {})
  const usagePlanId = await asSuperAdmin(addUsagePlan, {})
  const postpaidId = await asSuperAdmin(addPostpaidCompany, {})
  await asSuperAdmin('mutation { one: syncAllPlansProviderPricing { id } }', {})
  await sim.pay(await asAdmin(buyPack, { companyId, packId }))
  await sim.pay(await asAdmin(subscribe, { companyId, planId }))
  await asAdmin(topUp, { companyId, packId })
  // As after a failed payment, so that every field has a value.
  await database.transaction().execute((tx) => stopTopUp({ tx, ids }, companyId, 'Your card was declined.'))
  const { id: subscriptionId } = await database
    .selectFrom('subscriptions')
    .select('id')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  const { id: eventId } = await database
    .selectFrom('provider_events')
    .select('id')
    .where('type', '=', 'checkout.session.completed')
    .executeTakeFirstOrThrow()
  return {
    eventId,
    planId,
    'createCheckoutSession.packId': packId,
    'setAutomaticTopUp.threshold': '1',
    'setAutomaticTopUp.packId': packId,
    'setAutomaticTopUp.monthlyMaximum': 20,
    'archiveCreditPack.packId': retiredPackId,
    'updateCreditPack.packId': packId,
    'setPostpaidTerms.companyId': postpaidId,
    'setPostpaidTerms.planId': usagePlanId,
    'deactivateStaleSubscriptions.ids': [subscriptionId],
  }
}

const addPack = `mutation ($name: String!) {
  one: createCreditPack(input: { name: $name, credits: 50, price: 10, currency: "eur", sortOrder: 1 }) { id } }`
const addPlan = `mutation {
  one: createPlan(input: { name: "A plan", credits: 100, price: 20, currency: "eur", sortOrder: 1, billingMode: PREPAID }) {
    id } }`
const addUsagePlan = `mutation {
  one: createPlan(input: { name: "By use", credits: 1000, price: 10, currency: "eur", sortOrder: 2, billingMode: POSTPAID }) {
    id } }`
const addPostpaidCompany = `mutation { one: createCompany(name: "Pays later", billingMode: POSTPAID) { id } }`
const buyPack = `mutation ($companyId: ID!, $packId: ID) {
  one: createCheckoutSession(companyId: $companyId, packId: $packId) { id: sessionId } }`
const subscribe = `mutation ($companyId: ID!, $planId: ID) {
  one: createCheckoutSession(companyId: $companyId, planId: $planId) { id: sessionId } }`

const topUp = `mutation ($companyId: ID!, $packId: ID!) {
  one: setAutomaticTopUp(companyId: $companyId, packId: $packId, threshold: "1", monthlyMaximum: 20) { id: packId } }`

/** Runs a document whose result has the alias `one`, and returns the result's id, or an empty string if it has none. */
function createAsk(url: string, authorization: string | undefined) {
  return async (query: string, variables: Record<string, unknown>): Promise<string> => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: authorization ?? '' },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = await readGraphql(response)
    if (errors) throw new Error(`seeding failed: ${errors[0]?.message}`)
    return (data?.['one'] as { id?: string } | undefined)?.id ?? ''
  }
}
