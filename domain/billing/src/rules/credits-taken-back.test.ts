import { expect, test } from 'vitest'
import { refundedShareMicros } from './credits-taken-back.ts'

const charge = { amountMinor: 1_000n, paidMinor: 4_000n, refundedMinor: 0n, lostMinor: 0n }

test('a refund takes its share of the total paid, including the customer’s balance', () => {
  expect(refundedShareMicros(500n, [{ ...charge, refundedMinor: 1_000n }])).toBe(125n)
  expect(refundedShareMicros(-500n, [{ ...charge, refundedMinor: 1_000n }])).toBe(-125n)
})

test('a refund and a dispute of one charge never take back more than the charge', () => {
  expect(refundedShareMicros(500n, [{ ...charge, refundedMinor: 400n, lostMinor: 1_000n }])).toBe(125n)
})
