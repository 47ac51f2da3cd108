import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { expect, test } from 'vitest'
import { maintainPartitions, readPartitionState } from './maintain-partitions.ts'

const weekMs = 7 * 86_400_000
const nothingDone = { created: [], detached: [], strayRows: 0n, failures: [] }

/** An id as created by a process whose clock shows this time. */
function idAt(wallMs: number, last = '1'): string {
  const time = wallMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${last.padStart(12, '0')}`
}

const insertCall = (postgres: Postgres, id: string) =>
  postgres.query(
    `insert into calls (id, company_id, key_id, alias, operation, status, prompt_tokens, cached_tokens,
       completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms, created_at)
     values ($1, $1, $1, 'a', 'chat', 'SUCCEEDED', 1, 0, 1, 5, 9, 100, 7, '2026-01-02 03:04:05.678901Z')`,
    [id],
  )

const reconcileUntil = (postgres: Postgres, wallMs: number) =>
  postgres.query('insert into reconciliation_progress (calls_through) values (to_timestamp($1))', [
    wallMs / 1_000,
  ])

test('partitions are created ahead once, and old ones are detached but not dropped', async () => {
  await using open = await openTestDatabase()
  const nextYear = Date.now() + 370 * 86_400_000
  await reconcileUntil(open.postgres, nextYear)
  const deps = { postgres: open.postgres, clock: createFakeClock({ wallMs: nextYear }) }

  const first = await maintainPartitions(deps, { weeksAhead: 4, weeksKept: 13 })
  expect(first.created).toHaveLength(6)
  expect(first.detached.length).toBeGreaterThanOrEqual(9)
  expect(first.strayRows).toBe(0n)
  expect(await maintainPartitions(deps, { weeksAhead: 4, weeksKept: 13 })).toEqual(nothingDone)
  const { rows } = await open.postgres.query('select to_regclass($1) is not null as exists', [
    first.detached[0],
  ])
  expect(rows).toEqual([{ exists: true }])
})

test('a week that reconciliation has not added up is kept, regardless of its age', async () => {
  await using open = await openTestDatabase()
  const nextYear = Date.now() + 370 * 86_400_000
  const deps = { postgres: open.postgres, clock: createFakeClock({ wallMs: nextYear }) }
  const { detached } = await maintainPartitions(deps, { weeksAhead: 4, weeksKept: 13 })
  expect(detached).toEqual([])
})

test('an id of any time can be inserted', async () => {
  await using open = await openTestDatabase()
  await insertCall(open.postgres, '00000000-0000-7000-8000-000000000001')
  await insertCall(open.postgres, '7fffffff-ffff-7fff-bfff-ffffffffffff')
  const { strayRows, failures } = await maintainPartitions({
    postgres: open.postgres,
    clock: createFakeClock({ wallMs: Date.now() }),
  })
  expect([strayRows, failures]).toEqual([2n, []])
})

test('calls in the default partition are moved into their weeks unchanged, and every week is created', async () => {
  await using open = await openTestDatabase()
  const { postgres } = open
  // Calls whose ids belong to weeks without a partition, so they are stored in the default partition.
  const ids = [
    idAt(Date.now() + 12 * weekMs),
    idAt(Date.now() + 12 * weekMs, '2'),
    idAt(Date.now() + 20 * weekMs),
  ]
  for (const id of ids) await insertCall(postgres, id)
  const rowsOf = async () => (await postgres.query('select * from calls order by id')).rows
  const before = await rowsOf()
  const later = { postgres, clock: createFakeClock({ wallMs: Date.now() + 10 * weekMs }) }

  const { created, strayRows, failures } = await maintainPartitions(later)
  expect(failures).toEqual([])
  expect(strayRows).toBe(0n)
  expect(created.length).toBeGreaterThanOrEqual(9)
  expect(await rowsOf()).toEqual(before)
  const { rows: places } = await postgres.query<{ place: string }>(
    'select distinct tableoid::regclass::text as place from calls',
  )
  expect(places).toHaveLength(2)
  // Rows are still append-only, in their new partitions and in the default partition.
  await expect(postgres.query('delete from calls')).rejects.toThrow('append-only')
  await insertCall(postgres, idAt(Date.now() + 40 * weekMs))
  await expect(postgres.query('delete from calls_default')).rejects.toThrow('append-only')
  await expect(insertCall(postgres, ids[0] ?? '')).rejects.toMatchObject({ code: '23505' })
})

test('a week that cannot be created does not block the others, and the state reports how far they reach', async () => {
  await using open = await openTestDatabase()
  const { postgres } = open
  const tenWeeks = Date.now() + 10 * weekMs
  expect(await readPartitionState(postgres)).toEqual({ weeksAhead: 8, strayRows: 0 })
  const { rows } = await postgres.query<{ first_id: string }>(
    `select uuid_at(date_trunc('week', now() at time zone 'UTC') at time zone 'UTC' + interval '10 weeks') as first_id`,
  )
  // A partition that begins with the tenth week was created manually under another name.
  await postgres.query(
    `create table by_hand partition of calls for values from ('${rows[0]?.first_id}') to ('${idAt(tenWeeks + 2 * weekMs)}')`,
  )
  const outcome = await maintainPartitions({ postgres, clock: createFakeClock({ wallMs: tenWeeks }) })
  expect(outcome.failures.length).toBeGreaterThanOrEqual(2)
  expect(outcome.created.length).toBeGreaterThanOrEqual(6)
  // The ninth week has a partition; the tenth has none with the usual name.
  expect(await readPartitionState(postgres)).toEqual({ weeksAhead: 9, strayRows: 0 })
})

test('maintenance does not queue behind a long transaction, where it would block settlements', async () => {
  await using open = await openTestDatabase()
  const { postgres } = open
  const reader = await postgres.connect()
  await reader.query('begin')
  await reader.query('select count(*) from calls')
  const startedMs = performance.now()
  const clock = createFakeClock({ wallMs: Date.now() + weekMs })
  const { failures, created } = await maintainPartitions({ postgres, clock })
  expect([failures.length, created]).toEqual([1, []])
  expect(performance.now() - startedMs).toBeLessThan(10_000)
  await reader.query('rollback')
  reader.release()
  expect((await maintainPartitions({ postgres, clock })).created).toHaveLength(1)
})
