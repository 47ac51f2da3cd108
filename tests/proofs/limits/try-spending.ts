// Runs in a worker: attempts to spend a company's last credits, or what is left of its budgets. An admitted call runs for a moment and is settled by
// the ledger's own settler, whose batches release the holds while other attempts are being decided.
import { createSettler } from '@gatehouse/credits/create-settler'
import { settlementLedger } from '@gatehouse/credits/settle-batch'
import type { FinishedCall } from '@gatehouse/calls/call'
import { type Admission, type CallToAdmit, noCharge } from '@gatehouse/limits/admission'
import type { CallBudgets } from '@gatehouse/limits/budgets'
import { createAddressWindows } from '@gatehouse/limits/address-windows'
import { createCompanyStore } from '@gatehouse/limits/company-store'
import { createLimits } from '@gatehouse/limits/create-limits'
import { createHoldTable } from '@gatehouse/limits/hold-table'
import { createReadSnapshot } from '@gatehouse/limits/read-snapshot'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { oneShard } from '@gatehouse/postgres/shards'
import { createSystemClock, sleep } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import type { RedisClient } from '@gatehouse/redis/redis-client'

export type SpendOrder = {
  companyId: string
  keyId: string
  alias?: string
  budgets?: CallBudgets
  attempts: number
  /** Attempts in flight; the next one starts when one is decided and, if admitted, settled. */
  parallel: number
  estimateMicros: bigint
  /** Range of the real cost, in thousandths of the estimate. */
  costPermille: readonly [number, number]
  runsForMsMax: number
}

/** Times are of the monotonic clock, which all processes of a machine share. */
export type SpendReport = {
  admitted: { startedNs: bigint; costMicros: bigint; settledNs: bigint }[]
  refused: { startedNs: bigint; endedNs: bigint }[]
  /** Any outcome other than admitted or refused for lack of credits or by a budget. */
  unexpected: string[]
  /** Whether the process was without Redis for a while. */
  wasWithoutRedis: boolean
}

export type WorkerDeps = { redis: RedisClient; postgres: Postgres; logger: Logger }
type SpendingDeps = WorkerDeps & { settlement: Postgres }

export async function createSpending({ redis, postgres, settlement, logger }: SpendingDeps) {
  const clock = createSystemClock()
  const ids = createIds(clock)
  let wasWithoutRedis = false
  const limits = createLimits({
    clock,
    logger: { ...logger, warn: () => (wasWithoutRedis = true) },
    metrics: createMetrics('proof'),
    store: await createCompanyStore({ redis, clock, processId: ids.uuid() }),
    addressWindows: await createAddressWindows({ redis }),
    table: createHoldTable(oneShard(postgres)),
    readSnapshot: createReadSnapshot({ shards: oneShard(postgres) }),
    closeDeadCalls: () => Promise.reject(new Error('no process of this proof dies')),
  })
  const settler = createSettler({
    clock,
    logger,
    metrics: createMetrics('proof'),
    random: Math.random,
    processId: ids.uuid(),
    ...settlementLedger(settlement),
    giveBack: (call) => Promise.reject(new Error(`no charge of this proof may be refunded: ${call.id}`)),
    onBatch(calls, accounts) {
      for (const { companyId, ...balance } of accounts) {
        const finished = calls
          .filter((call) => call.companyId === companyId)
          .map(({ id, end }) => ({
            callId: id,
            charge:
              end.kind === 'succeeded' ? { micros: end.chargedMicros, version: balance.version } : noCharge,
          }))
        void limits.release({ companyId, calls: finished, balance })
      }
    },
  })

  async function attempt(order: SpendOrder, report: SpendReport): Promise<void> {
    const call = toCall(order, ids.uuid())
    const startedNs = process.hrtime.bigint()
    const admission = await limits.admit(call).catch((thrown: unknown) => String(thrown))
    const endedNs = process.hrtime.bigint()
    const kind = typeof admission === 'string' ? admission : admission.kind
    if (kind === (order.budgets ? 'budget_reached' : 'insufficient_credits'))
      report.refused.push({ startedNs, endedNs })
    else if (kind !== 'admitted') report.unexpected.push(describe(admission))
    if (kind !== 'admitted') return
    const [from, to] = order.costPermille
    const permille = from + Math.floor(Math.random() * (to - from + 1))
    const costMicros = (order.estimateMicros * BigInt(permille)) / 1_000n
    await sleep(clock, Math.random() * order.runsForMsMax)
    await settler.settle(toFinished(call, costMicros))
    settler.delivered(call.callId)
    report.admitted.push({ startedNs, costMicros, settledNs: process.hrtime.bigint() })
  }

  return {
    async run(order: SpendOrder): Promise<SpendReport> {
      const report: SpendReport = { admitted: [], refused: [], unexpected: [], wasWithoutRedis: false }
      wasWithoutRedis = false
      let left = order.attempts
      const caller = async () => {
        while (left > 0) {
          left -= 1
          await attempt(order, report)
        }
      }
      await Promise.all(Array.from({ length: order.parallel }, caller))
      return { ...report, wasWithoutRedis }
    },
  }
}

function describe(admission: Admission | string): string {
  return typeof admission === 'string' ? admission : admission.kind
}

function toCall(order: SpendOrder, callId: string): CallToAdmit {
  const { companyId, keyId, alias = 'svc/chat-default', estimateMicros, budgets } = order
  return {
    callId,
    companyId,
    keyId,
    operation: 'chat',
    alias,
    estimateMicros,
    budgets,
    estimatedTokens: 100,
    deadlineMs: 60_000,
    rpmLimit: 1_000_000_000,
    tpmLimit: 1_000_000_000_000,
  }
}

function toFinished(call: CallToAdmit, chargedMicros: bigint): FinishedCall {
  const { callId: id, companyId, keyId, alias } = call
  const usage = { promptTokens: 50, cachedTokens: 0, completionTokens: 50 }
  return {
    id,
    companyId,
    keyId,
    alias,
    operation: 'chat',
    end: { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros },
    heldMicros: call.estimateMicros,
    durationMs: 1,
  }
}
