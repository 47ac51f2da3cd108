import { ledgerOf } from './ledger-reads.ts'
import { oneShard } from '@gatehouse/postgres/shards'
import type { FinishedCall } from '@gatehouse/calls/call'
import { type Postgres, createPostgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { expect, test } from 'vitest'
import { postTransfer } from '../../postgres/post-transfer.ts'
import { settlementLedger } from '../../postgres/settlement/settle-batch.ts'
import { createSettler } from '../../settlement/create-settler.ts'
import { reconcile } from '../reconcile.ts'
import { hasDrift } from '../reconciliation-report.ts'
import { createLedgerInspector } from './create-ledger-inspector.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const logger = createLogger({ service: 'test', level: 'error', sinks: [] })
const companies = Array.from({ length: 5 }, () => ({ id: ids.uuid(), keyId: ids.uuid() }))

function finishedCall(number: number): FinishedCall {
  const company = companies[number % companies.length] ?? { id: '', keyId: '' }
  const usage = { promptTokens: 10, cachedTokens: 0, completionTokens: number % 50 }
  const described = { alias: 'svc/chat-default', operation: 'chat', heldMicros: 9n, durationMs: 1 } as const
  const end = {
    kind: 'succeeded',
    usage,
    priceVersion: 1n,
    chargedMicros: BigInt(100 + (number % 977)),
  } as const
  return { id: ids.uuid(), companyId: company.id, keyId: company.keyId, end, ...described }
}

/** Posts charges, refunds and grants, some of which expire immediately, as fast as possible until it is stopped. */
function startTraffic({ database }: OpenTestDatabase, settlement: Postgres) {
  const settler = createSettler({
    clock,
    logger,
    metrics: createMetrics('test'),
    random: Math.random,
    processId: ids.uuid(),
    ...settlementLedger(settlement),
    giveBack: (call) => Promise.reject(new Error(`${call.id} was given up`)),
  })
  const stop = new AbortController()
  let settled = 0
  const charge = async () => {
    while (!stop.signal.aborted) {
      const call = finishedCall(settled)
      await settler.settle(call)
      settler.delivered(call.id)
      settled += 1
    }
  }
  const transfer = async () => {
    for (let number = 0; !stop.signal.aborted; number += 1) {
      const owner = { id: companies[number % companies.length]?.id ?? '', kind: 'COMPANY' } as const
      const businessKey = `pack:${ids.uuid()}` as const
      const expiresAt = new Date(Date.now() + (number % 3) * 20)
      const grant = { kind: 'grant', type: 'PACK_PURCHASE', amountMicros: 30_000n } as const
      await postTransfer(ids, database, {
        owner,
        businessKey,
        ...grant,
        ...(number % 2 === 0 ? { expiresAt } : {}),
      })
      const refund = {
        kind: 'removal',
        type: 'REFUND',
        amountMicros: 7_000n,
        firstFromLotOf: businessKey,
      } as const
      await postTransfer(ids, database, { owner, businessKey: `refund:${ids.uuid()}`, ...refund })
    }
  }
  const running = Promise.all([...Array.from({ length: 40 }, charge), transfer(), transfer()])
  return {
    settled: () => settled,
    async stop() {
      stop.abort()
      await running
    },
  }
}

test('a ledger under constant charges, grants and refunds shows no drift in 50 runs', async () => {
  await using open = await openTestDatabase({ poolSizeMax: 8 })
  // The connections have the same settings as in a gateway: without them, batches lock accounts in any order and
  // deadlock.
  await using scope = new AsyncDisposableStack()
  const settlement = createPostgres({
    url: new Secret(open.url),
    applicationName: 'settlement',
    poolSizeMax: 4,
    connectTimeoutMs: 20_000,
    queryTimeoutMs: 20_000,
    logger,
  })
  scope.defer(() => settlement.close())
  const traffic = startTraffic(open, settlement)
  // These times are so short that calls are added up shortly after they are written.
  const times = { closedAfterMs: 500, callMsMax: 5_000 }
  const ledger = createLedgerInspector({ shards: oneShard(ledgerOf(open.postgres)), ids }, times)
  const reports = []
  for (let time = 0; time < 50; time += 1) {
    reports.push(await reconcile({ clock, logger, ledger }))
    // One account is read by several queries, which must see the same snapshot.
    reports.push(
      await reconcile({ clock, logger, ledger }, { ownerId: companies[time % companies.length]?.id }),
    )
  }
  await traffic.stop()
  reports.push(await reconcile({ clock, logger, ledger }))
  expect(reports.filter(hasDrift)).toEqual([])
  expect(reports.at(-1)?.outcomes.I1).toMatchObject({ accounts: companies.length })
  // Checks that there was traffic. The number is low, so that a slow machine reaches it too.
  expect(traffic.settled()).toBeGreaterThan(100)
})
