// The limits of a gateway process, put together. Read `admit/admit-call.ts` first.
import type { Clock } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Counter } from 'prom-client'
import type { AddressAdmission, Admission, Balance, CallToAdmit, FinishedCalls } from './admission.ts'
import { type AbandonLimits, defaultAbandonLimits } from './abandoned-streams.ts'
import { createAdmitAddress } from './admit/admit-address.ts'
import { createAdmitCall } from './admit/admit-call.ts'
import { createAdmitWithoutStore } from './admit/admit-without-store.ts'
import { type Refusal, createCountRequest, createLookAtCall } from './admit/look-at-call.ts'
import { createLoadTruth, type TruthQuestion } from './admit/load-truth.ts'
import { createRedisUsedGauge } from './admit/redis-used-gauge.ts'
import { type AccountState, createReadAccount } from './admit/read-account.ts'
import { createTruthReader } from './admit/truth-reader.ts'
import type { AddressWindows, CompanyStore } from './company-store.ts'
import type { CloseDeadCalls } from './hold.ts'
import type { HoldTable } from './hold-table.ts'
import { createHeartbeat } from './holds/heartbeat.ts'
import { createOpenHolds } from './holds/open-holds.ts'
import { createDeadCallReaper } from './holds/reap-dead-calls.ts'
import { createNoteGivenUp } from './holds/note-given-up.ts'
import { createReleaseCalls } from './holds/release-calls.ts'
import { createLocalAbandons } from './local/local-abandons.ts'
import { createLocalRates } from './local/local-rates.ts'
import { createStoreGate } from './store-gate.ts'
import type { ReadTruth } from './truth.ts'

export type Limits = {
  admit(call: CallToAdmit): Promise<Admission>
  /** Whether the call would certainly be refused now, before anything is done for it. Takes nothing. */
  look(call: CallToAdmit): Promise<Refusal | undefined>
  /** Counts a request that is not a call, such as the replay of a stored answer. */
  countRequest(call: CallToAdmit): Promise<Refusal | undefined>
  /** After the calls are durable, all of one company's in one go. Never rejects; repeating it changes nothing. */
  release(finished: FinishedCalls): Promise<void>
  /**
   * Before a caller is told that there is no charge although nobody knows: if this process dies, whoever closes the call
   * gives back what it was charged. Never rejects.
   */
  noteGivenUp(call: { companyId: string; callId: string }): Promise<void>
  /** After every other change of an account. Never rejects. */
  feedBalance(balance: Balance & { companyId: string }): Promise<void>
  /** The limit of a client address, before anything is known about the caller. */
  admitAddress(address: string): Promise<AddressAdmission>
  /** Read from Postgres after the question came; the holds are those of all processes. */
  readAccount(companyId: string): Promise<AccountState>
  /** Calls that run in this process. */
  openCount(): number
  close(): Promise<void>
}

export type LimitsDeps = {
  clock: Clock
  logger: Logger
  metrics: Metrics
  store: CompanyStore
  addressWindows: AddressWindows
  table: HoldTable
  readTruth: ReadTruth
  closeDeadCalls: CloseDeadCalls
}

export type LimitsOptions = {
  windowMs?: number
  /** Requests of one client address per window. */
  addressLimit?: number
  abandonLimits?: AbandonLimits
}

export function createLimits(deps: LimitsDeps, options: LimitsOptions = {}): Limits {
  const { clock, logger, store, table, addressWindows: windows } = deps
  const { windowMs = 60_000, addressLimit = 600, abandonLimits = defaultAbandonLimits } = options
  const metrics = createLimitsMetrics(deps.metrics)
  let processCount = 1
  const open = createOpenHolds(clock)
  const local = { clock, windowMs, limits: abandonLimits, processCount: () => processCount }
  const [rates, abandons] = [createLocalRates(local), createLocalAbandons(local)]
  const releases = createReleaseCalls({ store, gate: () => gate, open, rates, abandons })
  const reaper = createDeadCallReaper({
    ...deps,
    onClosed: (count) => metrics.deadCalls.inc(count),
    monotonicMs: clock.monotonicMs,
  })
  const heartbeat = createHeartbeat({
    clock,
    logger,
    store,
    table,
    open,
    releases,
    reaper,
    gate: () => gate,
    onProcessCount: (count) => (processCount = Math.max(1, count)),
    prune: () => [rates, abandons, truths].forEach((part) => part.prune()),
  })
  const gate = createStoreGate({
    clock,
    reach: heartbeat.tellAlive,
    recover: heartbeat.tellStore,
    onChange: (isUp) => {
      metrics.isRedisUsed.set(isUp ? 1 : 0)
      if (!isUp) void heartbeat.publish()
      logger.warn(`limits are decided ${isUp ? 'in Redis again' : 'without Redis'}`, { open: open.count() })
    },
  })
  const loadTruth = { store, gate, table, open, readTruth: deps.readTruth, closeDead: reaper.close }
  const truths = createTruthReader<TruthQuestion>(createLoadTruth(loadTruth))
  const parts = { ...local, store, gate, table, open, rates, abandons, truths }
  const admitWithoutStore = createAdmitWithoutStore(parts)
  heartbeat.start()

  return {
    admit: createAdmitCall({ ...parts, undo: releases.undo, admitWithoutStore }),
    look: createLookAtCall(parts),
    countRequest: createCountRequest(parts),
    release: releases.release,
    noteGivenUp: createNoteGivenUp({ ...parts, logger, onLost: () => metrics.lostGiveUps.inc() }),
    feedBalance: ({ companyId, balanceMicros, version }) =>
      releases.release({ companyId, calls: [], balance: { balanceMicros, version } }),
    admitAddress: createAdmitAddress({ windows, gate, rates, limit: addressLimit }),
    readAccount: createReadAccount(parts),
    openCount: open.count,
    async close() {
      gate.close()
      await heartbeat.stop()
      // If this fails, Redis forgets the process when it has been silent for a while.
      await store.leave().catch(() => undefined)
    },
  }
}

function createLimitsMetrics(metrics: Metrics) {
  return {
    isRedisUsed: createRedisUsedGauge(metrics),
    lostGiveUps: new Counter({
      name: 'gatehouse_limits_lost_give_ups_total',
      help: 'Calls given up while neither Redis nor Postgres could note it: only this process knows of them',
      registers: [metrics],
    }),
    deadCalls: new Counter({
      name: 'gatehouse_limits_dead_calls_total',
      help: 'Calls closed as failed because their process died',
      registers: [metrics],
    }),
  }
}
