// Tests rings of several gateway processes against real servers that are killed. Each test that kills a server starts
// its own.
import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { openAccessActs } from '@gatehouse/audit/testing/open-access-acts'
import { inspect } from 'node:util'
import { createDatabase } from '@gatehouse/postgres/create-database'
import { type Postgres, createPostgres } from '@gatehouse/postgres/create-postgres'
import { migrate } from '@gatehouse/postgres/migrate'
import { createRedis } from '@gatehouse/redis/create-redis'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { migrationsDirectory } from '@gatehouse/schema/migrations-directory'
import type { Tables } from '@gatehouse/schema/tables'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { startPostgres } from '@gatehouse/testkit/start-postgres'
import { startRedis } from '@gatehouse/testkit/start-redis'
import { dumpRows } from '@gatehouse/testkit/vitest/dump-rows'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import type { RedisClient } from '@gatehouse/redis/redis-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type KeyRing, createKeyRing } from './create-key-ring.ts'
import { createApiKey } from './postgres/create-api-key.ts'
import { createFindKeys, listApiKeys } from './postgres/find-keys.ts'
import { createReadKeyChanges } from './postgres/key-changes.ts'
import { revokeApiKey } from './postgres/revoke-api-key.ts'
import { rotateApiKey } from './postgres/rotate-api-key.ts'
import { createTouchLastUsed } from './postgres/touch-last-used.ts'
import {
  createAnnounceCompanyChange,
  createAnnounceKeyEnd,
  createSubscribeToKeyEnds,
} from './redis/key-end-channel.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const peppers = { current: { id: '2026', secret: new Secret('a pepper for this test') } }
const by = { actor: { kind: 'operator', id: 'ada' } } as const
let cleanUp: AsyncDisposableStack
let logged: string[]

beforeEach(() => {
  cleanUp = new AsyncDisposableStack()
  logged = []
})
afterEach(() => cleanUp.disposeAsync())

/** Records the arguments before anything is redacted. */
const record = (...entry: unknown[]) => void logged.push(inspect(entry, { depth: 20, maxStringLength: null }))
const logger: Logger = {
  debug: record,
  info: record,
  warn: record,
  error: record,
  fatal: record,
  with: () => logger,
}

type Stores = { postgres: Postgres; redis: RedisClient; companyId: string }

async function aPlatform({ databaseUrl, redisUrl }: { databaseUrl?: string; redisUrl?: string } = {}) {
  const url = databaseUrl ?? cleanUp.use(await openTestDatabase()).url
  const postgres = createPostgres({ url: new Secret(url), applicationName: 'test', poolSizeMax: 4, logger })
  cleanUp.defer(() => postgres.close())
  const redis = createRedis({
    url: new Secret(redisUrl ?? testRedisUrl()),
    connectionName: 'test',
    logger,
  })
  cleanUp.defer(() => redis.disconnect())
  await waitUntil(() => redis.status === 'ready', { withinMs: 30_000, what: 'Redis is connected' })
  const companyId = ids.uuid()
  await createDatabase<Tables>(postgres)
    .insertInto('companies')
    .values({ id: companyId, name: 'Company' })
    .execute()
  return { postgres, redis, companyId }
}

/** Starts the ring of a gateway process that receives announcements. */
async function aRing({ postgres, redis }: Stores): Promise<KeyRing & { ended: string[] }> {
  const ring = createKeyRing(
    {
      clock,
      logger,
      metrics: createMetrics('test'),
      findKeys: createFindKeys(postgres),
      readChanges: createReadKeyChanges(postgres),
      subscribe: createSubscribeToKeyEnds({ redis, clock, logger }),
      touch: createTouchLastUsed(postgres),
    },
    { peppers },
  )
  cleanUp.defer(() => ring.close())
  const ended: string[] = []
  ring.onKeyEnded((keyId) => ended.push(keyId))
  const announce = createAnnounceKeyEnd({ redis, logger })
  const hears = async () => (await announce(ids.uuid())) && ended.length > 0
  await waitUntil(hears, { withinMs: 30_000, what: 'the ring receives announcements' })
  return {
    authenticate: (header) => ring.authenticate(header),
    findEnded: (header) => ring.findEnded(header),
    onKeyEnded: (listener) => ring.onKeyEnded(listener),
    onCompanyChanged: (listener) => ring.onCompanyChanged(listener),
    readStanding: (keyId) => ring.readStanding(keyId),
    close: () => ring.close(),
    ended,
  }
}

const minting = ({ postgres }: Stores) => ({
  database: createDatabase<Tables>(postgres),
  ids,
  clock,
  peppers,
  fillRandom: randomFillSync,
})

async function aKey(stores: Stores) {
  const newKey = { companyId: stores.companyId, name: 'Website' }
  const { key, rawKey } = await createApiKey(minting(stores), newKey, by)
  return { id: key.id, rawKey: rawKey.reveal(), header: `Bearer ${rawKey.reveal()}` }
}

function revoke({ postgres, redis, companyId }: Stores, keyId: string) {
  const announceKeyEnd = createAnnounceKeyEnd({ redis, logger })
  const accessActs = openAccessActs(postgres)
  const deps = { database: createDatabase<Tables>(postgres), ids, accessActs, announceKeyEnd }
  return revokeApiKey(deps, { companyId, keyId }, by)
}

/** Uses the key continuously, like a busy program, until it is refused; resolves to the time that took. */
async function refusedAfterMs(ring: KeyRing, header: string): Promise<number> {
  const startedMs = performance.now()
  await waitUntil(async () => (await ring.authenticate(header)) === undefined, {
    withinMs: 30_000,
    what: 'the key is refused',
  })
  return performance.now() - startedMs
}

test('a key revoked by one process is refused by all others immediately, and its streams are notified', async () => {
  const stores = await aPlatform()
  const rings = [await aRing(stores), await aRing(stores)]
  const [key, other] = [await aKey(stores), await aKey(stores)]
  for (const ring of rings) {
    expect(await ring.authenticate(key.header)).toMatchObject({ id: key.id, companyId: stores.companyId })
    expect(await ring.authenticate(other.header)).toMatchObject({ id: other.id })
  }
  expect(await revoke(stores, key.id)).toMatchObject({ kind: 'revoked', isAnnounced: true })
  const tookMs = await Promise.all(rings.map((ring) => refusedAfterMs(ring, key.header)))
  // Without the announcement this would take seconds; `pnpm prove revocation` measures the delay.
  expect(Math.min(...tookMs)).toBeLessThan(1_000)
  for (const ring of rings) {
    expect(ring.ended).toContain(key.id)
    expect(await ring.readStanding(key.id)).toBe('ended')
    expect(await ring.authenticate(other.header)).toMatchObject({ id: other.id })
  }
})

test('with Redis killed a revocation is seen all the same, and nothing else changes', async () => {
  const server = cleanUp.use(await startRedis())
  const stores = await aPlatform({ redisUrl: server.url })
  const ring = await aRing(stores)
  const [key, other] = [await aKey(stores), await aKey(stores)]
  await ring.authenticate(key.header)
  await server.kill()
  // With Redis down, a new key is still found, and the key that is revoked next is still accepted.
  expect(await ring.authenticate((await aKey(stores)).header)).toBeDefined()
  expect(await ring.authenticate(key.header)).toBeDefined()
  expect(await revoke(stores, key.id)).toMatchObject({ kind: 'revoked', isAnnounced: false })
  expect(await refusedAfterMs(ring, key.header)).toBeLessThan(20_000)
  expect(ring.ended).toContain(key.id)
  expect(await ring.authenticate(other.header)).toMatchObject({ id: other.id })
})

test('with Redis killed, an open stream notices that its key was revoked although the key is not presented again', async () => {
  const server = cleanUp.use(await startRedis())
  const stores = await aPlatform({ redisUrl: server.url })
  const ring = await aRing(stores)
  const key = await aKey(stores)
  await ring.authenticate(key.header)
  await server.kill()
  await revoke(stores, key.id)
  const startedMs = performance.now()
  const isOver = async () => (await ring.readStanding(key.id)) === 'ended'
  await waitUntil(isOver, { withinMs: 30_000, what: 'the key is no longer live' })
  expect(performance.now() - startedMs).toBeLessThan(20_000)
})

test(
  'with Postgres killed, a cached key works for a moment; then every key is unavailable, and none is reported as unknown',
  { timeout: 60_000 },
  async () => {
    const server = cleanUp.use(await startPostgres({ storage: 'memory' }))
    await migrate({ databaseUrl: server.url, directory: migrationsDirectory })
    const stores = await aPlatform({ databaseUrl: server.url })
    const ring = await aRing(stores)
    const [key, strange] = [await aKey(stores), await aKey(stores)]
    await ring.authenticate(key.header)
    await server.kill()
    expect(await ring.authenticate(key.header)).toMatchObject({ id: key.id })
    const answerOf = (header: string) =>
      ring.authenticate(header).then(
        (found) => found?.id ?? 'nobody',
        (thrown: { kind: string; code: string }) => `${thrown.kind} ${thrown.code}`,
      )
    const startedMs = performance.now()
    expect(await answerOf(strange.header)).toBe('unavailable keys.unavailable')
    expect(performance.now() - startedMs).toBeLessThan(15_000)
    const answers = new Set<string>()
    const isUnavailable = async () => {
      const answer = await answerOf(key.header)
      answers.add(answer)
      return answer.startsWith('unavailable')
    }
    await waitUntil(isUnavailable, { withinMs: 30_000, what: 'the key is no longer served from memory' })
    expect([...answers]).toEqual([key.id, 'unavailable keys.unavailable'])
    expect(await ring.authenticate('Bearer svc_live_nonsense')).toBeUndefined()

    await server.restart()
    const isBack = async () => (await answerOf(key.header)) === key.id
    await waitUntil(isBack, { withinMs: 30_000, what: 'the key is found again' })
    expect(await answerOf(strange.header)).toBe(strange.id)
  },
)

test('a company suspended by one process is suspended for all others until it is resumed', async () => {
  const stores = await aPlatform()
  const rings = [await aRing(stores), await aRing(stores)]
  const key = await aKey(stores)
  const announce = createAnnounceCompanyChange({ redis: stores.redis, logger })
  for (const isSuspended of [true, false]) {
    for (const ring of rings)
      expect(await ring.authenticate(key.header)).toMatchObject({ isCompanySuspended: !isSuspended })
    await stores.postgres.query(
      `update companies set suspended_at = case when $2 then now() end,
                            suspension_reason = case when $2 then 'test' end where id = $1`,
      [stores.companyId, isSuspended],
    )
    await announce(stores.companyId)
    for (const ring of rings) {
      const isSeen = async () => (await ring.authenticate(key.header))?.isCompanySuspended === isSuspended
      await waitUntil(isSeen, { withinMs: 30_000, what: 'the ring sees the state of the company' })
    }
  }
})

test('a use is recorded in the database', async () => {
  const stores = await aPlatform()
  const ring = await aRing(stores)
  const key = await aKey(stores)
  await ring.authenticate(key.header)
  await ring.close()
  const [listed] = await listApiKeys(createDatabase<Tables>(stores.postgres), stores.companyId)
  expect(Math.abs((listed?.lastUsedAt?.getTime() ?? 0) - Date.now())).toBeLessThan(20_000)
})

test('no raw key is in any table, the audit log, a log line, an error or a command to Redis', async () => {
  const stores = await aPlatform()
  const commands = await recordCommands()
  const ring = await aRing(stores)
  const key = await aKey(stores)
  await ring.authenticate(key.header)
  const rotation = { companyId: stores.companyId, keyId: key.id }
  const sibling = await rotateApiKey(minting(stores), rotation, by)
  await revoke(stores, key.id)
  await ring.authenticate(key.header)
  const failing = createKeyRing(
    {
      clock,
      logger,
      metrics: createMetrics('test'),
      findKeys: createFindKeys({ query: () => stores.postgres.query('select no_such_column') }),
      readChanges: createReadKeyChanges(stores.postgres),
      subscribe: () => ({ close: () => undefined }),
      touch: async () => undefined,
    },
    { peppers },
  )
  const thrown: unknown = await failing.authenticate(key.header).catch((error: unknown) => error)
  expect(thrown).toMatchObject({ kind: 'unavailable' })
  await failing.close()
  await ring.close()

  const rows = await dumpRows(stores.postgres)
  expect(rows).toContain(key.id)
  expect(rows).toContain('key.rotate')
  const isRecorded = () => commands.some((command) => command.includes(key.id))
  await waitUntil(isRecorded, { withinMs: 30_000, what: 'the announcement is recorded' })
  expect(logged.join('\n')).toContain('no_such_column')
  const seen = [rows, ...logged, inspect(thrown, { depth: 20 }), ...commands].join('\n')
  for (const rawKey of [key.rawKey, sibling.rawKey.reveal()]) {
    // Searching for the random part is enough: the rest of the key can be computed from it.
    const random = rawKey.slice(9, 41)
    expect(seen).not.toContain(random)
    expect(seen).not.toContain(Buffer.from(random).toString('hex'))
    expect(seen).not.toContain(Buffer.from(rawKey).toString('base64').slice(0, 40))
  }
})

/** Records every command that Redis receives from now on. */
async function recordCommands(): Promise<string[]> {
  // One text, because a command may arrive in two parts.
  const commands = ['']
  // On a plain socket: the client fails if commands of other tests arrive together with the answer to MONITOR.
  const { hostname, port } = new URL(testRedisUrl())
  const monitor = connect(Number(port), hostname)
  cleanUp.defer(() => void monitor.destroy())
  monitor.on('data', (chunk) => void (commands[0] += chunk.toString('utf8')))
  monitor.write('MONITOR\r\n')
  await once(monitor, 'data')
  return commands
}
