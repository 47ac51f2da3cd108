import { expect, test } from 'vitest'
import { type Notice, describeNotice } from './describe-notice.ts'

const about = (kind: Notice['kind'], details: Notice['details']) =>
  describeNotice({ companyId: 'c', key: 'k', kind, details })

test('a renewal notice states the date and the amount', () => {
  const at = new Date('2026-03-01T10:00:00Z')
  expect(about('invoice.upcoming', { at, amount_due_minor: '4050', currency: 'eur' }).paragraphs[0]).toBe(
    'Your plan renews on 2026-03-01 for 40.5 EUR.',
  )
})

test('a failed payment notice links to the payment page and says whether it is retried', () => {
  const failed = about('invoice.payment_failed', { pay_at: 'https://pay.example/1', next_attempt_at: null })
  expect(failed.link).toBe('https://pay.example/1')
  expect(failed.paragraphs[1]).toMatch(/^We will not try again/)
  const next_attempt_at = new Date('2026-03-04T10:00:00Z')
  const again = about('invoice.payment_failed', { pay_at: null, next_attempt_at })
  expect(again.link).toBeNull()
  expect(again.paragraphs[1]).toMatch(/^We will try again on 2026-03-04/)
})

test('each state of a dispute has its own text', () => {
  const subjects = ['OPEN', 'WON', 'LOST'].map((status) => about('payment.disputed', { status }).subject)
  expect(subjects).toEqual(['A payment is disputed', 'A dispute is over', 'A dispute is over'])
})

test('a notice without a date or a price says so', () => {
  const first = (details: Notice['details']) => about('invoice.upcoming', details).paragraphs[0]
  const price = { amount_due_minor: '4050', currency: 'eur' }
  expect(first({ ...price, at: '2026-03-01T10:00:00Z' })).toBe('Your plan renews on 2026-03-01 for 40.5 EUR.')
  for (const at of [null, undefined, 'no date', 5])
    expect(first({ ...price, at })).toMatch(/^Your plan renews soon/)
  for (const known of [{ currency: 'eur' }, { amount_due_minor: '4050' }, {}])
    expect(first({ ...known, at: null })).toBe('Your plan renews soon for its usual price.')
})
