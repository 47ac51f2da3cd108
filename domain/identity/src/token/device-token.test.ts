import { randomFillSync } from 'node:crypto'
import { Secret } from '@gatehouse/runtime/secret'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createDeviceTokens } from './device-token.ts'

const clock = createFakeClock()
const deps = { clock, fillRandom: randomFillSync }
const [old, recent] = [new Secret('o'.repeat(32)), new Secret('r'.repeat(32))]
const tokens = createDeviceTokens({ current: old }, deps)
const account = { userId: '0197a1de-0000-7000-8000-00000000d301', generation: 3 }

test('a token identifies its account and device, and every device has its own', () => {
  const [one, other] = [tokens.issue(account), tokens.issue(account)]
  const read = tokens.read(one.token)
  expect(read).toMatchObject(account)
  expect(tokens.read(other.token)?.deviceId).not.toBe(read?.deviceId)
  expect(tokens.read(tokens.issue({ ...account, deviceId: read?.deviceId }).token)).toEqual(read)
})

test('a token that was modified, truncated, forged or signed with another secret is invalid', () => {
  const text = tokens.issue(account).token.reveal()
  const parts = text.split('.')
  const changed = parts.map((part, index) =>
    parts.with(index, part.startsWith('1') ? `2${part.slice(1)}` : `1${part.slice(1)}`).join('.'),
  )
  const foreign = createDeviceTokens({ current: recent }, deps).issue(account).token.reveal()
  for (const wrong of ['', 'x', text.slice(0, -1), `${text}A`, foreign, ...changed])
    expect(tokens.read(new Secret(wrong))).toBeUndefined()
})

test('a token stays valid when the secret is rotated, and expires after half a year', async () => {
  const { token, expiresAt } = tokens.issue(account)
  const rotated = createDeviceTokens({ current: recent, previous: old }, deps)
  expect(rotated.read(token)).toMatchObject(account)
  await clock.advance(expiresAt.getTime() - clock.wallMs() - 1)
  expect(rotated.read(token)).toMatchObject(account)
  await clock.advance(1_000)
  expect(rotated.read(token)).toBeUndefined()
})
