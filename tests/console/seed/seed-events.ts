// Events of the payment provider, as the inbox stores them.
import type { OpenConsole } from '../open-console.ts'

let events = 0

type SeededEvent = { status: 'QUARANTINED' | 'PARKED' | 'IGNORED'; type?: string; lastError?: string }

/** Returns the id of the event. Its object does not exist at the provider. */
export async function seedEvent(
  { backend }: OpenConsole,
  { status, type = 'customer.subscription.updated', lastError }: SeededEvent,
): Promise<string> {
  events += 1
  const id = `evt_test_${Date.now()}_${events}`
  await backend.database
    .insertInto('provider_events')
    .values({
      id,
      type,
      object_id: `sub_test_${events}`,
      customer_id: `cus_test_${events}`,
      event_created_at: new Date(),
      api_version: '2026-10-28',
      is_live: false,
      payload: JSON.stringify({ id, type, data: { object: { id: `sub_test_${events}` } } }),
      source: 'WEBHOOK',
      status,
      attempts: 4,
      last_error: lastError ?? null,
      // Not due while the test runs.
      next_attempt_at: new Date(Date.now() + 86_400_000),
      waits_for: status === 'PARKED' ? 'purchase:0193a3c4' : null,
    })
    .execute()
  return id
}
