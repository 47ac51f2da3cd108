// Deliveries over real connections to a receiver that verifies signatures with the official client.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startStripeSim, type StripeSim } from './start-stripe-sim.ts'

type Receiver = {
  url: string
  /** Verified events in order of arrival. */
  events: Stripe.Event[]
  refusals: string[]
  /** Number of further requests to answer with 500 after accepting the event. */
  failures: number
  close(): Promise<void>
}

let sim: StripeSim
let receiver: Receiver

beforeEach(async () => {
  sim = await startStripeSim()
  receiver = await startReceiver('whsec_current')
  sim.addEndpoint({ url: receiver.url, secrets: ['whsec_current'] })
})

afterEach(async () => {
  await sim.close()
  await receiver.close()
})

async function startReceiver(secret: string): Promise<Receiver> {
  const webhooks = new Stripe('sk_test_unused').webhooks
  const server = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      try {
        const signature = message.headers['stripe-signature'] ?? ''
        receiver.events.push(webhooks.constructEvent(Buffer.concat(chunks), signature, secret))
      } catch (error) {
        receiver.refusals.push((error as Error).message)
        response.writeHead(400).end()
        return
      }
      receiver.failures -= 1
      response.writeHead(receiver.failures >= 0 ? 500 : 200).end()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    events: [],
    refusals: [],
    failures: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const state = (name: string) => sim.emit('test.fact', { id: name, object: 'fact' })
const namesReceived = () => receiver.events.map(({ data }) => (data.object as unknown as { id: string }).id)

test('an event arrives signed and in order, and is recorded as delivered', async () => {
  const event = await state('a')
  await state('b')
  expect(namesReceived()).toEqual(['a', 'b'])
  expect(receiver.events[0]?.id).toBe(event.id)
  expect(event.pending_webhooks).toBe(0)
})

test('during a rotation a delivery has both signatures', async () => {
  const [endpoint] = sim.account.endpoints.values()
  sim.setSecrets(endpoint?.id ?? '', ['whsec_next', 'whsec_current'])
  await state('a')
  sim.setSecrets(endpoint?.id ?? '', ['whsec_next'])
  await state('b')
  expect(namesReceived()).toEqual(['a'])
  expect(receiver.refusals).toHaveLength(1)
})

test('a failed delivery is retried on the simulated clock until it succeeds', async () => {
  receiver.failures = 2
  const event = await state('a')
  expect(event.pending_webhooks).toBe(1)
  await sim.advanceBy(299)
  expect(receiver.events).toHaveLength(1)
  await sim.advanceBy(1)
  await sim.advanceBy(1_800)
  expect(namesReceived()).toEqual(['a', 'a', 'a'])
  await sim.advanceBy(3 * 86_400)
  expect(receiver.events).toHaveLength(3)
  expect(event.pending_webhooks).toBe(0)
})

test('a dropped event never arrives, or only on a later attempt', async () => {
  sim.planDelivery({ faults: [{ kind: 'drop' }] })
  sim.planDelivery({ faults: [{ kind: 'drop', attempts: 2 }] })
  await state('lost')
  await state('late')
  await sim.advanceBy(4 * 86_400)
  expect(namesReceived()).toEqual(['late'])
  expect(sim.deliveries.filter(({ outcome }) => outcome.kind === 'dropped').length).toBeGreaterThan(5)
})

test('a delayed event arrives when the clock reaches its time, after a later one', async () => {
  sim.planDelivery({ faults: [{ kind: 'delay', seconds: 255_600 }] })
  await state('a')
  await state('b')
  expect(namesReceived()).toEqual(['b'])
  await sim.advanceBy(255_600)
  expect(namesReceived()).toEqual(['b', 'a'])
})

test('a duplicate has the same id, concurrently or later; an event emitted again has another', async () => {
  sim.planDelivery({ faults: [{ kind: 'duplicate', copies: 49 }] })
  sim.planDelivery({ faults: [{ kind: 'duplicate', copies: 1, afterSeconds: 60 }] })
  sim.planDelivery({ faults: [{ kind: 'emit_again' }] })
  await state('a')
  expect(new Set(receiver.events.map(({ id }) => id)).size).toBe(1)
  expect(receiver.events).toHaveLength(50)
  await state('b')
  expect(receiver.events).toHaveLength(51)
  await sim.advanceBy(60)
  expect(receiver.events).toHaveLength(52)
  await state('c')
  expect(namesReceived().slice(-2)).toEqual(['c', 'c'])
  expect(new Set(receiver.events.slice(-2).map(({ id }) => id)).size).toBe(2)
})

test('after a lost response the receiver has the event and gets it again', async () => {
  sim.planDelivery({ faults: [{ kind: 'lose_answer' }] })
  await state('a')
  expect(namesReceived()).toEqual(['a'])
  expect(sim.deliveries[0]?.outcome.kind).toBe('answer_lost')
  await sim.advanceBy(300)
  expect(namesReceived()).toEqual(['a', 'a'])
})

test('a wrong signature, a stale one and a truncated body are rejected; the retry is accepted', async () => {
  sim.planDelivery({ faults: [{ kind: 'wrong_signature' }] })
  sim.planDelivery({ faults: [{ kind: 'stale' }] })
  sim.planDelivery({ faults: [{ kind: 'truncate' }] })
  for (const name of ['a', 'b', 'c']) await state(name)
  expect(receiver.events).toEqual([])
  expect(receiver.refusals).toHaveLength(2)
  expect(receiver.refusals[1]).toContain('Timestamp outside the tolerance zone')
  await sim.advanceBy(300)
  expect(namesReceived()).toEqual(['a', 'b', 'c'])
})

test('held events are released reversed, shuffled reproducibly by seed, or all concurrently', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  sim.holdDeliveries()
  for (const name of names) await state(name)
  expect(receiver.events).toEqual([])
  await sim.releaseDeliveries('reversed')
  expect(namesReceived()).toEqual(names.toReversed())
  sim.holdDeliveries()
  for (const name of names) await state(name)
  await sim.releaseDeliveries('all_at_once')
  expect(namesReceived().slice(6).sort()).toEqual(names)
})

test('an endpoint receives only the event types it registered for', async () => {
  const [endpoint] = sim.account.endpoints.values()
  if (endpoint) endpoint.enabled_events = ['charge.refunded']
  await state('a')
  await sim.emit('charge.refunded', { id: 'ch_1', object: 'charge' })
  expect(namesReceived()).toEqual(['ch_1'])
})
