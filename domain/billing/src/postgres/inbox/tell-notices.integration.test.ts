import { type TestBilling, startTestBilling } from '@gatehouse/testkit/vitest/start-test-billing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tellNotices } from './tell-notices.ts'

let kit: TestBilling
beforeAll(async () => {
  kit = await startTestBilling()
})
afterAll(() => kit[Symbol.asyncDispose]())

test('a notice that cannot be told is tried again and holds up no other company', async () => {
  const { database } = kit.open
  for (const notice_key of ['first', 'second', 'third']) {
    const company_id = await kit.addCompany()
    const values = { notice_key, company_id, kind: 'invoice_overdue', details: '{}' }
    await database.insertInto('billing_notices').values(values).execute()
  }
  const told: string[] = []
  let isBroken = true
  const deps = {
    database,
    logger: kit.billing.events.logger,
    onNotice: async (_tx: unknown, { key }: { key: string }) => {
      if (isBroken && key === 'first') throw new Error('this one cannot be told')
      told.push(key)
    },
  }
  expect(await tellNotices(deps)).toBe(2)
  isBroken = false
  expect(await tellNotices(deps)).toBe(1)
  expect(await tellNotices(deps)).toBe(0)
  expect(told).toEqual(['second', 'third', 'first'])
})
