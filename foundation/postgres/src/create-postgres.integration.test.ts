import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { startFaultProxy } from '@gatehouse/testkit/fault-proxy'
import { testDatabase } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { createDatabase } from './create-database.ts'
import { type Postgres, type PostgresOptions, type Queryable, createPostgres } from './create-postgres.ts'
import { ServerList, connectToPrimary } from './server-list.ts'

const open: AsyncDisposable[] = []
afterEach(async () => {
  for (const resource of open.splice(0).toReversed()) await resource[Symbol.asyncDispose]()
})

function connectTo(url: string, options: Partial<PostgresOptions> = {}): Postgres {
  const postgres = createPostgres({
    url: new Secret(url),
    applicationName: 'test',
    poolSizeMax: 2,
    connectTimeoutMs: 300,
    queryTimeoutMs: 400,
    logger: createLogger({ service: 'test', level: 'error', sinks: [] }),
    ...options,
  })
  open.push({ [Symbol.asyncDispose]: () => postgres.close() })
  return postgres
}

async function setUp() {
  const database = await testDatabase()
  open.push(database)
  return connectTo(database.url)
}

async function setUpBehindProxy(poolSizeMax = 2) {
  const { url, proxy } = await openProxy()
  return { postgres: connectTo(url, { poolSizeMax }), proxy }
}

async function openProxy() {
  const database = await testDatabase()
  open.push(database)
  const url = new URL(database.url)
  const proxy = await startFaultProxy({ targetPort: Number(url.port) })
  open.push(proxy)
  url.port = String(proxy.port)
  return { url: url.href, proxy }
}

async function backendOf(queryable: Queryable): Promise<number> {
  const { rows } = await queryable.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? Number.NaN
}

test('a transaction is committed when its work resolves and rolled back when it throws', async () => {
  const postgres = await setUp()
  const insert = `insert into companies (id, name) values ($1, 'x')`
  await postgres.transaction((tx) => tx.query(insert, ['00000000-0000-7000-8000-000000000011']))
  await expect(
    postgres.transaction(async (tx) => {
      await tx.query(insert, ['00000000-0000-7000-8000-000000000012'])
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  const { rows } = await postgres.query('select count(*) as count from companies')
  expect(rows).toEqual([{ count: 1n }])
})

test('work that continues after a failed statement is not reported as committed', async () => {
  const postgres = await setUp()
  const work = postgres.transaction(async (tx) => {
    await tx.query(`insert into companies (id, name) values ('00000000-0000-7000-8000-000000000011', 'x')`)
    await tx.query('select 1/0').catch(() => undefined)
  })
  await expect(work).rejects.toMatchObject({ code: 'internal.assertion' })
})

test('an error in a statement is reported unchanged and the connection is reused', async () => {
  const postgres = await setUp()
  const backend = await backendOf(postgres)
  await expect(postgres.query('select 1/0')).rejects.toMatchObject({ code: '22012' })
  expect(await backendOf(postgres)).toBe(backend)
  expect(postgres.counts()).toMatchObject({ total: 1, idle: 1 })
})

test('an error in our own code is reported unchanged and the connection is reused', async () => {
  const postgres = await setUp()
  const backend = await backendOf(postgres)
  // A bigint inside JSON makes the driver throw while it serialises the values.
  await expect(postgres.query('select $1::jsonb', [{ micros: 1n }])).rejects.toThrow(TypeError)
  expect(await backendOf(postgres)).toBe(backend)
  expect(postgres.counts()).toMatchObject({ total: 1, idle: 1 })
})

test('a statement that Postgres cancels is unavailable, and its connection is reused', async () => {
  const postgres = await setUp()
  const connection = await postgres.connect()
  const backend = await backendOf(connection)
  await connection.query(`set statement_timeout = '20ms'`)
  await expect(connection.query('select pg_sleep(30)')).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'postgres.busy',
    cause: { code: '57014' },
  })
  connection.release()
  expect(await backendOf(postgres)).toBe(backend)
})

test('a statement takes no longer than its time limit', async () => {
  const postgres = await setUp()
  const startedMs = performance.now()
  await expect(postgres.query('select pg_sleep(30)')).rejects.toMatchObject({ kind: 'unavailable' })
  expect(performance.now() - startedMs).toBeLessThan(15_000)
})

test('a lock timeout is unavailable, and the connection is reused', async () => {
  const postgres = await setUp()
  await postgres.transaction(async (holder) => {
    await holder.query('lock table companies')
    const other = await postgres.connect()
    const backend = await backendOf(other)
    await other.query(`set lock_timeout = '20ms'`)
    await expect(other.query('select from companies')).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'postgres.busy',
      cause: { code: '55P03' },
    })
    expect(await backendOf(other)).toBe(backend)
    other.release()
  })
  expect(postgres.counts()).toMatchObject({ total: 2, idle: 2 })
})

test('a connection on which a statement timed out on our side is discarded', async () => {
  const postgres = await setUp()
  const connection = await postgres.connect()
  const backend = await backendOf(connection)
  await connection.query('set statement_timeout = 0')
  const startedMs = performance.now()
  await expect(connection.query('select pg_sleep(30)')).rejects.toMatchObject({ kind: 'unavailable' })
  expect(performance.now() - startedMs).toBeLessThan(15_000)
  connection.release()
  expect(postgres.counts()).toMatchObject({ total: 0, idle: 0 })
  expect(await backendOf(postgres)).not.toBe(backend)
})

test('a connection that the server ended is discarded', async () => {
  const postgres = await setUp()
  const connection = await postgres.connect()
  const backend = await backendOf(connection)
  const killed = connection.query('select pg_terminate_backend(pg_backend_pid())')
  await expect(killed).rejects.toMatchObject({ kind: 'unavailable', code: 'postgres.outcome_unknown' })
  connection.release()
  expect(postgres.counts()).toMatchObject({ total: 0, idle: 0 })
  expect(await backendOf(postgres)).not.toBe(backend)
})

test('a connection released inside a transaction is discarded', async () => {
  const postgres = await setUp()
  const connection = await postgres.connect()
  const backend = await backendOf(connection)
  await connection.query('begin')
  connection.release()
  expect(postgres.counts()).toMatchObject({ total: 0, idle: 0 })
  expect(await backendOf(postgres)).not.toBe(backend)
})

test('a stray statement of an ended transaction cannot run in another transaction', async () => {
  const postgres = await setUp()
  let stray: Queryable | undefined
  const undone = postgres.transaction(async (tx) => {
    stray = tx
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  await postgres.transaction(async (tx) => {
    const backend = await backendOf(tx)
    const insert = `insert into companies (id, name) values ('00000000-0000-7000-8000-000000000004', 'stray')`
    await expect(stray?.query(insert)).rejects.toMatchObject({ code: 'internal.assertion' })
    expect(await backendOf(tx)).toBe(backend)
  })
  const { rows } = await postgres.query('select count(*) as count from companies')
  expect(rows).toEqual([{ count: 0n }])
})

test('a connection is reused, and closed when it was idle for its time', async () => {
  const database = await testDatabase()
  open.push(database)
  const postgres = connectTo(database.url, { idleTimeoutMs: 1_000 })
  const first = await backendOf(postgres)
  expect(await backendOf(postgres)).toBe(first)
  await waitUntil(() => postgres.counts().total === 0, { withinMs: 5_000, what: 'the connection is closed' })
  expect(await backendOf(postgres)).not.toBe(first)
})

test('a connection can be released only once', async () => {
  const postgres = await setUp()
  const connection = await postgres.connect()
  connection.release()
  expect(() => connection.release()).toThrow(expect.objectContaining({ code: 'internal.assertion' }))
})

test('with a full pool a caller waits no longer than the connect timeout', async () => {
  const postgres = await setUp()
  const held = await Promise.all([postgres.connect(), postgres.connect()])
  const startedMs = performance.now()
  await expect(postgres.query('select 1')).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'postgres.unreachable',
  })
  expect(performance.now() - startedMs).toBeLessThan(15_000)
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
      expect(performance.now() - startedMs).toBeLessThan(15_000)
      // With `refuse` an open connection keeps working; with every other network fault the query fails.
      if (kind !== 'refuse') expect(outcome).toMatchObject({ kind: 'unavailable' })
    }
    await proxy.heal()
    const healed = await postgres.query<{ one: number }>('select 1 as one')
    expect(healed.rows).toEqual([{ one: 1 }])
  },
)

test.each(['blackHole', 'halfOpen'] as const)(
  'under %s a statement that may take long fails soon if the server does not respond',
  async (kind) => {
    const { url, proxy } = await openProxy()
    const postgres = connectTo(url, { queryTimeoutMs: 60_000, checkSilenceEveryMs: 100 })
    // A server that responds to new connections may take its time.
    await postgres.query('select pg_sleep(0.5)')
    const slow = postgres.query('select pg_sleep(50)')
    await proxy.set({ kind })
    const startedMs = performance.now()
    await expect(slow).rejects.toMatchObject({ kind: 'unavailable', code: 'postgres.outcome_unknown' })
    expect(performance.now() - startedMs).toBeLessThan(15_000)
    await proxy.heal()
    await expect(postgres.query('select 1')).resolves.toMatchObject({ rowCount: 1 })
  },
)

test('a transaction on a dead pooled connection fails soon, also where statements may take long', async () => {
  const { url, proxy } = await openProxy()
  const postgres = connectTo(url, { queryTimeoutMs: 60_000 })
  await postgres.query('select 1')
  await proxy.set({ kind: 'halfOpen' })
  await proxy.heal()
  const startedMs = performance.now()
  await expect(postgres.transaction((tx) => tx.query('select 1'))).rejects.toMatchObject({
    code: 'postgres.unreachable',
  })
  expect(performance.now() - startedMs).toBeLessThan(15_000)
})

test('the late answer of an abandoned statement never reaches another caller', async () => {
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

test('a transaction whose connection breaks has no effect and does not affect others', async () => {
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

test('the query builder has the same limits, types and faults', async () => {
  const { postgres, proxy } = await setUpBehindProxy()
  const database = createDatabase<Record<string, never>>(postgres)
  const { rows } = await sql<{ n: bigint }>`select 7::int8 as n`.execute(database)
  expect(rows).toEqual([{ n: 7n }])
  await proxy.set({ kind: 'blackHole' })
  const startedMs = performance.now()
  await expect(sql`select 1`.execute(database)).rejects.toMatchObject({ kind: 'unavailable' })
  expect(performance.now() - startedMs).toBeLessThan(15_000)
})

test('a FATAL message right behind ReadyForQuery does not end the process', async () => {
  // The fake server below sends ReadyForQuery and FATAL in one packet, as a server does that dies just after it became
  // ready.
  const message = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(body.length + 4)
    return Buffer.concat([Buffer.from(type), length, body])
  }
  const ready = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))])
  const fatal = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'))
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.concat([ready, fatal])))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const postgres = connectTo(`postgres://test@127.0.0.1:${port}/test`)
  await expect(postgres.query('select 1')).rejects.toMatchObject({ kind: 'unavailable' })
  server.close()
})

test('after a failover a statement skips stale connections, reaches the new primary and runs once', async () => {
  const database = await testDatabase()
  open.push(database)
  const name = new URL(database.url).pathname.slice(1)
  const owner = connectTo(database.url)
  await owner.query('create table a (b int)')
  const postgres = connectTo(database.url)
  await owner.query(`alter database ${name} set default_transaction_read_only = on`)
  const stale = await Promise.all([postgres.connect(), postgres.connect()])
  for (const connection of stale) connection.release()
  await owner.query(`alter database ${name} reset default_transaction_read_only`)
  await postgres.query('insert into a values (1)')
  expect((await postgres.query('select b from a')).rows).toEqual([{ b: 1 }])
})

test('a read-only server is unavailable, nothing was done, and the connection is discarded', async () => {
  const database = await testDatabase()
  open.push(database)
  const name = new URL(database.url).pathname.slice(1)
  const owner = connectTo(database.url)
  await owner.query(`create table a (b int)`)
  await owner.query(`alter database ${name} set default_transaction_read_only = on`)
  const postgres = connectTo(database.url)
  const refused = postgres.query('insert into a values (1)')
  await expect(refused).rejects.toMatchObject({ code: 'postgres.unreachable', isOutcomeUnknown: false })
  expect(postgres.counts().total).toBe(0)
})

test('every session has the time zone UTC, whatever the database or the role has', async () => {
  const database = await testDatabase()
  open.push(database)
  const name = new URL(database.url).pathname.slice(1)
  await connectTo(database.url).query(`alter database ${name} set timezone = 'Europe/Berlin'`)
  const zoneOf = async (options?: Partial<PostgresOptions>) =>
    (await connectTo(database.url, options).query(`select current_setting('TimeZone') as zone`)).rows
  expect(await zoneOf()).toEqual([{ zone: 'UTC' }])
  expect(await zoneOf({ settings: { TimeZone: 'Asia/Tokyo' } })).toEqual([{ zone: 'Asia/Tokyo' }])
  const client = await connectToPrimary({ connectionString: database.url })
  const { rows } = await client.query(`select current_setting('TimeZone') as zone`)
  await client.end()
  expect(rows).toEqual([{ zone: 'UTC' }])
})

test('a new connection is checked before its first use, and dropped if the check fails', async () => {
  const database = await testDatabase()
  open.push(database)
  let looked = 0
  const postgres = createPostgres({
    url: new Secret(database.url),
    applicationName: 'test',
    poolSizeMax: 2,
    logger: createLogger({ service: 'test', level: 'error', sinks: [] }),
    async checkConnection(connection) {
      looked += 1
      await connection.query('select 1')
      if (looked === 1) throw new Error('not fit')
    },
  })
  open.push({ [Symbol.asyncDispose]: () => postgres.close() })
  await expect(postgres.query('select 1')).rejects.toMatchObject({ code: 'postgres.unreachable' })
  expect(postgres.counts().total).toBe(0)
  await postgres.query('select 1')
  await postgres.query('select 1')
  expect(looked).toBe(2)
})

test('while the server is silent, callers share one attempt to connect, and are served when it responds', async () => {
  const { postgres, proxy } = await setUpBehindProxy(10)
  await proxy.set({ kind: 'blackHole' })
  const untilMs = performance.now() + 2_000
  const ask = async () => {
    while (performance.now() < untilMs) await postgres.query('select 1').catch(() => undefined)
  }
  await Promise.all(Array.from({ length: 20 }, ask))
  // Ten connect at first. The other ten wait for them in the pool, and may connect when the first ten have failed; from
  // then on there is one attempt every 300 ms instead of ten: 76 connections without the gate.
  expect(proxy.connections).toBeLessThan(30)
  await proxy.heal()
  const answers = await Promise.all(Array.from({ length: 20 }, () => postgres.query('select 1')))
  expect(answers).toHaveLength(20)
})

test('while the server is silent, pools that share their servers share one attempt to connect', async () => {
  const { url, proxy } = await openProxy()
  const servers = new ServerList(url)
  const pools = [connectTo(url, { servers }), connectTo(url, { servers })]
  await proxy.set({ kind: 'blackHole' })
  await expect(pools[0]?.query('select 1')).rejects.toMatchObject({ kind: 'unavailable' })
  const before = proxy.connections
  const outcomes = await Promise.allSettled(pools.map((pool) => pool.query('select 1')))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(proxy.connections - before).toBe(1)
  await proxy.heal()
  const answers = await Promise.all(pools.map((pool) => pool.query('select 1')))
  expect(answers).toHaveLength(2)
})
