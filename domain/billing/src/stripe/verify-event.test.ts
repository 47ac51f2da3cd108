import { Secret } from '@gatehouse/runtime/secret'
import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { createVerifyEvent } from './verify-event.ts'

const nowMs = 1_800_000_000_000
const nowSeconds = nowMs / 1_000
const stripe = new Stripe('sk_test_verify')
const [current, previous] = ['whsec_current_0123456789', 'whsec_previous_0123456789']
const body = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'charge.refunded',
  api_version: '2026-01-01',
  created: nowSeconds,
  livemode: false,
  data: { object: { id: 'ch_1', object: 'charge' } },
})

const verify = createVerifyEvent({
  stripe,
  clock: { wallMs: () => nowMs },
  signingSecrets: [new Secret(current), new Secret(previous)],
})
const sign = (timestamp: number, secret = current, payload = body) =>
  stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
const idOf = (signature: string | undefined, payload = body) => verify(Buffer.from(payload), signature)?.id

test('an event signed with the current or the previous secret is accepted, any other is not', () => {
  expect(idOf(sign(nowSeconds))).toBe('evt_1')
  expect(idOf(sign(nowSeconds, previous))).toBe('evt_1')
  expect(idOf(sign(nowSeconds, 'whsec_of_a_stranger_0123'))).toBeUndefined()
  expect(idOf(sign(nowSeconds), `${body} `)).toBeUndefined()
  expect(idOf(undefined)).toBeUndefined()
  expect(idOf('')).toBeUndefined()
  expect(idOf(sign(nowSeconds, current, ''), '')).toBeUndefined()
})

test.each([
  [-301, false],
  [-300, true],
  [300, true],
  [301, false],
])('an event that is dated %i s from now is accepted: %s', (seconds, isAccepted) => {
  expect(idOf(sign(nowSeconds + seconds)) === 'evt_1').toBe(isAccepted)
})

test('a second timestamp of the future is not hidden by a valid one', () => {
  expect(idOf(`${sign(nowSeconds)},t=${nowSeconds + 1_000}`)).toBeUndefined()
})

test.each(['+', ' ', '\t'])('a timestamp of the future is not hidden by %j before its digits', (prefix) => {
  const future = sign(nowSeconds + 1_000).replace('t=', `t=${prefix}`)
  expect(idOf(future)).toBeUndefined()
})

test.each([8_648_760_000_000, -1, 1e300])(
  'a signed event that was created at %d is kept with the time of its arrival',
  (created) => {
    const odd = JSON.stringify({ ...(JSON.parse(body) as object), created })
    const event = verify(Buffer.from(odd), sign(nowSeconds, current, odd))
    expect(event).toMatchObject({ id: 'evt_1', createdAt: new Date(nowMs) })
    expect(event?.shapeProblem).toContain('created')
  },
)

test.each(['', 'evt 1', 'e'.repeat(256), 7])(
  'a signed event with the id %j is kept under an id of its own',
  (id) => {
    const odd = JSON.stringify({ ...(JSON.parse(body) as object), id })
    const event = verify(Buffer.from(odd), sign(nowSeconds, current, odd))
    expect(event?.id).toMatch(/^unreadable_[0-9a-f]{32}$/)
    expect(event).toMatchObject({ type: 'charge.refunded', objectId: null })
    expect(event?.shapeProblem).toContain('id')
  },
)

test('what Postgres cannot store is removed from a signed event', () => {
  const odd = body.replace('"ch_1"', '"ch_1\\u0000","name\\u0000":"Ana \\ud83d"')
  const event = verify(Buffer.from(odd), sign(nowSeconds, current, odd))
  expect(event).toMatchObject({ objectId: 'ch_1', shapeProblem: null })
  expect(event?.payload).toMatchObject({ data: { object: { id: 'ch_1', name: 'Ana \uFFFD' } } })
})

test('a signed body that is not JSON is kept, with its problem', () => {
  const event = verify(Buffer.from('{'), sign(nowSeconds, current, '{'))
  expect(event).toMatchObject({ shapeProblem: 'the body is not JSON' })
  expect(JSON.stringify(event)).toContain(Buffer.from('{').toString('base64'))
})

test('without a signing secret, or with an empty one, nothing is verified', () => {
  const clock = { wallMs: () => nowMs }
  for (const signingSecrets of [[], [new Secret('')], [new Secret(current), new Secret(' ')]])
    expect(() => createVerifyEvent({ stripe, clock, signingSecrets })).toThrow('internal.assertion')
})
