// Packs and a plan that are on sale at the payment provider's simulator, and companies that have bought them.
import { addUser } from '@gatehouse/testkit/seed-backend'
import type { User } from '@gatehouse/identity/users'
import { expect } from 'vitest'
import type { OpenConsole } from '../open-console.ts'

export type Offers = { packIds: readonly string[]; planId: string }

let offered: Promise<Offers> | undefined

/** Puts the offers on sale, once for all tests of the worker. */
export function seedOffers(opened: OpenConsole): Promise<Offers> {
  offered ??= addOffers(opened)
  return offered
}

async function addOffers({ backend }: OpenConsole): Promise<Offers> {
  const user = await addUser(backend.database, { isSuperAdmin: true })
  const { data, errors } = await backend.ask(
    `mutation {
      small: createCreditPack(input: { name: "Starter", credits: 50, price: 12.5, currency: "eur", sortOrder: 1 }) { id }
      medium: createCreditPack(input: { name: "Team", credits: 250, price: 56, currency: "eur", sortOrder: 2 }) { id }
      large: createCreditPack(input: { name: "Scale", credits: 1000, price: 199, currency: "eur", sortOrder: 3 }) { id }
      plan: createPlan(input: { name: "Growth", credits: 400, price: 79, currency: "eur", sortOrder: 1, billingMode: PREPAID, trialDays: 14, trialCredits: 20 }) { id }
      syncAllPlansProviderPricing { id } }`,
    { user, isRecent: true },
  )
  expect(errors).toBeUndefined()
  const made = data as Record<'small' | 'medium' | 'large' | 'plan', { id: string }>
  return { packIds: [made.small.id, made.medium.id, made.large.id], planId: made.plan.id }
}

type Checkout = { sessionId: string; purchaseId: string | null }

/** Starts a checkout as the console does, and stays on this side of the payment page. */
export async function startCheckout(
  { backend }: OpenConsole,
  user: User,
  order: { companyId: string; packId?: string | undefined; planId?: string },
): Promise<Checkout> {
  const { data, errors } = await backend.ask(
    `mutation ($companyId: ID!, $packId: ID, $planId: ID) {
      createCheckoutSession(companyId: $companyId, packId: $packId, planId: $planId) { sessionId purchaseId } }`,
    { user, variables: order },
  )
  expect(errors).toBeUndefined()
  return data?.['createCheckoutSession'] as Checkout
}

/** An admin of a company that has bought the smallest pack. */
export async function adminWithPurchase(opened: OpenConsole, creditsMicros = 41_203_991n) {
  const { packIds, planId } = await seedOffers(opened)
  const { user, companyId } = await opened.addCompanyUser('ADMIN', creditsMicros)
  const { sessionId, purchaseId } = await startCheckout(opened, user, { companyId, packId: packIds[0] })
  await opened.payments.pay(sessionId)
  return { user, companyId, packIds, planId, purchaseId: purchaseId ?? '' }
}
