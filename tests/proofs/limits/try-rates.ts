// Runs in a worker: attempts against a rate limit, each recorded with the times between which it was decided. The clock
// of the process is wrong and jumps by an hour half-way.
import { createAddressWindows } from '@gatehouse/limits/address-windows'
import type { CallToAdmit } from '@gatehouse/limits/admission'
import { createCompanyStore } from '@gatehouse/limits/company-store'
import { type Limits, createLimits } from '@gatehouse/limits/create-limits'
import { createHoldTable } from '@gatehouse/limits/hold-table'
import { createReadSnapshot } from '@gatehouse/limits/read-snapshot'
import { oneShard } from '@gatehouse/postgres/shards'
import { createSystemClock, sleep } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import type { WorkerDeps } from './try-spending.ts'

export type LimitedBy = 'requests' | 'tokens' | 'address'

export type RateOrder = {
  by: LimitedBy
  companyId: string
  keyId: string
  address: string
  limit: number
  windowMs: number
  /** Each caller makes one attempt after another, with a pause of `pauseMs` on average in between. */
  callers: number
  attemptsPerCaller: number
  pauseMs: number
  tokensMax: number
  /** Error of the process's wall clock; half-way it changes sign. */
  wallErrorMs: number
}

/** One entry per attempt in each list. Times are milliseconds of the machine's monotonic clock. */
export type RateReport = {
  startedMs: Float64Array
  endedMs: Float64Array
  isAdmitted: Uint8Array
  /** Weight reserved at admission; 1 where requests are limited. */
  weight: Float64Array
  /** Weight after the correction by the real usage, if there was one. */
  correctedWeight: Float64Array
  unexpected: string[]
  /** Attempts that were admitted from a lease. */
  leased: number
  /**
   * Whether the process lost Redis for a while and used its local share of the limit, for which the exact limit is not
   * guaranteed.
   */
  wasWithoutRedis: boolean
}

export async function tryRates(deps: WorkerDeps, order: RateOrder): Promise<RateReport> {
  const attempts = order.callers * order.attemptsPerCaller
  const report: RateReport = {
    startedMs: new Float64Array(attempts),
    endedMs: new Float64Array(attempts),
    isAdmitted: new Uint8Array(attempts),
    weight: new Float64Array(attempts),
    correctedWeight: new Float64Array(attempts),
    unexpected: [],
    leased: 0,
    wasWithoutRedis: false,
  }
  const system = createSystemClock()
  let next = 0
  const isSecondHalf = () => next > attempts / 2
  const wallMs = () => system.wallMs() + (isSecondHalf() ? -order.wallErrorMs : order.wallErrorMs)
  const clock = { ...system, wallMs }
  const ids = createIds(clock)
  const logger = { ...deps.logger, warn: () => (report.wasWithoutRedis = true) }
  const metrics = createMetrics('proof')
  const limits = await openLimits({ ...deps, logger }, { clock, metrics, processId: ids.uuid(), order })
  const attempt = order.by === 'address' ? tryAddress : tryCall
  const caller = async () => {
    for (let time = 0; time < order.attemptsPerCaller; time += 1) {
      const index = next
      next += 1
      report.startedMs[index] = monotonicMs()
      const outcome = await attempt(limits, order, ids.uuid())
      report.endedMs[index] = monotonicMs()
      report.isAdmitted[index] = outcome.kind === 'admitted' ? 1 : 0
      report.weight[index] = outcome.weight
      report.correctedWeight[index] = outcome.correctedWeight
      if (outcome.kind !== 'admitted' && outcome.kind !== 'rate_limited') report.unexpected.push(outcome.kind)
      if (order.pauseMs > 0) await sleep(clock, order.pauseMs * 2 * Math.random())
    }
  }
  await Promise.all(Array.from({ length: order.callers }, caller))
  await limits.close()
  const leased = order.by === 'address' ? 'requests' : 'calls'
  const counted = await metrics.getSingleMetric(`gatehouse_limits_leased_${leased}_total`)?.get()
  report.leased = counted?.values[0]?.value ?? 0
  return report
}

type Outcome = { kind: string; weight: number; correctedWeight: number }

async function tryAddress(limits: Limits, { address }: RateOrder): Promise<Outcome> {
  const { kind } = await limits.admitAddress(address)
  return { kind, weight: 1, correctedWeight: 1 }
}

async function tryCall(limits: Limits, order: RateOrder, callId: string): Promise<Outcome> {
  const isByTokens = order.by === 'tokens'
  const tokens = isByTokens ? 1 + Math.floor(Math.random() * order.tokensMax) : 1
  const { kind } = await limits.admit(toCall(order, callId, tokens))
  if (kind !== 'admitted') return { kind, weight: tokens, correctedWeight: tokens }
  // Two of three calls finish immediately and report their usage; the others keep their estimate.
  const hasUsage = isByTokens && Math.random() < 2 / 3
  const used = hasUsage ? Math.floor(Math.random() * (tokens + 1)) : tokens
  const finished = hasUsage ? { callId, tokensUsed: used } : { callId }
  await limits.release({ companyId: order.companyId, calls: [finished] })
  return { kind, weight: tokens, correctedWeight: used }
}

function toCall(order: RateOrder, callId: string, estimatedTokens: number): CallToAdmit {
  const { by, companyId, keyId, limit } = order
  return {
    callId,
    companyId,
    keyId,
    operation: 'chat',
    alias: 'svc/chat-default',
    estimateMicros: 1n,
    estimatedTokens,
    deadlineMs: 30_000,
    rpmLimit: by === 'requests' ? limit : 1_000_000_000,
    tpmLimit: by === 'tokens' ? limit : 1_000_000_000_000,
  }
}

type Opening = {
  clock: ReturnType<typeof createSystemClock>
  metrics: ReturnType<typeof createMetrics>
  processId: string
  order: RateOrder
}

async function openLimits(
  { redis, postgres, logger }: WorkerDeps,
  { clock, metrics, processId, order }: Opening,
) {
  const { windowMs, limit } = order
  return createLimits(
    {
      clock,
      logger,
      metrics,
      store: await createCompanyStore({ redis, clock, processId, windowMs }),
      addressWindows: await createAddressWindows({ redis, windowMs }),
      table: createHoldTable(oneShard(postgres)),
      readSnapshot: createReadSnapshot({ shards: oneShard(postgres) }),
      closeDeadCalls: () => Promise.reject(new Error('no process of this proof dies')),
    },
    { windowMs, addressLimit: limit },
  )
}

function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
