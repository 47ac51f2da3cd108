// Composes the limits of a gateway process. Read `admit/admit-call.ts` first.
import type { Clock } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { createCounterSeries } from '@gatehouse/telemetry/series-metrics'
import { Counter } from 'prom-client'
import { type AbandonLimits, createLocalAbandons, defaultAbandonLimits } from './abandoned-streams.ts'
import type { ReadSnapshot } from './account-snapshot.ts'
import type { AddressAdmission, Admission, CallToAdmit, ReleasedCalls } from './admission.ts'
import { createAdmitCall } from './admit/admit-call.ts'
import { createAdmitWithoutStore } from './admit/admit-without-store.ts'
import { createAdmitAddress } from './admit/create-address-limit.ts'
import {
  type HeldBalance,
  type SnapshotReason,
  createLoadSnapshot,
  createReadAccount,
} from './admit/load-snapshot.ts'
import { type Refusal, createCountRequest, createPreviewCall } from './admit/preview-call.ts'
import { createSnapshotReader } from './admit/snapshot-reader.ts'
import type { AddressWindows, CompanyStore } from './company-store.ts'
import type { CloseDeadCalls, HoldTable } from './hold.ts'
import { createHoldCopies } from './holds/copy-holds.ts'
import { createHeartbeat } from './holds/heartbeat.ts'
import { createOpenHolds } from './holds/open-holds.ts'
import { createDeadCallReaper } from './holds/reap-dead-calls.ts'
import { createReleaseCalls } from './holds/release-calls.ts'
import { createSharedHolds } from './holds/share-holds.ts'
import { createAddressLeases } from './leases/address-leases.ts'
import { type LeaseOptions, createLeases } from './leases/create-leases.ts'
import { createRecall } from './leases/recall.ts'
import { createLocalRates } from './local/local-rates.ts'
import { createProcessCount } from './local/process-count.ts'
import { createRedisUsedGauge, createStoreGate } from './store-gate.ts'

export type Limits = {
  admit(call: CallToAdmit): Promise<Admission>
  /** Checks whether the call would certainly be refused now, before any work is done for it. Takes no hold. */
  preview(call: CallToAdmit): Promise<Refusal | undefined>
  /** Counts a request that is not a call, such as the replay of a stored answer. */
  countRequest(call: CallToAdmit): Promise<Refusal | undefined>
  /** Releases the holds of calls that are durable, all of one company together. Never rejects; idempotent. */
  release(finished: ReleasedCalls): Promise<void>
  /** Admits or refuses a client address before the caller is identified. */
  admitAddress(address: string): Promise<AddressAdmission>
  /** Reads the current balance from Postgres, never from a cache, and the sum of the holds of all processes. */
  readAccount(companyId: string): Promise<HeldBalance>
  close(): Promise<void>
}

export type LimitsDeps = {
  clock: Clock
  logger: Logger
  metrics: Metrics
  store: CompanyStore
  addressWindows: AddressWindows
  table: HoldTable
  readSnapshot: ReadSnapshot
  closeDeadCalls: CloseDeadCalls
}

export type LimitsOptions = {
  windowMs?: number
  /** Requests per client address and window. */
  addressLimit?: number
  abandonLimits?: AbandonLimits
  leases?: LeaseOptions
}

export function createLimits(deps: LimitsDeps, options: LimitsOptions = {}): Limits {
  const parts = createParts(deps, options)
  const { gate, leases, addressLeases, rates, heartbeat, sharedHolds, releases, processes, metrics } = parts
  const admitWithoutStore = createAdmitWithoutStore({
    ...parts,
    removeFromTable: releases.removeFromTable,
    processCountMax: processes.possible,
    onDecided: metrics.onDecided,
  })
  heartbeat.start()
  sharedHolds.start()

  return {
    admit: createAdmitCall({ ...parts, undo: releases.undo, admitWithoutStore }),
    preview: createPreviewCall(parts),
    countRequest: createCountRequest(parts),
    release: releases.release,
    admitAddress: createAdmitAddress({
      clock: deps.clock,
      windows: deps.addressWindows,
      gate,
      leases: addressLeases,
      rates,
      limit: addressLimitOf(options),
    }),
    readAccount: createReadAccount(parts),
    async close() {
      await Promise.all([leases.close(), addressLeases.close()])
      gate.close()
      await Promise.all([heartbeat.stop(), sharedHolds.stop()])
      // If this fails, Redis drops the process once its heartbeats have stopped for 10 s.
      await deps.store.leave().catch(() => undefined)
    },
  }
}

function createParts(deps: LimitsDeps, options: LimitsOptions) {
  const { clock, logger, store, table } = deps
  const { windowMs = 60_000, abandonLimits = defaultAbandonLimits } = options
  const metrics = createLimitsMetrics(deps.metrics)
  const processes = createProcessCount(clock)
  const open = createOpenHolds(clock)
  const copies = createHoldCopies({ table, open })
  const local = { clock, windowMs, limits: abandonLimits, processCount: processes.known }
  const [rates, abandons] = [createLocalRates(local), createLocalAbandons(local)]
  const gate = createStoreGate({
    clock,
    reach: () => heartbeat.reportAlive(),
    recover: () => heartbeat.syncStore(),
    onChange: (isUp) => {
      metrics.isRedisUsed.set(isUp ? 1 : 0)
      if (!isUp) for (const part of [leases, addressLeases]) part.drop()
      if (!isUp) void sharedHolds.announce()
      if (!isUp) void heartbeat.publishHolds()
      const store = isUp ? 'Redis' : 'Postgres and this process'
      logger.warn(`limits are now enforced by ${store}`, { open: open.count() })
    },
  })
  const refresh = (companyId: string) => {
    // If the read fails, the next call that needs a snapshot reads again and gets the error.
    snapshots.read({ companyId }, 'account', snapshots.mark()).catch(() => undefined)
  }
  const onTaken = () => metrics.leased.add()
  const leases = createLeases({ ...local, logger, store, gate, open, refresh, onTaken }, options.leases)
  const recall = createRecall({ clock, leases })
  const ofAddresses = { ...local, logger, gate, windows: deps.addressWindows, limit: addressLimitOf(options) }
  const onRequestTaken = () => metrics.leasedRequests.add()
  const addressLeases = createAddressLeases({ ...ofAddresses, onTaken: onRequestTaken }, options.leases)
  const releases = createReleaseCalls({ clock, store, gate, open, leases, rates, abandons })
  const reaper = createDeadCallReaper({
    ...deps,
    onClosed: (count) => metrics.deadCalls.inc(count),
    monotonicMs: clock.monotonicMs,
  })
  const held = { open, copies, releases, reaper, gate }
  const heartbeat = createHeartbeat({
    ...deps,
    ...held,
    onProcessCount: processes.record,
    prune: () => pruned.forEach((part) => part.prune()),
  })
  const sharedHolds = createSharedHolds({ ...deps, gate, publishHolds: heartbeat.publishHolds })
  const loadSnapshot = { ...deps, gate, open, copies, closeDead: reaper.close }
  const snapshots = createSnapshotReader<SnapshotReason>(createLoadSnapshot(loadSnapshot))
  const pruned = [rates, abandons, snapshots, releases, leases, addressLeases]
  const stores = { store, gate, table, open, copies, snapshots, refresh }
  const leasing = { leases, addressLeases, recall }
  const beating = { heartbeat, sharedHolds }
  return { ...local, ...stores, ...leasing, ...beating, rates, abandons, releases, processes, metrics }
}

function addressLimitOf({ addressLimit = 600 }: LimitsOptions): number {
  return addressLimit
}

function createLimitsMetrics(metrics: Metrics) {
  const withoutRedis = new Counter({
    name: 'gatehouse_limits_admissions_without_redis_total',
    help: 'Calls that Postgres and this process decided about while Redis was down, by outcome',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  return {
    onDecided: (outcome: string) => withoutRedis.labels(outcome).inc(),
    isRedisUsed: createRedisUsedGauge(metrics),
    leased: createCounterSeries(metrics, {
      name: 'gatehouse_limits_leased_calls_total',
      help: 'Calls admitted from a lease, without a round trip to Redis',
    })(),
    leasedRequests: createCounterSeries(metrics, {
      name: 'gatehouse_limits_leased_requests_total',
      help: 'Requests whose client address was admitted from a lease, without a round trip to Redis',
    })(),
    deadCalls: new Counter({
      name: 'gatehouse_limits_dead_calls_total',
      help: 'Calls closed as failed because their process died',
      registers: [metrics],
    }),
  }
}
