import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { startFaultProxy } from '@gatehouse/testkit/fault-proxy'
import { testDatabase } from '@gatehouse/testkit/vitest/test-servers'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { createKysely } from './create-kysely.ts'
import { type Postgres, createPostgres } from './create-postgres.ts'

const open: AsyncDisposable[] = []
afterEach(async () => {
  for (const resource of open.splice(0).toReversed()) await resource[Symbol.asyncDispose]()
})

function connectTo(url: string, poolSizeMax = 2): Postgres {
  const postgres = createPostgres({
    url: new Secret(url),
    applicationName: 'test',
    poolSizeMax,
    connectTimeoutMs: 300,
    queryTimeoutMs: 400,
    logger: createLogger({ service: 'test', level: 'error', sinks: [] }),
  })
  open.push({ [Symbol.asyncDispose]: () => postgres.close() })
  return postgres
}

async function setUp() {
  const database = await testDatabase()
  open.push(database)
  return connectTo(database.url)
}

async function setUpBehindProxy() {
  const database = await testDatabase()
  open.push(database)
  const url = new URL(database.url)
  const proxy = await startFaultProxy({ targetPort: Number(url.port) })
  open.push(proxy)
  url.port = String(proxy.port)
  return { postgres: connectTo(url.href), proxy }
}

async function timed(work: Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work.catch(() => undefined)
  return performance.now() - startedMs
}

test('a bigint column is a bigint, without loss', async () => {
  const postgres = await setUp()
  const { rows } = await postgres.query(
    'select 9007199254740993::int8 as micros, null::int8 as none, array[1,2]::int8[] as list',
  )
  expect(rows).toEqual([{ micros: 9_007_199_254_740_993n, none: null, list: expect.anything() as unknown }])
})

test('a transaction is committed when its work resolves and rolled back when it throws', async () => {
  const postgres = await setUp()
  const insert = `insert into companies (id, name) values ($1, 'x')`
  await postgres.transaction((tx) => tx.query(insert, ['00000000-0000-7000-8000-000000000001']))
  await expect(
    postgres.transaction(async (tx) => {
      await tx.query(insert, ['00000000-0000-7000-8000-000000000002'])
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  const { rows } = await postgres.query('select count(*) as count from companies')
  expect(rows).toEqual([{ count: 1n }])
})

test('a mistake in a statement is reported as it is and the connection is used again', async () => {
  const postgres = await setUp()
  await expect(postgres.query('select 1/0')).rejects.toMatchObject({ code: '22012' })
  await postgres.query('select 1')
  expect(postgres.counts()).toMatchObject({ total: 1, idle: 1 })
})

test('a statement that takes too long fails within its limit and its connection is thrown away', async () => {
  const postgres = await setUp()
  const tookMs = await timed(postgres.query('select pg_sleep(30)'))
  expect(tookMs).toBeLessThan(800)
  const { rows } = await postgres.query<{ answer: number }>('select 42 as answer')
  expect(rows[0]?.answer).toBe(42)
})

test('a full pool makes a caller wait no longer than the connect limit', async () => {
  const postgres = await setUp()
  const held = await Promise.all([postgres.connect(), postgres.connect()])
  const startedMs = performance.now()
  await expect(postgres.query('select 1')).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'postgres.unreachable',
  })
  expect(performance.now() - startedMs).toBeLessThan(600)
  for (const connection of held) connection.release()
})

test.each(['blackHole', 'halfOpen', 'reset', 'refuse'] as const)(
  'under %s a query fails in time as unavailable, and works again after healing',
  async (kind) => {
    const { postgres, proxy } = await setUpBehindProxy()
    await postgres.query('select 1')
    await proxy.set({ kind })
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const startedMs = performance.now()
      const outcome = await postgres.query('select 1').catch((thrown: unknown) => thrown)
      expect(performance.now() - startedMs).toBeLessThan(1_000)
      // Where nobody listens an open connection goes on; every other fault is noticed at once.
      if (kind !== 'refuse') expect(outcome).toMatchObject({ kind: 'unavailable' })
    }
    await proxy.heal()
    const healed = await postgres.query<{ one: number }>('select 1 as one')
    expect(healed.rows).toEqual([{ one: 1 }])
  },
)

test('the late answer of a given-up statement never reaches another caller', async () => {
  const { postgres, proxy } = await setUpBehindProxy()
  await postgres.query('select 1')
  await proxy.set({ kind: 'latency', ms: 350 })
  const abandoned = Array.from({ length: 4 }, (_, index) => postgres.query('select $1::int as n', [index]))
  await Promise.allSettled(abandoned)
  await proxy.heal()
  for (let index = 100; index < 120; index += 1) {
    const { rows } = await postgres.query<{ n: number }>('select $1::int as n', [index])
    expect(rows).toEqual([{ n: index }])
  }
})

test('a transaction whose connection breaks leaves nothing behind and spoils no other', async () => {
  const { postgres, proxy } = await setUpBehindProxy()
  const broken = postgres.transaction(async (tx) => {
    await tx.query(`insert into companies (id, name) values ('00000000-0000-7000-8000-000000000003', 'x')`)
    await proxy.set({ kind: 'reset' })
    await tx.query('select 1')
  })
  await expect(broken).rejects.toMatchObject({ kind: 'unavailable' })
  await proxy.heal()
  const { rows } = await postgres.query('select count(*) as count from companies')
  expect(rows).toEqual([{ count: 0n }])
})

test('Kysely has the same limits, types and faults', async () => {
  const { postgres, proxy } = await setUpBehindProxy()
  const kysely = createKysely<Record<string, never>>(postgres)
  const { rows } = await sql<{ n: bigint }>`select 7::int8 as n`.execute(kysely)
  expect(rows).toEqual([{ n: 7n }])
  await proxy.set({ kind: 'blackHole' })
  const startedMs = performance.now()
  await expect(sql`select 1`.execute(kysely)).rejects.toMatchObject({ code: 'postgres.unreachable' })
  expect(performance.now() - startedMs).toBeLessThan(1_000)
})
