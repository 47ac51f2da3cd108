import { randomFillSync } from 'node:crypto'
import { Secret } from '@gatehouse/runtime/secret'
import { expect, test } from 'vitest'
import { matchTotpCode, mintTotpSecret, toBase32, totpCodeAt, totpUri } from './totp.ts'

const secret = new Secret(toBase32(Buffer.from('12345678901234567890')))
const timeMs = 1_700_000_000_000
const stepMs = 30_000
const step = Math.floor(timeMs / stepMs)

// The last six digits of the values in RFC 6238, appendix B.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %i is that of RFC 6238', (seconds, code) => {
  expect(totpCodeAt(secret, seconds * 1_000)).toBe(code)
})

test('a code of the current step or of a neighbouring one matches its step, and no other does', () => {
  const match = (offMs: number) =>
    matchTotpCode(secret, totpCodeAt(secret, timeMs + offMs), { timeMs, lastStep: undefined })
  expect([-stepMs, 0, stepMs].map(match)).toEqual([step - 1, step, step + 1])
  expect([-2 * stepMs, 2 * stepMs].map(match)).toEqual([undefined, undefined])
})

test('a code is refused after it, or a later one, was used', () => {
  const match = (offMs: number, lastStep: number) =>
    matchTotpCode(secret, totpCodeAt(secret, timeMs + offMs), { timeMs, lastStep })
  expect(match(0, step - 1)).toBe(step)
  expect(match(0, step)).toBeUndefined()
  expect(match(-stepMs, step)).toBeUndefined()
  expect(match(stepMs, step)).toBe(step + 1)
})

test.each(['', '12345', '1234567', '12345a', '１２３４５６'])('%j is not a code', (code) => {
  expect(matchTotpCode(secret, code, { timeMs, lastStep: undefined })).toBeUndefined()
})

test('a secret has 160 random bits, and its URI names the issuer and the account', () => {
  const [one, other] = [mintTotpSecret(randomFillSync), mintTotpSecret(randomFillSync)]
  expect(one.reveal()).toMatch(/^[A-Z2-7]{32}$/)
  expect(one.reveal()).not.toBe(other.reveal())
  expect(totpUri(one, { issuer: 'A & B', account: 'ada+x@test.example' })).toBe(
    `otpauth://totp/A%20%26%20B:ada%2Bx%40test.example?secret=${one.reveal()}&issuer=A%20%26%20B`,
  )
})
