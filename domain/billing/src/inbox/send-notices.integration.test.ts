import { oneShard } from '@gatehouse/postgres/shards'
import { type TestBilling, startTestBilling } from '@gatehouse/testkit/vitest/start-test-billing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendNotices } from './send-notices.ts'

let kit: TestBilling
beforeAll(async () => {
  kit = await startTestBilling()
})
afterAll(() => kit[Symbol.asyncDispose]())

test('a notice that cannot be sent is retried and does not hold up other companies', async () => {
  const { database } = kit.open
  for (const notice_key of ['first', 'second', 'third']) {
    const company_id = await kit.addCompany()
    const values = { notice_key, company_id, kind: 'invoice_overdue', details: '{}' }
    await database.insertInto('billing_notices').values(values).execute()
  }
  const sent: string[] = []
  let isBroken = true
  const deps = {
    databases: oneShard(database),
    logger: kit.billing.events.logger,
    onNotice: async (_tx: unknown, { key }: { key: string }) => {
      if (isBroken && key === 'first') throw new Error('this notice cannot be sent')
      sent.push(key)
    },
  }
  expect(await sendNotices(deps)).toBe(2)
  isBroken = false
  expect(await sendNotices(deps)).toBe(1)
  expect(await sendNotices(deps)).toBe(0)
  expect(sent).toEqual(['second', 'third', 'first'])
})
