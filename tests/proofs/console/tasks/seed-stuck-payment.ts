// A paid pack whose event waits for a person: the provider has sent it, but it could not be applied.
import { waitUntil } from '@gatehouse/testkit/wait-until'
import type { TaskSetup } from './open-task-setup.ts'

type Checkout = { sessionId: string; purchaseId: string }

export async function seedStuckPayment(
  { addCompanyUser, backend, database, packId, sim }: TaskSetup,
  lastError: string,
): Promise<{ eventId: string; purchaseId: string }> {
  const { user, companyId } = await addCompanyUser()
  const { data } = await backend.ask(
    `mutation ($companyId: ID!, $packId: ID!) {
      createCheckoutSession(companyId: $companyId, packId: $packId) { sessionId purchaseId } }`,
    { user, variables: { companyId, packId } },
  )
  const { createCheckoutSession: made } = data as { createCheckoutSession: Checkout }
  const { sessionId, purchaseId } = made
  sim.holdDeliveries()
  // Ends when the events are delivered, which is after they are released.
  const paid = sim.pay(sessionId)
  const isPaidEvent = ({ type, data: { object } }: (typeof sim.events)[number]) =>
    type === 'checkout.session.completed' && 'id' in object && object.id === sessionId
  await waitUntil(() => sim.events.some(isPaidEvent), { withinMs: 5_000, what: 'the payment' })
  const event = sim.events.find(isPaidEvent)
  if (!event) throw new Error('there is no event about the payment')
  await database
    .insertInto('provider_events')
    .values({
      id: event.id,
      type: event.type,
      object_id: sessionId,
      customer_id: null,
      event_created_at: new Date(event.created * 1_000),
      api_version: event.api_version,
      is_live: false,
      payload: JSON.stringify(event),
      source: 'WEBHOOK',
      status: 'QUARANTINED',
      attempts: 4,
      last_error: lastError,
      next_attempt_at: new Date(Date.now() + 86_400_000),
      waits_for: null,
    })
    .execute()
  await sim.releaseDeliveries()
  await paid
  return { eventId: event.id, purchaseId }
}
