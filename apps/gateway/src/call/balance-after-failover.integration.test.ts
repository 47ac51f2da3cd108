import { prepareBatch } from '@gatehouse/credits/settle-batch'
import { createCompanyStore } from '@gatehouse/limits/company-store'
import { createReadSnapshot } from '@gatehouse/limits/read-snapshot'
import { type Postgres, createPostgres } from '@gatehouse/postgres/create-postgres'
import { migrate } from '@gatehouse/postgres/migrate'
import { oneShard } from '@gatehouse/postgres/shards'
import { createRedis } from '@gatehouse/redis/create-redis'
import { assert } from '@gatehouse/runtime/assert'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { migrationsDirectory } from '@gatehouse/schema/migrations-directory'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { startPostgres } from '@gatehouse/testkit/start-postgres'
import { startStandby } from '@gatehouse/testkit/start-standby'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect, test } from 'vitest'

const clock = createSystemClock()
const ids = createIds(clock)
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })

test('after a failover that lost charges, balances of the new primary replace those of the old one', async () => {
  await using scope = new AsyncDisposableStack()
  const primary = scope.use(await startPostgres())
  await migrate({ databaseUrl: primary.url, directory: migrationsDirectory })
  const standby = scope.use(await startStandby(primary))
  const [before, after] = [connect(primary.url, scope), connect(standby.server.url, scope)]
  const { companyId, store, effective } = await openStore(scope)
  await charge(before, companyId, 100n)
  await standby.cutOff()
  // The standby has one version of the account, and Redis has a later one.
  let balance = await charge(before, companyId, 100n)
  for (let count = 0; count < 5; count += 1) balance = await charge(before, companyId, 100n)
  await store.update({ companyId, balance })
  expect(await effective()).toBe('-700')

  await primary.kill()
  await standby.promote()
  const snapshot = await createReadSnapshot({ shards: oneShard(after) })(companyId, [])
  await store.update({ companyId, snapshot })
  expect(await effective()).toBe('-100')

  // A release that the old primary confirmed arrives late, and changes nothing.
  await store.update({ companyId, balance: { balanceMicros: -800n, version: balance.version + 1n } })
  expect(await effective()).toBe('-100')

  await store.update({ companyId, balance: await charge(after, companyId, 50n) })
  expect(await effective()).toBe('-150')
  // A batch of many calls is sent as another statement.
  await store.update({ companyId, balance: await charge(after, companyId, 1n, 20) })
  expect(await effective()).toBe('-170')
})

function connect(url: string, scope: AsyncDisposableStack): Postgres {
  const postgres = createPostgres({
    url: new Secret(url),
    applicationName: 'test',
    poolSizeMax: 1,
    connectTimeoutMs: 20_000,
    queryTimeoutMs: 30_000,
    logger,
  })
  scope.defer(postgres.close)
  return postgres
}

async function openStore(scope: AsyncDisposableStack) {
  const redis = createRedis({ url: new Secret(testRedisUrl()), connectionName: 'test', logger })
  scope.defer(() => redis.disconnect())
  await waitUntil(() => redis.status === 'ready', { withinMs: 30_000, what: 'Redis is connected' })
  const companyId = ids.uuid()
  return {
    companyId,
    store: await createCompanyStore({ redis, clock, processId: ids.uuid() }),
    effective: () => redis.hget(`gatehouse:limits:{${companyId}}:account`, 'effective'),
  }
}

/** Charges calls of the company, and returns its balance as a settler passes it on. */
async function charge(postgres: Postgres, companyId: string, chargedMicros: bigint, count = 1) {
  const calls = Array.from({ length: count }, () => ({
    id: ids.uuid(),
    companyId,
    keyId: ids.uuid(),
    alias: 'svc/chat-default',
    operation: 'chat' as const,
    end: {
      kind: 'succeeded' as const,
      usage: { promptTokens: 1, cachedTokens: 0, completionTokens: 1 },
      priceVersion: 1n,
      chargedMicros,
    },
    heldMicros: 0n,
    durationMs: 1,
  }))
  const outcome = await prepareBatch(postgres, calls)()
  const account = outcome.kind === 'settled' ? outcome.accounts[0] : undefined
  assert(account, 'the calls must be new')
  return account
}
