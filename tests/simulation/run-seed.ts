// Runs one simulated world from its seed until it is idle. The same seed always produces the same log, byte for byte.
import { loadCompanyScripts } from '@gatehouse/limits/company-store'
import type { PlantedBug } from './bugs/planted-bug.ts'
import { AdmissionAudit, type StatedException } from './checks/admission-audit.ts'
import { ClientPromises } from './checks/client-promises.ts'
import { LedgerWatch } from './checks/ledger-watch.ts'
import { Faults } from './engine/faults.ts'
import { Scheduler } from './engine/scheduler.ts'
import { findRestViolations, findViolations } from './ledger/find-violations.ts'
import type { Ledger } from './ledger/ledger.ts'
import { readLeases } from './redis/leases.ts'
import { SimulatedPostgres } from './servers/simulated-postgres.ts'
import { SimulatedRedis } from './servers/simulated-redis.ts'
import { Calls } from './world/calls.ts'
import { Payments } from './world/payments.ts'
import type { World } from './world/world.ts'

export type SeedOptions = { seed: number; isLogging?: boolean; bug?: PlantedBug | undefined }

export type SeedResult = {
  seed: number
  steps: number
  violations: readonly string[]
  exceptions: ReadonlyMap<StatedException, number>
  log: readonly string[]
}

/** Long after the last fault: a world that is not idle by then never will be. */
const restByMs = 1_800_000
/** Messages that are on their way when nothing is left to do arrive within this time. */
const quietMs = 3_000

const scripts = await loadCompanyScripts()

export async function runSeed(options: SeedOptions): Promise<SeedResult> {
  const { stackTraceLimit } = Error
  // Nearly all errors of a world are expected, and a stack takes longer to write than everything else about them.
  Error.stackTraceLimit = 0
  const simulation = new Simulation(options)
  await new Promise<void>((resolve) => runSteps(simulation, resolve))
  Error.stackTraceLimit = stackTraceLimit
  return simulation.end()
}

/** Runs steps until one of them has run a process: its promises settle before the next step, and only then. */
function runSteps(simulation: Simulation, onEnd: () => void): void {
  while (simulation.runStep()) {
    // All microtasks run before the next tick. An immediate would do the same, but waits for the event loop to turn, which
    // takes as long as the step itself.
    if (simulation.hasRun()) return queueMicrotask(() => process.nextTick(runSteps, simulation, onEnd))
  }
  setImmediate(onEnd)
}

class Simulation {
  readonly #world: World
  readonly #payments: Payments
  readonly #calls: Calls
  #busyUntilMs = 0
  #idleSinceMs: number | undefined

  constructor({ seed, isLogging = false, bug }: SeedOptions) {
    const scheduler = new Scheduler(seed, isLogging)
    const { random } = scheduler
    // Most worlds are small, so that many can be tried; the others have room for histories that need more.
    const isSmall = random.chance(0.92)
    const busyMs = isSmall ? random.pick([500, 2_000, 6_000]) : random.pick([3_000, 15_000, 40_000])
    const faults = new Faults(scheduler, busyMs + 10_000)
    const tables = () => this.#world.postgres.tables
    const ledger = (): Ledger => tables().ledger
    const audit = new AdmissionAudit(scheduler, ledger)
    const clients = new ClientPromises(scheduler, audit, tables)
    const postgres = new SimulatedPostgres({
      scheduler,
      faults,
      watch: (stored) => new LedgerWatch(scheduler, audit, stored),
      inspect: () => this.#payments.watch.inspect(),
    })
    bug?.tables?.(postgres.tables)
    const redis = new SimulatedRedis({ scheduler, faults, audit })
    this.#world = { seed, scheduler, faults, postgres, redis, audit, clients, bug }
    this.#payments = new Payments(this.#world, scripts)
    this.#calls = new Calls(this.#world, { scripts, payments: this.#payments, busyMs, isSmall })
  }

  hasRun(): boolean {
    const { scheduler } = this.#world
    const hasRun = scheduler.hasRun
    scheduler.hasRun = false
    return hasRun
  }

  /** Returns false when nothing is left to do, when a violation was found, or after `restByMs`. */
  runStep(): boolean {
    const { scheduler } = this.#world
    if (scheduler.violations.length > 0 || scheduler.nowMs > restByMs) return false
    if (!this.#isIdle()) this.#idleSinceMs = undefined
    else if (scheduler.nowMs - (this.#idleSinceMs ??= scheduler.nowMs) > quietMs) return false
    return scheduler.runNext() && scheduler.violations.length === 0
  }

  end(): SeedResult {
    const { scheduler, seed, audit } = this.#world
    if (scheduler.violations.length === 0) this.#checkAtRest()
    const { steps, violations, log } = scheduler
    return { seed, steps, violations, exceptions: audit.exceptions, log }
  }

  /** Whether every call has ended, every event is applied, and nothing is held or waits to be returned. */
  #isIdle(): boolean {
    const { clients, postgres, audit, faults, scheduler } = this.#world
    const isBusy = this.#calls.outstanding > 0 || this.#payments.outstanding > 0 || clients.waiting > 0
    if (isBusy || scheduler.nowMs < faults.struckAtMs) {
      this.#busyUntilMs = scheduler.nowMs
      return false
    }
    if (scheduler.nowMs > this.#busyUntilMs + quietMs) this.#calls.scaleIn()
    return audit.calls.heldCount === 0 && !postgres.tables.hasMarks
  }

  #checkAtRest(): void {
    const { postgres, redis, audit, clients, scheduler } = this.#world
    const { ledger } = postgres.tables
    const leases = redis.data.keys.flatMap((key) =>
      key.endsWith(':account') ? readLeases(redis.data, key) : [],
    )
    for (const { process, micros } of leases.filter((lease) => this.#calls.isRunning(lease.process)))
      scheduler.violate(`${process} has not returned a lease of ${micros}`)
    this.#report(findViolations(ledger))
    if (scheduler.nowMs > restByMs) scheduler.violate('the world never became idle')
    const started: string[] = []
    for (const call of audit.calls.all()) {
      if (!call.isStarted || call.isRecorded) continue
      if (audit.isLossStated(call)) audit.except('call not recorded')
      else started.push(call.callId)
    }
    this.#report(findRestViolations(ledger, started, audit.calls.held()))
    clients.checkAtRest()
    this.#payments.checkAtRest()
  }

  #report(violations: readonly string[]): void {
    for (const violation of violations) this.#world.scheduler.violate(violation)
  }
}
