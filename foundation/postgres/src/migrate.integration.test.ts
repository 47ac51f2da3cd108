import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { testDatabase } from '@gatehouse/testkit/vitest/test-servers'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from './migrate.ts'

/** Creates an empty database and a directory with these files. */
async function setUp(files: Record<string, string>) {
  const database = await testDatabase()
  await query(database.url, 'drop schema public cascade; create schema public')
  const directory = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'migrations-'))}/`)
  const write = (file: string, sql: string) => writeFile(new URL(file, directory), sql)
  for (const [file, sql] of Object.entries(files)) await write(file, sql)
  return { databaseUrl: database.url, directory, write, drop: database.drop }
}

async function query(databaseUrl: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

const two = { '0001_create_a.sql': 'create table a (n int);', '0002_create_b.sql': 'create table b (n int);' }

test('files are applied once, in order', async () => {
  const { databaseUrl, directory } = await setUp(two)
  await expect(migrate({ databaseUrl, directory })).resolves.toEqual({
    applied: ['0001_create_a.sql', '0002_create_b.sql'],
    alreadyApplied: 0,
  })
  await expect(migrate({ databaseUrl, directory })).resolves.toEqual({ applied: [], alreadyApplied: 2 })
})

test('ten concurrent migrators apply each file once', async () => {
  const { databaseUrl, directory } = await setUp(two)
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => migrate({ databaseUrl, directory })))
  expect(outcomes.flatMap(({ applied }) => applied).sort()).toEqual(Object.keys(two))
})

test('a failing file is rolled back completely and named; earlier files stay applied', async () => {
  const { databaseUrl, directory, write } = await setUp(two)
  await write('0002_create_b.sql', 'create table b (n int); select 1/0;')
  await expect(migrate({ databaseUrl, directory })).rejects.toThrow(
    '0002_create_b.sql failed and was rolled back',
  )
  const tables = await query(databaseUrl, `select to_regclass('a') as a, to_regclass('b') as b`)
  expect(tables).toEqual([{ a: 'a', b: null }])
  await write('0002_create_b.sql', two['0002_create_b.sql'])
  await expect(migrate({ databaseUrl, directory })).resolves.toMatchObject({ applied: ['0002_create_b.sql'] })
})

test('a file that was changed after it was applied stops everything', async () => {
  const { databaseUrl, directory, write } = await setUp(two)
  await migrate({ databaseUrl, directory })
  await write('0001_create_a.sql', 'create table a (n bigint);')
  await write('0003_create_c.sql', 'create table c (n int);')
  await expect(migrate({ databaseUrl, directory })).rejects.toThrow(
    '0001_create_a.sql was changed after it was applied',
  )
  expect(await query(databaseUrl, `select to_regclass('c') as c`)).toEqual([{ c: null }])
})

test('a database from a later release is not touched', async () => {
  const { databaseUrl, directory } = await setUp(two)
  await migrate({ databaseUrl, directory })
  const older = await setUp({ '0001_create_a.sql': two['0001_create_a.sql'] })
  await expect(migrate({ databaseUrl, directory: older.directory })).rejects.toThrow(
    'which this release does not know',
  )
})

test('a database made before the baseline is refused with the advice to recreate it', async () => {
  const { databaseUrl, directory } = await setUp(two)
  await migrate({ databaseUrl, directory })
  const squashed = await setUp({ '0001_baseline_a.sql': two['0001_create_a.sql'] })
  const migrated = migrate({ databaseUrl, directory: squashed.directory })
  await expect(migrated).rejects.toThrow(
    'made before the migrations were squashed into a baseline. Recreate it',
  )
  await expect(migrate(squashed)).resolves.toMatchObject({ applied: ['0001_baseline_a.sql'] })
  await squashed.write('0100_create_b.sql', two['0002_create_b.sql'])
  await expect(migrate(squashed)).resolves.toEqual({ applied: ['0100_create_b.sql'], alreadyApplied: 1 })
})

test('a file numbered before an applied one is refused', async () => {
  const { databaseUrl, directory, write } = await setUp({ '0002_create_b.sql': two['0002_create_b.sql'] })
  await migrate({ databaseUrl, directory })
  await write('0001_create_a.sql', two['0001_create_a.sql'])
  await expect(migrate({ databaseUrl, directory })).rejects.toThrow(
    'numbered before migrations that were already applied',
  )
})

test('a migrator that is asked to stop does not wait for another one, and changes nothing', async () => {
  const { databaseUrl, directory } = await setUp(two)
  const other = new pg.Client({ connectionString: databaseUrl })
  await other.connect()
  await other.query('select pg_advisory_lock(7233041)')
  const controller = new AbortController()
  const waiting = Promise.withResolvers<void>()
  const migrated = migrate({
    databaseUrl,
    directory,
    onWaiting: waiting.resolve,
    stopRequested: controller.signal,
  })
  await waiting.promise
  const stoppedMs = performance.now()
  controller.abort()
  await expect(migrated).rejects.toMatchObject({ code: 'postgres.migration_stopped' })
  expect(performance.now() - stoppedMs).toBeLessThan(15_000)
  await other.end()
  await expect(migrate({ databaseUrl, directory })).resolves.toMatchObject({ alreadyApplied: 0 })
})

test('a migrator that is asked to stop between two files applies no more files', async () => {
  const { databaseUrl, directory } = await setUp(two)
  const controller = new AbortController()
  const migrated = migrate({
    databaseUrl,
    directory,
    onApplied: () => controller.abort(),
    stopRequested: controller.signal,
  })
  await expect(migrated).rejects.toThrow('0002_create_b.sql; the migrations applied so far stay')
  await expect(migrate({ databaseUrl, directory })).resolves.toEqual({
    applied: ['0002_create_b.sql'],
    alreadyApplied: 1,
  })
})

const index = 'create index concurrently if not exists a_n_idx on a (n);'
const outside = { ...two, '0003_index_a.sql': `-- without transaction: a is large\n${index}` }
const validity = (databaseUrl: string) =>
  query(databaseUrl, `select indisvalid from pg_index where indexrelid = to_regclass('a_n_idx')`)

test('while a long transaction holds a lock, a migration gives up quickly, lets others through and retries', async () => {
  const { databaseUrl, directory, write } = await setUp(two)
  await migrate({ databaseUrl, directory })
  await write('0003_alter_a.sql', 'alter table a add column m int;')
  const reader = new pg.Client({ connectionString: databaseUrl })
  await reader.connect()
  await reader.query('begin; select from a')
  const retried = Promise.withResolvers<void>()
  const migrated = migrate({
    databaseUrl,
    directory,
    onRetry: (_file, attempt) => attempt > 1 && retried.resolve(),
  })
  await retried.promise
  // A concurrent writer waits for at most one attempt.
  const startedMs = performance.now()
  await query(databaseUrl, 'insert into a values (1)')
  expect(performance.now() - startedMs).toBeLessThan(4_000)
  await reader.query('rollback')
  await expect(migrated).resolves.toMatchObject({ applied: ['0003_alter_a.sql'] })
  await reader.end()
})

test('a migration that is asked to stop while it waits for a lock changes nothing', async () => {
  const { databaseUrl, directory, write } = await setUp(two)
  await query(databaseUrl, 'create table b_blocker (n int)')
  const controller = new AbortController()
  const reader = new pg.Client({ connectionString: databaseUrl })
  await reader.connect()
  await reader.query('begin; lock table b_blocker')
  await write('0002_create_b.sql', 'alter table b_blocker add column m int;')
  const migrated = migrate({
    databaseUrl,
    directory,
    onRetry: () => controller.abort(),
    stopRequested: controller.signal,
  })
  await expect(migrated).rejects.toMatchObject({ code: 'postgres.migration_failed' })
  await reader.end()
})

test('a file without a transaction builds its index once, while a writer is active', async () => {
  const { databaseUrl, directory } = await setUp(outside)
  await expect(migrate({ databaseUrl, directory })).resolves.toMatchObject({ applied: Object.keys(outside) })
  expect(await validity(databaseUrl)).toEqual([{ indisvalid: true }])
  await expect(migrate({ databaseUrl, directory })).resolves.toMatchObject({ applied: [] })
})

test('the invalid index of an interrupted build is dropped and built again', async () => {
  const { databaseUrl, directory } = await setUp(two)
  await migrate({ databaseUrl, directory })
  await query(databaseUrl, 'insert into a values (1), (1)')
  await expect(query(databaseUrl, 'create unique index concurrently a_n_idx on a (n)')).rejects.toThrow(
    'a_n_idx',
  )
  expect(await validity(databaseUrl)).toEqual([{ indisvalid: false }])
  await writeFile(new URL('0003_index_a.sql', directory), outside['0003_index_a.sql'])
  await migrate({ databaseUrl, directory })
  expect(await validity(databaseUrl)).toEqual([{ indisvalid: true }])
})
