import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { maintainPartitions, readPartitionState } from './maintain-partitions.ts'

let open: OpenTestDatabase
beforeEach(async () => {
  open = await openTestDatabase()
})
afterEach(() => open[Symbol.asyncDispose]())

const clock = createFakeClock({ wallMs: Date.now() })
const maintain = (length: 'week' | 'day', { postgres }: { postgres: Postgres } = open) =>
  maintainPartitions({ postgres, clock }, { length })

const addCall = (moment: string) =>
  open.postgres.query(
    `insert into calls (id, company_id, key_id, alias, operation, status, prompt_tokens, cached_tokens,
       completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms)
     values (uuid_at(${moment}), gen_random_uuid(), gen_random_uuid(), 'a', 'chat', 'FAILED', 0, 0, 0, 0, 0, 0, 0)`,
  )

const readPartitions = async () => {
  const { rows } = await open.postgres.query<{ first: string; end: string; days: number }>(
    `select first_day::text as first, end_day::text as end, end_day - first_day as days
       from call_partitions where is_attached order by first_day`,
  )
  return rows
}

/** Every day from the first to the last partition is in exactly one. */
async function expectNoHoles() {
  const partitions = await readPartitions()
  const ends = partitions.map(({ end }) => end)
  expect(partitions.slice(1).map(({ first }) => first)).toEqual(ends.slice(0, -1))
  expect(await readPartitionState(open.postgres)).toEqual({ weeksAhead: 8, strayRows: 0 })
}

const countLengths = async () => {
  const partitions = await readPartitions()
  return [
    partitions.filter(({ days }) => days === 7).length,
    partitions.filter(({ days }) => days === 1).length,
  ]
}

test('with daily partitions coming weeks are split, the present one is not, and back again', async () => {
  expect(await countLengths()).toEqual([10, 0])
  const { failures, created } = await maintain('day')
  expect([failures, created.length]).toEqual([[], 56])
  expect(await countLengths()).toEqual([2, 56])
  await expectNoHoles()
  expect((await maintain('day')).created).toEqual([])

  expect((await maintain('week')).created).toHaveLength(8)
  expect(await countLengths()).toEqual([10, 0])
  await expectNoHoles()
})

test('weeks that have calls keep their partitions, and the calls', async () => {
  await addCall(`now() + interval '14 days'`)
  await maintain('day')
  expect(await countLengths()).toEqual([3, 49])
  await addCall(`now() + interval '21 days'`)
  await maintain('week')
  expect(await countLengths()).toEqual([9, 7])
  await expectNoHoles()
  const { rows } = await open.postgres.query('select from calls')
  expect(rows).toHaveLength(2)
})

test('a week that has only some of its days gets the others as days', async () => {
  await maintain('day')
  const { rows } = await open.postgres.query<{ name: string }>(
    `select name from call_partitions where end_day - first_day = 1 order by first_day limit 3`,
  )
  for (const { name } of rows) await open.postgres.query(`drop table ${name}`)
  // The week lacks days, so it is not replaced by one partition.
  const { created, failures } = await maintain('week')
  expect([failures, created.length]).toEqual([[], 3 + 7])
  await expectNoHoles()
})

test('stray calls are moved into daily partitions', async () => {
  await addCall(`now() + interval '20 weeks'`)
  const { strayRows, failures } = await maintain('day')
  expect([strayRows, failures]).toEqual([0n, []])
  const { rows } = await open.postgres.query('select tableoid::regclass::text as place from calls')
  expect(rows).toEqual([{ place: expect.stringMatching(/^calls_\d{8}$/) as string }])
})

test('an archived week is not created again for a stray call', async () => {
  await open.postgres.query(
    `insert into archived_call_partitions (name, first_day, end_day, table_bytes, detached_at)
     select 'calls_old', monday - 70, monday - 63, 0, now()
       from (select date_trunc('week', now() at time zone 'UTC')::date as monday) present`,
  )
  await addCall(`date_trunc('week', now() at time zone 'UTC') at time zone 'UTC' - interval '68 days'`)
  const { strayRows, created, failures } = await maintain('week')
  expect([strayRows, created, failures]).toEqual([1n, [], []])
})
