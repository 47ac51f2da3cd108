import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { giveBack } from '@gatehouse/credits/transfer'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { runCommand } from '../../testing/run-command.ts'
import { reconcileCommand } from '../reconcile/reconcile.ts'
import { callsCommand } from './calls.ts'

const directory = mkdtempSync(join(tmpdir(), 'archive-command-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

let open: OpenTestDatabase
beforeEach(async () => {
  open = await openTestDatabase()
})
afterEach(() => open[Symbol.asyncDispose]())

const environment = () => ({ DATABASE_URL: open.url, OBJECT_STORE_URL: pathToFileURL(directory).href })
const archive = (...args: string[]) =>
  runCommand(callsCommand, ['archive', ...args], { environment: environment() })
const reconcile = (...args: string[]) => runCommand(reconcileCommand, args, { environment: environment() })

const ids = createIds(createSystemClock())
const company = '0197a1de-0000-7000-8000-00000000d302'
const week = (weeks: number) => `(date_trunc('week', now() at time zone 'UTC') - interval '${weeks} weeks')`

/** A ledger with a call of 70 micros in each of three old weeks, of which the oldest was given back. */
async function addLedger() {
  await open.postgres.query(`
    select create_call_partition(${week(12)}::date, 7), create_call_partition(${week(11)}::date, 7),
           create_call_partition(${week(10)}::date, 7);
    insert into calls (id, company_id, key_id, alias, operation, status, prompt_tokens, cached_tokens, completion_tokens,
        charged_micros, held_micros, balance_after_micros, duration_ms, created_at)
      select uuid_at(moment), '${company}', '${company}', 'a', 'chat', 'SUCCEEDED', 1, 0, 1, 70, 0, 0, 0, moment
        from (select (${week(10)} - n * interval '1 week' + interval '30 hours') at time zone 'UTC' as moment
                from generate_series(0, 2) n) old;
    insert into usage_rollups
      select company_id, key_id, alias, (created_at at time zone 'UTC')::date, 1, 0, 1, 0, 1, 70 from calls;`)
  await postTransfer(ids, open.database, {
    owner: { id: company, kind: 'COMPANY' },
    kind: 'grant',
    type: 'PACK_PURCHASE',
    amountMicros: 1_000n,
    businessKey: 'pack:1',
  })
  await open.postgres.query(`
    update credit_accounts set charged_micros = 210, balance_micros = balance_micros - 210;
    update credit_lots set remaining_micros = remaining_micros - 210`)
  const { rows } = await open.postgres.query<{ id: string }>('select id from calls order by id limit 1')
  const charge = { id: rows[0]?.id ?? '', companyId: company, chargedMicros: 70n }
  await postTransfer(ids, open.database, giveBack(charge, 'undelivered'))
}

test('old partitions are archived, and reconciliation finds no drift before or after', async () => {
  await addLedger()
  const before = await reconcile('--no-freeze')
  expect(before.lines).toContainEqual(expect.stringMatching(/^I3 charges +1 accounts  no drift$/))
  const plan = await archive('--dry-run')
  expect(plan.lines).toHaveLength(3)
  expect(plan.lines[0]).toMatch(/^calls_\d{4}w\d\d  .*: would be archived and dropped$/)
  expect((await open.postgres.query('select from archived_call_partitions')).rowCount).toBe(0)

  const { lines, exitCode } = await archive()
  expect(exitCode).toBe(0)
  expect(lines.filter((line) => line.startsWith('  dropped: '))).toHaveLength(3)
  expect((await open.postgres.query('select from calls')).rowCount).toBe(0)
  const summary = (printed: string[]) => printed.filter((line) => /^I\d/.test(line))
  expect(summary((await reconcile('--no-freeze')).lines)).toEqual(summary(before.lines))
  // Reads the recorded sums of the archive.
  expect(summary((await reconcile('--no-freeze', '--company', company)).lines)).toEqual(summary(before.lines))
  const { rows } = await open.postgres.query('select id from refunded_calls')
  expect(rows).toHaveLength(1)
  expect((await archive()).lines).toEqual([
    expect.stringContaining('no partition of calls ended before') as string,
  ])
})

test('a recorded sum of the archive that is wrong is drift', async () => {
  await addLedger()
  await reconcile('--no-freeze')
  await archive()
  await open.postgres.query('update archived_call_days set charged_micros = charged_micros - 1')
  const { lines, exitCode } = await reconcile('--no-freeze', '--company', company)
  expect(exitCode).toBe(1)
  expect(lines).toContainEqual(expect.stringMatching(/sum of the rollups is 0\.000210, expected 0\.000207/))
})

test('a partition that reconciliation has not added up is not archived, and the command says why', async () => {
  await addLedger()
  const { lines, exitCode } = await archive()
  expect(exitCode).toBe(1)
  expect(lines.at(-1)).toContain('reconciliation has not added up its calls: run gatehouse reconcile')
  expect((await open.postgres.query('select from calls')).rowCount).toBe(3)
})

test.each([
  [['--older-than-weeks', '4'], 'from 5 to 520'],
  [['--older-than-weeks', 'x'], 'from 5 to 520'],
  [['everything'], 'does not take everything'],
  [['--all'], 'Unknown option'],
])('wrong arguments are explained: %j', async (args, message) => {
  await expect(archive(...args)).rejects.toMatchObject({
    code: 'cli.usage',
    publicMessage: expect.stringContaining(message) as string,
  })
})

test('without an object store the command says which setting is missing', async () => {
  await addLedger()
  await reconcile('--no-freeze')
  await expect(
    runCommand(callsCommand, ['archive'], { environment: { DATABASE_URL: open.url } }),
  ).rejects.toMatchObject({
    code: 'cli.config',
    publicMessage: expect.stringContaining('OBJECT_STORE_URL') as string,
  })
})
