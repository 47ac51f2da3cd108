// The parts of a gateway process that move credits, wired as in the gateway.
import type { FinishedCall } from '@gatehouse/calls/call'
import { closeDeadCalls } from '@gatehouse/credits/close-dead-calls'
import { type Settler, createSettler } from '@gatehouse/credits/create-settler'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { returnCharge, returnUndelivered } from '@gatehouse/credits/return-charge'
import { settlementLedger } from '@gatehouse/credits/settle-batch'
import type { ChargedCall, Transfer } from '@gatehouse/credits/transfer'
import { settlementConnections } from '@gatehouse/credits/settler-options'
import { findStaleMarks } from '@gatehouse/credits/undelivered-calls'
import {
  type UndeliveredReaper,
  type UndeliveredReaperTimes,
  createUndeliveredReaper,
} from '@gatehouse/credits/undelivered-reaper'
import { createAddressWindows } from '@gatehouse/limits/address-windows'
import { createCompanyStore } from '@gatehouse/limits/company-store'
import { type Limits, createLimits } from '@gatehouse/limits/create-limits'
import { createHoldTable } from '@gatehouse/limits/hold-table'
import { createReadSnapshot } from '@gatehouse/limits/read-snapshot'
import { createDatabase } from '@gatehouse/postgres/create-database'
import { type Postgres, createPostgres } from '@gatehouse/postgres/create-postgres'
import { oneShard } from '@gatehouse/postgres/shards'
import { createRedis } from '@gatehouse/redis/create-redis'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import type { Tables } from '@gatehouse/schema/tables'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'

export type Product = {
  settler: Settler
  undelivered: UndeliveredReaper
  limits: Limits
  post(transfer: Transfer): Promise<unknown>
  close(): Promise<void>
}

const clock = createSystemClock()
export const ids = createIds(clock)
// Warnings are expected here: servers die all the time.
const logger = createLogger({ service: 'settler', level: 'error', sinks: [process.stderr] })
const metrics = createMetrics('settler')
// Shorter than a restart of Postgres, so that some calls are given up and, if they were charged, refunded.
const deadlineMs = 750
// `staleMs` is longer than the five seconds after which a live process refreshes its marks.
const besideLiveProcesses: UndeliveredReaperTimes = { staleMs: 7_000, confirmAfterMs: 2_000 }

export type ProductOptions = {
  databaseUrl: string
  redisUrl: string
  /** Called when a rejected call is durably not charged. */
  onOver: (callId: string) => void
  /** After what time the reaper treats a process's undelivered calls as those of a dead process. */
  undeliveredTimes?: UndeliveredReaperTimes
}

export async function openProduct({
  databaseUrl,
  redisUrl,
  onOver,
  undeliveredTimes = besideLiveProcesses,
}: ProductOptions): Promise<Product> {
  const connect = (poolSizeMax: number): Postgres =>
    createPostgres({ url: new Secret(databaseUrl), applicationName: 'settler', poolSizeMax, logger })
  const [postgres, settlement] = [connect(4), connect(settlementConnections)]
  const database = createDatabase<Tables>(postgres)
  const redis = createRedis({ url: new Secret(redisUrl), connectionName: 'settler', logger })
  const post = (transfer: Transfer) => postTransfer(ids, database, transfer)
  const giveBack = (charge: ChargedCall) => returnCharge(database, charge, { ids, reason: 'given_up' })
  const settler = createSettler(
    {
      clock,
      logger,
      metrics,
      random: Math.random,
      processId: ids.uuid(),
      ...settlementLedger(settlement),
      giveBack,
      onKnown({ id, companyId }) {
        onOver(id)
        void limits.release({ companyId, calls: [{ callId: id }] })
      },
      onBatch(calls, accounts) {
        for (const { id } of calls.filter(isGivenUp)) onOver(id)
        const byCompany = Map.groupBy(calls, ({ companyId }) => companyId)
        for (const { companyId, ...balance } of accounts) {
          const finished = (byCompany.get(companyId) ?? []).map(({ id }) => ({ callId: id }))
          void limits.release({ companyId, calls: finished, balance })
        }
      },
    },
    { deadlineMs },
  )
  const limits = createLimits({
    clock,
    logger,
    metrics,
    store: await createCompanyStore({ redis, clock, processId: ids.uuid() }),
    addressWindows: await createAddressWindows({ redis }),
    table: createHoldTable(oneShard(postgres)),
    readSnapshot: createReadSnapshot({ shards: oneShard(postgres) }),
    closeDeadCalls: (holds) => closeDeadCalls(settler.settle, holds),
  })
  return {
    settler,
    limits,
    post,
    undelivered: createUndeliveredReaper(
      {
        clock,
        logger,
        metrics,
        findStale: (staleMs) => findStaleMarks(postgres, staleMs),
        returnCharges: (marks) => returnUndelivered(database, marks, ids),
      },
      undeliveredTimes,
    ),
    async close() {
      // Otherwise the settler would keep trying to record deliveries, and the process would not exit.
      await settler.drained()
      await limits.close()
      redis.disconnect()
      await Promise.all([postgres.close(), settlement.close()])
    },
  }
}

function isGivenUp({ end }: FinishedCall): boolean {
  return end.kind === 'failed' && end.reason === 'settle_unavailable'
}
