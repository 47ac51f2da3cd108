import { isRetryable, toFault } from '@gatehouse/runtime/fault'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { type FaultProxy, startFaultProxy } from '@gatehouse/testkit/fault-proxy'
import { testDatabase } from '@gatehouse/testkit/vitest/test-servers'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabase } from './create-database.ts'
import { type Postgres, type Queryable, createPostgres } from './create-postgres.ts'

let scope: AsyncDisposableStack
let proxy: FaultProxy
let postgres: Postgres

beforeEach(async () => {
  scope = new AsyncDisposableStack()
  const database = scope.use(await testDatabase())
  const url = new URL(database.url)
  proxy = scope.use(await startFaultProxy({ targetPort: Number(url.port) }))
  url.port = String(proxy.port)
  postgres = createPostgres({
    url: new Secret(url.href),
    applicationName: 'test',
    poolSizeMax: 2,
    connectTimeoutMs: 300,
    queryTimeoutMs: 400,
    logger: createLogger({ service: 'test', level: 'error', sinks: [] }),
  })
  scope.defer(() => postgres.close())
})
afterEach(() => scope.disposeAsync())

/** Statements sent from now on reach Postgres; one byte of the answer comes back, and then the connection breaks. */
const loseTheNextAnswer = () => proxy.set({ kind: 'resetAfterBytes', bytes: 1, direction: 'toClient' })

const insert = (queryable: Queryable) =>
  queryable.query(`insert into companies (id, name) values (gen_random_uuid(), 'x')`)

async function countCompanies(): Promise<bigint | undefined> {
  await proxy.heal()
  const { rows } = await postgres.query<{ count: bigint }>('select count(*) as count from companies')
  return rows[0]?.count
}

/** Retries like a caller that trusts the fault: up to twice, and only if the fault is retryable. */
async function retryTwice<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (thrown) {
      if (attempt === 3 || !isRetryable(toFault(thrown))) throw thrown
    }
  }
}

const isUnknown = { kind: 'unavailable', code: 'postgres.outcome_unknown', isOutcomeUnknown: true }

test('a commit whose answer is lost is not repeated, and happened once', async () => {
  const work = retryTwice(() =>
    postgres.transaction(async (tx) => {
      await insert(tx)
      await loseTheNextAnswer()
    }),
  )
  await expect(work).rejects.toMatchObject(isUnknown)
  expect(await countCompanies()).toBe(1n)
})

test('a commit that is never acknowledged has an unknown outcome', async () => {
  const work = postgres.transaction(async (tx) => {
    await insert(tx)
    await proxy.set({ kind: 'blackHole' })
  })
  await expect(work).rejects.toMatchObject(isUnknown)
})

test('with the query builder, too, a commit whose answer is lost is not repeated, and happened once', async () => {
  const database = createDatabase<Record<string, never>>(postgres)
  const work = retryTwice(() =>
    database.transaction().execute(async (tx) => {
      await sql`insert into companies (id, name) values (gen_random_uuid(), 'x')`.execute(tx)
      await loseTheNextAnswer()
    }),
  )
  await expect(work).rejects.toMatchObject(isUnknown)
  expect(await countCompanies()).toBe(1n)
})

test('a statement outside a transaction whose answer is lost is not repeated, and ran once', async () => {
  await postgres.query('select 1')
  await loseTheNextAnswer()
  await expect(retryTwice(() => insert(postgres))).rejects.toMatchObject(isUnknown)
  expect(await countCompanies()).toBe(1n)
})

test('a statement inside a transaction whose answer is lost had no effect, and the work may be retried', async () => {
  let attempts = 0
  await retryTwice(async () => {
    attempts += 1
    if (attempts === 2) await proxy.heal()
    await postgres.transaction(async (tx) => {
      if (attempts === 1) await loseTheNextAnswer()
      await insert(tx)
    })
  })
  expect(attempts).toBe(2)
  expect(await countCompanies()).toBe(1n)
})

test('a transaction that could not begin had no effect', async () => {
  await postgres.query('select 1')
  await proxy.set({ kind: 'blackHole' })
  let hasBegun = false
  const work = postgres.transaction(async () => {
    hasBegun = true
  })
  await expect(work).rejects.toMatchObject({ code: 'postgres.unreachable', isOutcomeUnknown: false })
  expect(hasBegun).toBe(false)
})

test('where no connection is to be had nothing was done', async () => {
  await proxy.set({ kind: 'refuse' })
  await expect(insert(postgres)).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'postgres.unreachable',
    isOutcomeUnknown: false,
  })
})

test('a commit is not sent on a connection that is known to be broken, so nothing was done', async () => {
  const work = postgres.transaction(async (tx) => {
    await insert(tx)
    await proxy.set({ kind: 'reset' })
    await tx.query('select 1').catch(() => undefined)
  })
  await expect(work).rejects.toMatchObject({ code: 'postgres.unreachable', isOutcomeUnknown: false })
  expect(await countCompanies()).toBe(0n)
})
