// Every second: tells Redis that this process lives, and every other time which calls are open here, so that it knows
// them again soon after it has forgotten them, and so that long streams keep their holds. One timer for all calls.
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { type CompanyStore, StoreTrouble } from '../company-store.ts'
import type { HoldTable } from '../hold-table.ts'
import type { StoreGate } from '../store-gate.ts'
import type { OpenHolds } from './open-holds.ts'
import { type DeadCallReaper, reapEveryMs } from './reap-dead-calls.ts'
import type { ReleaseCalls } from './release-calls.ts'
import { inChunks, tellHolds } from './tell-holds.ts'

export type HeartbeatDeps = {
  clock: Clock
  logger: Logger
  store: CompanyStore
  gate: () => StoreGate
  table: HoldTable
  open: OpenHolds
  releases: ReleaseCalls
  reaper: DeadCallReaper
  onProcessCount: (count: number) => void
  prune: () => void
}

export type Heartbeat = {
  /** Tells Redis that this process lives. Rejects if it cannot be reached. */
  tellAlive(): Promise<void>
  /** Tells Redis all that it may have missed. */
  tellStore(): Promise<void>
  /** Redis is gone: shows the others at once, in Postgres, which calls are open here. */
  publish(): Promise<void>
  start(): void
  stop(): Promise<void>
}

const beatEveryMs = 1_000
const holdsPerStatement = 1_000
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
    if (deps.gate().isUp()) await deps.reaper.reapStore()
    await deps.reaper.reapTable()
  }

  async function beat(): Promise<void> {
    beats += 1
    deps.prune()
    const tell = beats % 2 === 0 ? tellStore : tellAlive
    if (deps.gate().isUp()) await attempt('redis', () => tell(deps))
    await attempt('postgres', () => tellTable(deps))
    await attempt('reaper', reap)
    if (!isStopped) schedule()
  }

  async function attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (thrown) {
      // The gate says what there is to say about Redis.
      if (thrown instanceof StoreTrouble) deps.gate().doubt()
      else deps.logger.warn('a heartbeat of the limits failed', { what, error: thrown })
    }
  }

  function schedule(): void {
    timer = clock.after(beatEveryMs, () => {
      beating = beat()
    })
  }

  return {
    tellAlive: () => tellAlive(deps),
    tellStore: () => tellStore(deps),
    publish: () => attempt('postgres', () => tellTable(deps)),
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

async function tellAlive({ store, open, releases, onProcessCount }: HeartbeatDeps): Promise<void> {
  onProcessCount(await store.beat(open.companyIds()))
  await releases.tellMissed()
}

async function tellStore(deps: HeartbeatDeps): Promise<void> {
  const { store, open } = deps
  await tellAlive(deps)
  for (const some of inChunks(open.companyIds(), companiesAtOnce)) {
    await Promise.all(some.map((companyId) => tellHolds(store, open, companyId)))
  }
}

/** While Redis is away Postgres is told of every hold; afterwards of those that it knows, until they are released. */
async function tellTable({ gate, table, open, releases }: HeartbeatDeps): Promise<void> {
  const finished = releases.takeFinishedInTable()
  if (finished.length > 0) await table.remove(finished)
  const isUp = gate().isUp()
  const kept = open.all().filter(({ isInTable }) => isInTable || !isUp)
  for (const some of inChunks(kept, holdsPerStatement)) {
    const running = some.filter(({ companyId, callId }) => open.has(companyId, callId))
    for (const hold of running) hold.isInTable = true
    await table.keep(running.map((hold) => open.describe(hold)))
  }
}
