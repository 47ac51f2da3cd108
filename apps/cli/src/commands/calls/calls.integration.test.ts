import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callsCommand } from './calls.ts'
import { runCommand } from '../../testing/run-command.ts'

let open: OpenTestDatabase
beforeEach(async () => {
  open = await openTestDatabase()
})
afterEach(() => open[Symbol.asyncDispose]())

async function calls(...args: string[]): Promise<string[]> {
  return (await runCommand(callsCommand, args, { environment: { DATABASE_URL: open.url } })).lines
}

const companyId = '0197a1de-0000-7000-8000-00000000d302'
const callId = '0197a1de-0000-7000-8000-00000000ca11'

test('a parked call is listed and settled once', async () => {
  expect(await calls('parked')).toEqual(['no call is parked'])
  await open.postgres.query(`insert into companies (id, name) values ($1, 'Ada Ltd')`, [companyId])
  await open.postgres.query(
    `insert into calls (id, company_id, key_id, alias, operation, status, reason, prompt_tokens, cached_tokens,
       completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms)
     values ($1, $2, $2, 'svc/chat-default', 'chat', 'PARKED', 'usage_impossible', 7, 0, 5, 0, 0, 0, 1)`,
    [callId, companyId],
  )
  const shown = await calls('parked')
  expect(shown[0]).toMatch(new RegExp(`^${callId} .*svc/chat-default chat  usage_impossible$`))
  expect(shown[1]).toContain('reported 7 input and 5 output tokens')
  const settle = ['settle', '--call', callId, '--credits', '1.5', '--reason', 'as the provider billed it']
  expect(await calls(...settle)).toEqual([
    `1.500000 credits were charged to company ${companyId} for call ${callId}`,
  ])
  await expect(calls(...settle)).rejects.toMatchObject({ code: 'credits.parked_call_settled' })
  const { rows } = await open.postgres.query('select amount_micros, business_key from credit_transfers')
  expect(rows).toEqual([{ amount_micros: -1_500_000n, business_key: `parked:${callId}` }])
})

test.each([
  [[], 'name a subcommand'],
  [['parked', 'all'], 'takes no options'],
  [['settle', '--credits', '1', '--reason', 'x'], '--call is missing'],
  [['settle', '--call', callId, '--reason', 'x'], '--credits is missing'],
  [['settle', '--call', callId, '--credits', '-1', '--reason', 'x'], 'credits'],
  [['settle', '--call', callId, '--credits', '1'], '--reason is missing'],
])('wrong arguments change nothing and are explained: %j', async (args, message) => {
  await expect(calls(...args)).rejects.toMatchObject({
    code: 'cli.usage',
    publicMessage: expect.stringContaining(message) as string,
  })
})
