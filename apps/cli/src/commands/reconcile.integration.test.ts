import { postTransfer } from '@gatehouse/credits/post-transfer'
import { readAccount } from '@gatehouse/credits/read-account'
import { prepareBatch } from '@gatehouse/credits/settle-batch'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reconcileCommand } from './reconcile.ts'

const ids = createIds(createSystemClock())
const keyId = ids.uuid()
let open: OpenTestDatabase
let company: string
let neighbour: string

beforeEach(async () => {
  open = await openTestDatabase()
  company = await openAccount()
  neighbour = await openAccount()
})
afterEach(() => open[Symbol.asyncDispose]())

async function openAccount(): Promise<string> {
  const id = ids.uuid()
  const owner = { id, kind: 'COMPANY' } as const
  const grant = { kind: 'grant', type: 'PACK_PURCHASE', amountMicros: 5_000_000n } as const
  await postTransfer(ids, open.database, { owner, businessKey: `pack:${id}`, ...grant })
  const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1 }
  const described = { keyId, alias: 'a', operation: 'chat', heldMicros: 1n, durationMs: 1 } as const
  const end = { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros: 1_250_000n } as const
  await prepareBatch(open.postgres, [{ id: ids.uuid(), companyId: id, end, ...described }])()
  return id
}

async function run(...words: string[]) {
  return runIn({ isInteractive: true }, words)
}

async function runIn({ isInteractive }: { isInteractive: boolean }, words: readonly string[]) {
  const lines: string[] = []
  const errorLines: string[] = []
  const exitCode = await reconcileCommand.run(
    {
      environment: { DATABASE_URL: open.url, USER: 'ada' },
      isInteractive,
      print: (line) => void lines.push(line),
      printError: (line) => void errorLines.push(line),
      stopRequested: new AbortController().signal,
    },
    words,
  )
  return { exitCode, lines: lines.filter((line) => !line.startsWith('reconciled in')), errorLines }
}

const isFrozen = async (id: string) => (await readAccount(open.postgres, id)).isFrozen
const unchecked = 'not checked: the holds in Redis are not known here'

test('a ledger that adds up gives one line per invariant and the exit code 0', async () => {
  const { exitCode, lines } = await run()
  expect(exitCode).toBe(0)
  expect(lines).toEqual([
    'I1 balance     2 accounts  no drift',
    'I2 lots        2 accounts  no drift',
    'I3 charges     2 accounts  no drift',
    'I4 grants      2 accounts  no drift',
    `I5 open calls  ${unchecked}`,
    `I6 holds       ${unchecked}`,
  ])
})

type Planted = { id: string; statement: (company: string) => string; found: (company: string) => string }

const planted: readonly Planted[] = [
  {
    id: 'I1',
    statement: (id) => `
      insert into credit_transfers
        (id, owner_id, counter_account, type, amount_micros, balance_after_micros, business_key)
      values (gen_random_uuid(), '${id}', 'ADJUSTMENT', 'ADJUSTMENT', -1000000, 0, 'adjust:planted')`,
    found: () => 'balance is 3.750000, expected 2.750000, difference 1.000000',
  },
  {
    id: 'I2',
    statement: (id) => `update credit_lots set remaining_micros = 3000000 where owner_id = '${id}'`,
    found: () => 'what all lots hold is 3.000000, expected 3.750000, difference -0.750000',
  },
  {
    id: 'I3',
    statement: (id) => `update usage_rollups set charged_micros = 1250001 where company_id = '${id}'`,
    found: () => 'what the rollups add up to is 1.250001, expected 1.250000, difference 0.000001',
  },
  {
    id: 'I4',
    statement: (id) => `update credit_lots set granted_micros = 6000000 where owner_id = '${id}'`,
    found: (id) => `the grant pack:${id} is 6.000000, expected 5.000000, difference 1.000000`,
  },
]

test.each(planted)('drift of $id names the company and the amounts, and freezes only it', async (drift) => {
  await open.postgres.query(drift.statement(company))
  const { exitCode, lines } = await run()
  expect(exitCode).toBe(1)
  expect(lines.filter((line) => line.includes('DRIFT'))).toEqual([
    expect.stringMatching(new RegExp(`^${drift.id} \\S+ +2 accounts  DRIFT in 1$`)),
  ])
  expect(lines).toContain(`   ${company}: ${drift.found(company)}; frozen now`)
  expect(lines.some((line) => line.includes(neighbour))).toBe(false)
  expect([await isFrozen(company), await isFrozen(neighbour)]).toEqual([true, false])
})

test('a scheduler also gets the drift as a line of the log that pages', async () => {
  await open.postgres.query(planted[1]?.statement(company) ?? '')
  const { errorLines } = await runIn({ isInteractive: false }, [])
  expect(errorLines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      level: 'error',
      message: 'the ledger drifts',
      context: { invariant: 'I2', owner_id: company, pages: true },
    },
  ])
})

test('looking only freezes nobody, and one company can be looked at alone', async () => {
  await open.postgres.query(planted[2]?.statement(company) ?? '')
  const looked = await run('--no-freeze')
  expect(looked.exitCode).toBe(1)
  expect(looked.lines.find((line) => line.includes(company))).toMatch(/; not frozen$/)
  expect(await isFrozen(company)).toBe(false)
  expect(await run('--company', neighbour)).toMatchObject({ exitCode: 0 })
  const alone = await run('--company', company.toUpperCase())
  expect(alone.exitCode).toBe(1)
  expect(alone.lines).toContain('I3 charges     1 accounts  DRIFT in 1')
  await expect(run('--company', ids.uuid())).rejects.toThrow('has no credits account')
})

test('the calls of past days are added up with a line for each', async () => {
  await open.postgres.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(`update calls set created_at = created_at - interval '2 days',
      id = uuid_at(created_at - interval '2 days') where company_id = '${company}'`)
    await tx.query(`update usage_rollups set day = day - 2 where company_id = '${company}'`)
  })
  const { exitCode, lines } = await run()
  expect(exitCode).toBe(0)
  expect(
    lines.filter((line) => /^added up the calls of \d{4}-\d\d-\d\d$/.test(line)).length,
  ).toBeGreaterThanOrEqual(2)
})

test('only a person with a reason lets a company go on', async () => {
  await open.postgres.query(planted[2]?.statement(company) ?? '')
  await run()
  await expect(run('--unfreeze', company)).rejects.toThrow('say why with --reason')
  expect(await run('--unfreeze', company, '--reason', 'restored by hand')).toMatchObject({
    exitCode: 0,
    lines: [`${company} may make billable calls again`],
  })
  expect(await isFrozen(company)).toBe(false)
  expect((await run('--unfreeze', company, '--reason', 'again')).exitCode).toBe(1)
  const entry = await open.database
    .selectFrom('audit_log')
    .select(['actor_id', 'details'])
    .where('action', '=', 'credit_account.unfreeze')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ actor_id: 'ada', details: { reason: 'restored by hand' } })
})

test.each([['--company', 'x'], ['--frozen'], ['--reason', 'why'], ['--unfreeze', 'x', '--company', 'y']])(
  'wrong words are told apart from drift: %s %s',
  async (...words) => {
    await expect(run(...words)).rejects.toMatchObject({ code: 'cli.usage' })
  },
)
