import { expect, test } from 'vitest'
import { type Notice, describeNotice } from './describe-notice.ts'

const about = (kind: Notice['kind'], details: Notice['details']) =>
  describeNotice({ companyId: 'c', key: 'k', kind, details })

test('a renewal says when and how much', () => {
  const at = new Date('2026-03-01T10:00:00Z')
  expect(about('invoice.upcoming', { at, amount_due_minor: '4050', currency: 'eur' }).paragraphs[0]).toBe(
    'Your plan is renewed on 2026-03-01, for 40.5 EUR.',
  )
})

test('a failed payment leads to the page on which to pay, and says whether it is tried again', () => {
  const failed = about('invoice.payment_failed', { pay_at: 'https://pay.example/1', next_attempt_at: null })
  expect(failed.link).toBe('https://pay.example/1')
  expect(failed.paragraphs[1]).toMatch(/^It is not tried again/)
  const next_attempt_at = new Date('2026-03-04T10:00:00Z')
  const again = about('invoice.payment_failed', { pay_at: null, next_attempt_at })
  expect(again.link).toBeNull()
  expect(again.paragraphs[1]).toMatch(/^It is tried again on 2026-03-04/)
})

test('each end of a dispute is told apart', () => {
  const subjects = ['OPEN', 'WON', 'LOST'].map((status) => about('payment.disputed', { status }).subject)
  expect(subjects).toEqual(['A payment is disputed', 'A dispute is over', 'A dispute is over'])
})
