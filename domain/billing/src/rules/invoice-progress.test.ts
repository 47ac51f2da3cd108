import { expect, test } from 'vitest'
import type { InvoiceStatus } from '../facts/provider-fact.ts'
import { replacesInvoiceState } from './invoice-progress.ts'

const at = (status: InvoiceStatus, seconds: number) => ({ status, createdAt: new Date(seconds * 1_000) })

test.each([
  ['finalised', at('DRAFT', 5), at('OPEN', 1), true],
  ['paid in the second in which it was finalised', at('OPEN', 1), at('PAID', 1), true],
  ['a failure that arrives after the payment', at('PAID', 1), at('OPEN', 9), false],
  ['void after paid', at('PAID', 1), at('VOID', 9), false],
  ['another attempt', at('OPEN', 1), at('OPEN', 2), true],
  ['an earlier attempt', at('OPEN', 2), at('OPEN', 1), false],
  ['written off, then paid after all', at('UNCOLLECTIBLE', 5), at('PAID', 6), true],
])('%s', (_what, stored, incoming, expected) => {
  expect(replacesInvoiceState(stored, incoming)).toBe(expected)
})
