import type { FinishedCall } from '@gatehouse/calls/call'
import { createSettler } from '@gatehouse/credits/create-settler'
import { settlementLedger } from '@gatehouse/credits/settle-batch'
import { createAddressWindows } from '@gatehouse/limits/address-windows'
import type { CallToAdmit } from '@gatehouse/limits/admission'
import { createCompanyStore } from '@gatehouse/limits/company-store'
import { createHoldTable } from '@gatehouse/limits/hold-table'
import { createReadSnapshot } from '@gatehouse/limits/read-snapshot'
import { oneShard } from '@gatehouse/postgres/shards'
import { createRedis } from '@gatehouse/redis/create-redis'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSettlement } from './create-settlement.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const scope = new AsyncDisposableStack()
let open: OpenTestDatabase
let reads: string[]
let settlement: ReturnType<typeof createSettlement>

beforeAll(async () => {
  open = scope.use(await openTestDatabase())
  const redis = createRedis({ url: new Secret(testRedisUrl()), connectionName: 'test', logger })
  scope.defer(() => redis.disconnect())
  await waitUntil(() => redis.status === 'ready', { withinMs: 30_000, what: 'Redis is connected' })
  const shards = oneShard(open.postgres)
  const readSnapshot = createReadSnapshot({ shards, findOverdueInMs: async () => null })
  reads = []
  settlement = createSettlement(
    {
      ...ledgerPorts(),
      undelivered: [],
      onSettled: () => undefined,
      store: await createCompanyStore({ redis, clock, processId: ids.uuid() }),
      addressWindows: await createAddressWindows({ redis }),
      table: createHoldTable(shards),
      readSnapshot(companyId, callIds) {
        reads.push(companyId)
        return readSnapshot(companyId, callIds)
      },
    },
    { settler: {} },
    scope,
  )
})
afterAll(() => scope.disposeAsync())

const ledgerPorts = () => ({
  clock,
  logger,
  metrics: createMetrics('test'),
  random: Math.random,
  processId: ids.uuid(),
  ...settlementLedger(open.postgres),
  giveBack: () => Promise.resolve(),
})

test('calls of a batch that were charged earlier are released after one read of the balance', async () => {
  const { limits, settler } = settlement
  const companyId = ids.uuid()
  await open.postgres.query(
    `insert into credit_accounts (owner_id, owner_kind, balance_micros, version) values ($1, 'COMPANY', 1000, 1)`,
    [companyId],
  )
  const calls = [aCall(companyId), aCall(companyId), aCall(companyId)]
  for (const call of calls) expect((await limits.admit(call)).kind).toBe('admitted')
  // As if the answer to the charges of this process had been lost.
  const before = createSettler(ledgerPorts())
  await Promise.all(calls.map((call) => before.settle(toFinished(call))))
  reads.length = 0

  const known = await Promise.all(calls.map((call) => settler.settle(toFinished(call))))
  expect(known.map(({ kind }) => kind)).toEqual(['known', 'known', 'known'])
  expect(reads).toEqual([companyId])
  const spendRest = async () => (await limits.admit(aCall(companyId, 100n))).kind === 'admitted'
  await waitUntil(spendRest, { withinMs: 5_000, what: 'the holds are released' })
  expect(await limits.admit(aCall(companyId, 1n))).toMatchObject({
    kind: 'insufficient_credits',
    balanceMicros: 100n,
  })
})

function aCall(companyId: string, estimateMicros = 300n): CallToAdmit {
  const named = { callId: ids.uuid(), companyId, keyId: ids.uuid(), alias: 'svc/chat-default' }
  const rates = { estimatedTokens: 10, rpmLimit: 1_000, tpmLimit: 1_000_000 }
  return { ...named, ...rates, operation: 'chat', estimateMicros, deadlineMs: 30_000 }
}

function toFinished({ callId: id, companyId, keyId, alias, operation }: CallToAdmit): FinishedCall {
  const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1 }
  const end = { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros: 300n } as const
  return { id, companyId, keyId, alias, operation, end, heldMicros: 300n, durationMs: 1 }
}
