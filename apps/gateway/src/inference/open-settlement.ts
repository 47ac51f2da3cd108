// Opens the settler and the limits of this process, which depend on each other: a durable charge releases the hold of
// its call, and the limits use the settler to close calls whose process died.
import { createFindOverdueInMs } from '@gatehouse/billing/find-overdue'
import type { FinishedCall } from '@gatehouse/calls/call'
import { createEventPublisher } from '@gatehouse/companies/event-channel'
import { closeDeadCalls } from '@gatehouse/credits/close-dead-calls'
import { type Settler, createSettler } from '@gatehouse/credits/create-settler'
import { type LedgerGuard, createLedgerGuard } from '@gatehouse/credits/ledger-guard'
import { returnCharge, returnUndelivered } from '@gatehouse/credits/return-charge'
import { openSettlementLedger } from '@gatehouse/credits/settle-batch'
import type { ChargedCall } from '@gatehouse/credits/transfer'
import { findStaleMarks } from '@gatehouse/credits/undelivered-calls'
import { createUndeliveredReaper, reapUndeliveredEveryMs } from '@gatehouse/credits/undelivered-reaper'
import { createAddressWindows } from '@gatehouse/limits/address-windows'
import {
  type ReleasedCall,
  type ReleasedCalls,
  type ReleasedCharge,
  noCharge,
} from '@gatehouse/limits/admission'
import { createCompanyStore } from '@gatehouse/limits/company-store'
import { type Limits, type LimitsDeps, createLimits } from '@gatehouse/limits/create-limits'
import { createHoldTable } from '@gatehouse/limits/hold-table'
import { createReadSnapshot } from '@gatehouse/limits/read-snapshot'
import { createDatabase } from '@gatehouse/postgres/create-database'
import { type Postgres, createPostgres } from '@gatehouse/postgres/create-postgres'
import { mapShards } from '@gatehouse/postgres/shards'
import { readServerState } from '@gatehouse/postgres/server-state'
import { sleep } from '@gatehouse/runtime/clock'
import { startPeriodicJob } from '@gatehouse/runtime/periodic-job'
import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { GatewayConfig } from '../config.ts'

// Time limit for settling the remaining calls at shutdown. Calls still unsettled then are closed by another process's
// reaper.
const drainMsMax = 8_000

export type Settlement = { settler: Settler; limits: Limits; ledger: LedgerGuard }

export async function openSettlement(
  resources: ServiceResources,
  config: GatewayConfig,
  scope: AsyncDisposableStack,
): Promise<Settlement> {
  const { clock, logger, metrics, shards, redis, ids } = resources
  const { settlement, ledger } = await openLedger(resources, config, scope)
  const databases = mapShards(shards, (postgres): Database => createDatabase<Tables>(postgres))
  const events = createEventPublisher({ redis, clock })
  scope.defer(events.close)
  const giveBack = (charge: ChargedCall) =>
    returnCharge({ ids, database: databases.of(charge.companyId) }, charge, 'given_up')
  const settler = createSettler(
    {
      clock,
      logger,
      metrics,
      random: Math.random,
      processId: ids.uuid(),
      ...openSettlementLedger(settlement),
      giveBack,
      onKnown: (call) =>
        void limits.release({ companyId: call.companyId, calls: [toReleased(call, undefined)] }),
      onBatch(calls, accounts) {
        for (const finished of groupByCompany(calls, accounts)) {
          void limits.release(finished)
          events.publish(finished.companyId, 'CALLS')
          events.publish(finished.companyId, 'BALANCE')
        }
      },
    },
    { deadlineMs: config.chargeWaitMs },
  )
  const { abandonLimits } = config
  const limitsDeps: LimitsDeps = {
    clock,
    logger,
    metrics,
    store: await createCompanyStore({ redis, clock, processId: ids.uuid(), abandonLimits }),
    addressWindows: await createAddressWindows({ redis }),
    table: createHoldTable(shards),
    readSnapshot: createReadSnapshot({ shards, findOverdueInMs: createFindOverdueInMs(shards) }),
    closeDeadCalls: (calls) => closeDeadCalls(settler.settle, calls),
  }
  const limits = createLimits(limitsDeps, { abandonLimits })
  scope.defer(limits.close)
  for (const database of databases.all()) startReaper(resources, database, scope)
  scope.defer(() => Promise.race([settler.drained(), sleep(clock, drainMsMax)]))
  return { settler, limits, ledger }
}

/** Opens the connections for charges, each checked before its first charge, and the guard that checks them. */
async function openLedger(
  { clock, logger, metrics }: ServiceResources,
  config: GatewayConfig,
  scope: AsyncDisposableStack,
): Promise<{ settlement: Postgres; ledger: LedgerGuard }> {
  const ledger = createLedgerGuard(
    { clock, logger, metrics, readState: () => readServerState(settlement) },
    { isLossAllowed: config.isLossAllowed },
  )
  const settlement: Postgres = createPostgres({
    url: config.postgres.url,
    applicationName: 'gatehouse gateway settlement',
    // One connection for each lane, and one for large answers.
    poolSizeMax: 5,
    checkConnection: async (connection) => ledger.observe(await readServerState(connection)),
    logger,
    metrics,
  })
  scope.defer(settlement.close)
  scope.defer(ledger.close)
  // The start takes no longer than the statement timeout. Without its database, a gateway starts nevertheless and
  // returns 503.
  await ledger.start()
  return { settlement, ledger }
}

/** Starts the job that refunds calls of one shard that were charged by a process that died before it delivered their answers. */
function startReaper(
  { clock, logger, metrics, ids }: ServiceResources,
  database: Database,
  scope: AsyncDisposableStack,
): void {
  const undelivered = createUndeliveredReaper({
    clock,
    logger,
    metrics,
    findStale: (staleMs) => findStaleMarks(database, staleMs),
    returnCharges: (marks) => returnUndelivered({ ids, database }, marks),
  })
  const job = startPeriodicJob(clock, {
    everyMs: reapUndeliveredEveryMs,
    run: undelivered.reap,
    onFailure: (error) =>
      logger.warn('charges of undelivered calls could not be returned; will retry', { error }),
    random: Math.random,
  })
  scope.defer(job.close)
}

type Accounts = readonly { companyId: string; balanceMicros: bigint; version: bigint }[]

function groupByCompany(calls: readonly FinishedCall[], accounts: Accounts): readonly ReleasedCalls[] {
  const [account] = accounts
  // Fast path for a batch of one company: under light load a batch is nearly always a single call.
  if (account && accounts.length === 1) {
    const { companyId, ...balance } = account
    return [{ companyId, calls: calls.map((call) => toReleased(call, balance)), balance }]
  }
  const byCompany = Map.groupBy(calls, ({ companyId }) => companyId)
  return accounts.map(({ companyId, ...balance }) => ({
    companyId,
    calls: (byCompany.get(companyId) ?? []).map((call) => toReleased(call, balance)),
    balance,
  }))
}

/**
 * If the usage is unknown or implausible, `tokensUsed` is left out, and the estimate keeps counting against the token
 * limit.
 */
function toReleased(call: FinishedCall, balance: ReleasedCalls['balance']): ReleasedCall {
  const { id, end, isStream } = call
  const isFailed = end.kind === 'failed'
  const charge = chargeOf(call, balance)
  if (isFailed && end.isUnanswered) return { callId: id, tokensUsed: 0, charge }
  const usage = end.kind === 'parked' ? undefined : end.usage
  const released = usage
    ? { callId: id, tokensUsed: usage.promptTokens + usage.completionTokens, charge }
    : { callId: id, charge }
  if (!isStream) return released
  if (isFailed) return end.isAbandoned ? { ...released, stream: 'abandoned' } : released
  return { ...released, stream: 'completed' }
}

/** Without a balance the call was closed earlier, perhaps by another process, and its charge is not known. */
function chargeOf({ end }: FinishedCall, balance: ReleasedCalls['balance']): ReleasedCharge | undefined {
  if (!balance) return undefined
  return end.kind === 'succeeded' ? { micros: end.chargedMicros, version: balance.version } : noCharge
}
