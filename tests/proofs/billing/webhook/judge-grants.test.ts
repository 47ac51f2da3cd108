import { expect, test } from 'vitest'
import { judgeGrants } from './judge-grants.ts'

const purchases = [
  { purchaseId: 'first', companyId: 'company', creditsMicros: 100n },
  { purchaseId: 'second', companyId: 'company', creditsMicros: 100n },
]
const first = { business_key: 'pack:first', owner_id: 'company', amount_micros: 100n }
const second = { ...first, business_key: 'pack:second' }

test('one grant of the right amount for each purchase is right', () => {
  expect(judgeGrants(purchases, [second, first])).toEqual({ missing: [], doubled: [] })
})

test('a purchase without a grant is missing', () => {
  expect(judgeGrants(purchases, [first])).toEqual({ missing: ['pack:second'], doubled: [] })
})

test.each([
  ['the same key again', first],
  ['another key, as a second grant of a purchase would have', { ...first, business_key: 'invoice:first' }],
  ['a purchase that was not paid', { ...first, business_key: 'pack:third' }],
])('a grant too many is found: %s', (_what, extra) => {
  expect(judgeGrants(purchases, [first, second, extra])).toEqual({
    missing: [],
    doubled: [extra.business_key],
  })
})

test('a sum that is right does not hide a purchase granted twice instead of another', () => {
  const extra = { ...first, business_key: 'pack:first:again' }
  expect(judgeGrants(purchases, [first, extra])).toEqual({
    missing: ['pack:second'],
    doubled: ['pack:first:again'],
  })
})

test.each([
  ['amount', { ...first, amount_micros: 99n }],
  ['company', { ...first, owner_id: 'other' }],
])('a grant with another %s is missing and too many', (_what, wrong) => {
  expect(judgeGrants(purchases, [wrong, second])).toEqual({
    missing: ['pack:first'],
    doubled: ['pack:first'],
  })
})
