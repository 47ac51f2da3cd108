import { expect, test } from 'vitest'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { anEvent, currentSecret, startTestWebhook } from '../../testing/start-test-webhook.ts'

test('an event that cannot be stored must be sent again, and is then accepted', async () => {
  await using webhook = await startTestWebhook()
  const { body, signature } = webhook.sim.signed(anEvent(webhook.sim, 'evt_1'), [currentSecret])
  await webhook.proxy.set({ kind: 'reset' })
  const refused = await webhook.post(body, signature)
  expect(refused.status).toBe(503)
  await webhook.proxy.heal()
  const again = async () => (await webhook.post(body, signature)).status === 200
  await waitUntil(again, { withinMs: 30_000, what: 'the event is accepted' })
  const rows = await webhook.database.selectFrom('provider_events').select(['id', 'status']).execute()
  expect(rows).toEqual([{ id: 'evt_1', status: 'IGNORED' }])
})
