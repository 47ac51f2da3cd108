import { oneShard } from '@gatehouse/postgres/shards'
import { createObjectStore } from '@gatehouse/objects/create-object-store'
import { objectKey } from '@gatehouse/objects/object-store'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Secret } from '@gatehouse/runtime/secret'
import { startS3Sim } from '@gatehouse/testkit/start-s3-sim'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ArchiveStep, archivePartition } from './archive-partition.ts'
import { createFindArchivedCall } from './find-archived-call.ts'
import { listClosedPartitions } from './postgres/list-closed-partitions.ts'

const clock = createSystemClock()
const directory = mkdtempSync(join(tmpdir(), 'archive-test-'))
const objects = createObjectStore(new Secret(pathToFileURL(directory).href), clock)
const company = '0197a1de-0000-7000-8000-00000000d302'
const other = '0197a1de-0000-7000-8000-00000000d303'

let open: OpenTestDatabase
beforeEach(async () => {
  open = await openTestDatabase()
  await open.postgres.query(
    `select create_call_partition('2026-03-02', 7), create_call_partition('2026-03-09', 7)`,
  )
})
afterEach(async () => {
  await open[Symbol.asyncDispose]()
  rmSync(directory, { recursive: true, force: true })
})

const addCalls = (count: number, day = '2026-03-04') =>
  open.postgres.query(
    `insert into calls (id, company_id, key_id, alias, operation, status, reason, price_version, prompt_tokens, cached_tokens,
       completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms, created_at)
     select overlay(uuid_at($2::timestamptz + n * interval '1 second')::text placing '7000-8000-' || lpad(n::text, 12, '0') from 15)::uuid,
            case n % 2 when 0 then $3::uuid else $4::uuid end, gen_random_uuid(), 'svc/"odd", alias' || chr(10) || n, 'chat',
            case n % 3 when 0 then 'FAILED' else 'SUCCEEDED' end::call_status, case n % 3 when 0 then E'\\\\N' end,
            case n % 5 when 0 then null else n end, n, 0, n, case n % 3 when 0 then 0 else n end, 5, -n, 7,
            $2::timestamptz + n * interval '1 second 1 microsecond'
       from generate_series(1, $1::int) n`,
    [count, `${day}T00:00:00Z`, company, other],
  )

const reconcileAll = () =>
  open.postgres.query(
    'insert into reconciliation_progress (calls_through) values (now()) on conflict do nothing',
  )

async function archiveFirst(onStep?: (step: ArchiveStep) => void) {
  const [partition] = await listClosedPartitions(open.postgres, '2026-03-09')
  if (!partition) throw new Error('there is no closed partition')
  await archivePartition({ ...open, objects, clock }, partition, {
    rowsPerObject: 40,
    ...(onStep && { onStep }),
  })
}

const tableExists = async () => {
  const { rows } = await open.postgres.query<{ exists: boolean }>(
    `select to_regclass('calls_2026w10') is not null as exists`,
  )
  return rows[0]?.exists
}

test('all calls are archived unchanged, found by their id, and gone from Postgres', async () => {
  await addCalls(100)
  await reconcileAll()
  const { rows: before } = await open.postgres.query<{ id: string; company_id: string; row: unknown }>(
    'select id, company_id, to_jsonb(c) as row from calls c order by id',
  )
  const steps: string[] = []
  await archiveFirst(({ kind }) => steps.push(kind))
  expect(steps).toEqual(['object', 'object', 'object', 'detached', 'dropped'])
  expect([await tableExists(), await open.postgres.query('select from calls')]).toMatchObject([
    false,
    { rowCount: 0 },
  ])
  const find = createFindArchivedCall({ shards: oneShard(open.postgres), objects })
  for (const { id, company_id, row } of before.filter((_, index) => index % 9 === 0 || index === 99)) {
    const found = await find({ callId: id, companyId: company_id })
    const { rows } = await open.postgres.query<{ row: unknown }>(
      'select to_jsonb(jsonb_populate_record(null::calls, $1)) as row',
      [JSON.stringify(found)],
    )
    expect(rows[0]?.row).toEqual(row)
  }
  const [first] = before
  expect(
    await find({ callId: first?.id ?? '', companyId: company === first?.company_id ? other : company }),
  ).toBe(undefined)
  expect(await find({ callId: '7fffffff-ffff-7fff-bfff-ffffffffffff', companyId: company })).toBe(undefined)
})

test('a run that ends after any step is continued by the next one', async () => {
  await addCalls(100)
  await reconcileAll()
  const done: string[] = []
  for (let run = 0; run < 5; run += 1) {
    const isLast = run === 4
    const result = archiveFirst(({ kind }) => {
      done.push(kind)
      if (!isLast) throw new Error('the run was ended')
    })
    if (isLast) await result
    else await expect(result).rejects.toThrow('the run was ended')
  }
  expect(done).toEqual(['object', 'object', 'object', 'detached', 'dropped'])
  const { rows } = await open.postgres.query(
    `select calls, charged_micros = (select sum(n) from generate_series(1, 100) n where n % 3 <> 0) as is_sum from archived_call_partitions`,
  )
  expect(rows).toEqual([{ calls: 100n, is_sum: true }])
})

test('a bucket that fails, or loses an object, ends the run, and the next one continues', async () => {
  await using sim = await startS3Sim()
  const bucket = createObjectStore(new Secret(sim.url), clock)
  await addCalls(100)
  await reconcileAll()
  const { rows } = await open.postgres.query<{ id: string; company_id: string }>(
    'select id, company_id from calls limit 1',
  )
  const archive = async () => {
    const [partition] = await listClosedPartitions(open.postgres, '2026-03-09')
    if (!partition) throw new Error('there is no closed partition')
    await archivePartition({ ...open, objects: bucket, clock }, partition, { rowsPerObject: 40 })
  }
  // The bucket acknowledges an object that it does not store.
  sim.plan(200)
  await expect(archive()).rejects.toThrow('is missing or damaged')
  sim.plan(503)
  await expect(archive()).rejects.toThrow('Files cannot be stored or read')
  expect(await tableExists()).toBe(true)
  await archive()
  expect([await tableExists(), sim.objects.size]).toEqual([false, 3])
  const find = createFindArchivedCall({ shards: oneShard(open.postgres), objects: bucket })
  const call = { callId: rows[0]?.id ?? '', companyId: rows[0]?.company_id ?? '' }
  expect(await find(call)).toMatchObject({ id: call.callId, company_id: call.companyId })
  await bucket.close()
})

test('a call that is added while the partition is copied is not lost', async () => {
  await addCalls(50)
  await reconcileAll()
  const steps: ArchiveStep[] = []
  let added: Promise<unknown> | undefined
  await archiveFirst((step) => {
    steps.push(step)
    added ??= addCalls(1, '2026-03-03')
  })
  await added
  expect(steps.map(({ kind }) => kind)).toEqual([
    'object',
    'object',
    'repeat',
    'object',
    'object',
    'detached',
    'dropped',
  ])
  const { rows } = await open.postgres.query('select calls from archived_call_partitions')
  expect(rows).toEqual([{ calls: 51n }])
})

test.each([
  ['a call is left out', (lines: string[]) => lines.slice(1)],
  [
    'a charge is changed by one micro',
    (lines: string[]) => lines.map((line) => line.replace(',1,5,-1,7,', ',2,5,-1,7,')),
  ],
  ['a text is changed', (lines: string[]) => lines.map((line) => line.replace('"chat"', '"chats"'))],
])('nothing is recorded or detached if %s in the export', async (_case, falsify) => {
  await addCalls(10)
  await reconcileAll()
  const [partition] = await listClosedPartitions(open.postgres, '2026-03-09')
  if (!partition) throw new Error('there is no closed partition')
  const { postgres } = open
  const query: typeof postgres.query = async (statement, values) => {
    const result = await postgres.query(statement, values)
    const exported = result.rows as { id: string; line?: string }[]
    if (exported[0]?.line === undefined) return result as never
    const lines = falsify(exported.map(({ line }) => line ?? ''))
    return {
      ...result,
      rows: exported.slice(-lines.length).map(({ id }, index) => ({ id, line: lines[index] })),
    } as never
  }
  await expect(
    archivePartition({ postgres: { ...postgres, query }, objects, clock }, partition),
  ).rejects.toThrow('was not archived, because its copy differs')
  const { rows } = await postgres.query('select from archived_call_objects')
  expect([rows, await tableExists()]).toEqual([[], true])
  expect((await postgres.query('select from calls')).rowCount).toBe(10)
})

test('nothing is dropped if an object is missing from the store', async () => {
  await addCalls(10)
  await reconcileAll()
  const keys: string[] = []
  await expect(
    archiveFirst((step) => {
      if (step.kind === 'object') keys.push(step.object.key)
      if (step.kind === 'detached') throw new Error('the run was ended')
    }),
  ).rejects.toThrow('the run was ended')
  for (const key of keys) await objects.delete(objectKey(key))
  await expect(archiveFirst()).rejects.toThrow('is missing or damaged')
  expect(await tableExists()).toBe(true)
})

test.each([
  ['before reconciliation', () => Promise.resolve(), 'reconciliation has not added up'],
  [
    'with a parked call',
    async () => {
      await reconcileAll()
      await open.postgres.query(
        `insert into calls (id, company_id, key_id, alias, operation, status, reason, prompt_tokens, cached_tokens,
           completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms)
         values (uuid_at('2026-03-05'), $1, $1, 'a', 'chat', 'PARKED', 'no_price', 0, 0, 0, 0, 0, 0, 0)`,
        [company],
      )
    },
    'a parked call waits',
  ],
  [
    'with a charge that may be returned',
    async () => {
      await reconcileAll()
      await open.postgres.query(
        `insert into undelivered_calls (process_id, lane, version, call_ids) values ($1, 0, 1, array[uuid_at('2026-03-05')])`,
        [company],
      )
    },
    'a charge may have to be returned',
  ],
])('%s a partition is not archived', async (_case, prepare, obstacle) => {
  await addCalls(1)
  await prepare()
  const [partition] = await listClosedPartitions(open.postgres, '2026-03-09')
  expect(partition?.obstacle).toContain(obstacle)
})
