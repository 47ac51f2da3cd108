// Every second, reports to Redis that this process is alive; every other time, also sends the holds of its open calls.
// So Redis recovers holds that it has lost within two seconds, and long streams keep theirs. One timer serves all
// calls.
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { type CompanyStore, StoreUnavailable } from '../company-store.ts'
import type { HoldTable } from '../hold.ts'
import type { StoreGate } from '../store-gate.ts'
import type { HoldCopies } from './copy-holds.ts'
import { type OpenHold, type OpenHolds, inChunks, sendHolds } from './open-holds.ts'
import { type DeadCallReaper, reapEveryMs } from './reap-dead-calls.ts'
import type { ReleaseCalls } from './release-calls.ts'

export type HeartbeatDeps = {
  clock: Clock
  logger: Logger
  store: CompanyStore
  gate: StoreGate
  table: HoldTable
  open: OpenHolds
  copies: HoldCopies
  releases: ReleaseCalls
  reaper: DeadCallReaper
  onProcessCount: (count: number) => void
  prune: () => void
}

export type Heartbeat = {
  /** Reports to Redis that this process is alive. Rejects if Redis cannot be reached. */
  reportAlive(): Promise<void>
  /** Sends Redis every update that it may have missed. */
  syncStore(): Promise<void>
  /** Writes all holds of this process to Postgres immediately, where processes that have no Redis see them. */
  publishHolds(): Promise<void>
  start(): void
  stop(): Promise<void>
}

const beatEveryMs = 1_000
const companiesAtOnce = 25

export function createHeartbeat(deps: HeartbeatDeps): Heartbeat {
  const { clock } = deps
  let timer: Timer | undefined
  let beating: Promise<void> = Promise.resolve()
  let isStopped = true
  let beats = 0
  let reapedAtMs = clock.monotonicMs()

  async function reap(): Promise<void> {
    if (clock.monotonicMs() - reapedAtMs < reapEveryMs) return
    reapedAtMs = clock.monotonicMs()
    deps.open.dropForgotten()
    if (deps.gate.isUp()) await deps.reaper.reapStore()
    await deps.reaper.reapTable()
  }

  async function beat(): Promise<void> {
    beats += 1
    deps.prune()
    const update = beats % 2 === 0 ? syncStore : reportAlive
    if (deps.gate.isUp()) await attempt('redis', () => update(deps))
    // Keeps every hold in Postgres while Redis is down; afterwards only those already there, until they are released.
    await attempt('postgres', () => syncTable(deps, ({ isInTable }) => isInTable || !deps.gate.isUp()))
    await attempt('reaper', reap)
    if (!isStopped) schedule()
  }

  async function attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (thrown) {
      // The gate logs that Redis is down.
      if (thrown instanceof StoreUnavailable) deps.gate.suspect()
      else deps.logger.warn('limits heartbeat failed', { what, error: thrown })
    }
  }

  function schedule(): void {
    timer = clock.after(beatEveryMs, () => {
      beating = beat()
    })
  }

  return {
    reportAlive: () => reportAlive(deps),
    syncStore: () => syncStore(deps),
    publishHolds: () => attempt('postgres', () => syncTable(deps, () => true)),
    start() {
      isStopped = false
      beating = beat()
    },
    async stop() {
      isStopped = true
      timer?.cancel()
      await beating
    },
  }
}

async function reportAlive({ store, open, releases, onProcessCount }: HeartbeatDeps): Promise<void> {
  onProcessCount(await store.beat(open.companyIds()))
  await releases.resendMissed()
}

async function syncStore(deps: HeartbeatDeps): Promise<void> {
  const { store, open } = deps
  await reportAlive(deps)
  for (const some of inChunks(open.companyIds(), companiesAtOnce)) {
    await Promise.all(some.map((companyId) => sendHolds(store, open, companyId)))
  }
}

async function syncTable(
  { table, open, copies, releases }: HeartbeatDeps,
  isKept: (hold: OpenHold) => boolean,
): Promise<void> {
  const finished = releases.takeFinishedInTable()
  try {
    if (finished.length > 0) await table.remove(finished)
  } catch (thrown) {
    releases.removeFromTable(finished)
    throw thrown
  }
  await copies.write(open.all().filter(isKept))
}
