// Runs one simulated world from its seed until it is idle. The same seed always produces the same log, byte for byte.
import { AdmissionAudit } from './checks/admission-audit.ts'
import { ClientPromises } from './checks/client-promises.ts'
import { Faults } from './engine/faults.ts'
import { type KnownGap, Scheduler } from './engine/scheduler.ts'
import { planCall } from './gateway/call-plan.ts'
import { GatewayProcess } from './gateway/gateway-process.ts'
import { Payments } from './gateway/payments.ts'
import { sweepSometimes } from './gateway/sweep-sometimes.ts'
import type { World } from './gateway/world.ts'
import { findRestViolations, findViolations } from './ledger/find-violations.ts'
import type { Ledger } from './ledger/ledger.ts'
import { SimulatedPostgres } from './servers/simulated-postgres.ts'
import { SimulatedRedis } from './servers/simulated-redis.ts'
import type { SimulationOptions } from './simulation-options.ts'

export type SeedResult = {
  seed: number
  steps: number
  violations: readonly string[]
  gaps: ReadonlyMap<KnownGap, number>
  log: readonly string[]
}

const fullCheckEvery = 20
/** Long after the last fault: a world that is not idle by then never will be. */
const restByMs = 1_800_000

export async function runSeed(options: SimulationOptions): Promise<SeedResult> {
  const simulation = new Simulation(options)
  while (simulation.runStep()) {
    // The production settler's promises settle here, and only here.
    if (options.settler === 'production') await new Promise((resolve) => setImmediate(resolve))
  }
  return simulation.end()
}

class Simulation {
  readonly #world: World
  readonly #payments: Payments
  #checkedSteps = 0

  constructor(options: SimulationOptions) {
    const scheduler = new Scheduler(options.seed)
    const { random } = scheduler
    const busyMs = random.pick([3_000, 15_000, 40_000])
    const faults = new Faults(scheduler, busyMs + 30_000)
    const ledger = (): Ledger => this.#world.postgres.ledger
    const audit = new AdmissionAudit(scheduler, ledger)
    const clients = new ClientPromises(scheduler, ledger)
    const { bug } = options
    const postgres = new SimulatedPostgres({ scheduler, faults, audit, bug })
    const redis = new SimulatedRedis({ scheduler, faults, audit, bug })
    this.#world = { options, scheduler, faults, postgres, redis, audit, clients }
    this.#payments = new Payments(this.#world)
    this.#populate(busyMs)
  }

  /** Returns false when there are no more events, when a violation was found, or after `restByMs`. */
  runStep(): boolean {
    const { scheduler, postgres, redis } = this.#world
    if (scheduler.violations.length > 0 || scheduler.nowMs > restByMs || !scheduler.runNext()) return false
    if (scheduler.steps - this.#checkedSteps >= fullCheckEvery) {
      this.#checkedSteps = scheduler.steps
      this.#report(findViolations(postgres.ledger))
      redis.checkAll()
    }
    return scheduler.violations.length === 0
  }

  end(): SeedResult {
    const { scheduler, options } = this.#world
    if (scheduler.violations.length === 0) this.#checkAtRest()
    const { steps, violations, gaps, log } = scheduler
    return { seed: options.seed, steps, violations, gaps, log }
  }

  #populate(busyMs: number): void {
    const { scheduler } = this.#world
    const { random } = scheduler
    const companyIds = Array.from({ length: random.between(1, 3) }, (_, index) => companyId(index))
    const processes = Array.from(
      { length: random.between(1, 4) },
      (_, index) => new GatewayProcess(this.#world, `gateway ${index + 1}`),
    )
    for (const id of companyIds) this.#payments.buyFirstPack(id, BigInt(random.pick([200, 3_000, 40_000])))
    for (let index = random.between(28, 48); index > 0; index -= 1) {
      const plan = planCall(random, `c${index}`, random.pick(companyIds))
      // A caller that reaches a dead or stalled process tries another one a little later.
      const call = () => {
        if (!random.pick(processes).arrive(plan)) scheduler.after(1_000, call)
      }
      scheduler.after(random.below(busyMs), call)
    }
    for (let index = random.below(8); index > 0; index -= 1) {
      const id = random.pick(companyIds)
      scheduler.after(random.below(busyMs), () => this.#payments.happen(id, busyMs + 20_000))
    }
    for (let index = random.below(3); index > 0; index -= 1) {
      const process = random.pick(processes)
      const byMs = random.pick([-3_600_000, 3_600_000])
      scheduler.after(random.below(busyMs), () => process.jumpWallClock(byMs))
    }
    sweepSometimes(this.#world, busyMs + 20_000)
  }

  #checkAtRest(): void {
    const { postgres, redis, audit, clients, options, scheduler } = this.#world
    this.#report(findViolations(postgres.ledger))
    const held = redis.readAllHolds().map(({ callId }) => callId)
    // Redis lost the hold, and the process that could have restored it is dead: no component knows the call any more.
    const lost = new Set(
      audit.startedCallIds.filter((id) => audit.isOpenAndForgotten(id) && !clients.hostOf(id)?.isAlive),
    )
    for (const _id of lost) scheduler.countGap('call lost with Redis and its process')
    const started = audit.startedCallIds.filter((id) => !lost.has(id))
    this.#report(findRestViolations(postgres.ledger, started, held))
    if (!scheduler.isIdle()) scheduler.violate('the world never became idle')
    clients.checkAtRest((callId) => !options.recordsGiveUps || audit.wasForgotten(callId))
    this.#payments.checkAtRest()
  }

  #report(violations: readonly string[]): void {
    for (const violation of violations) this.#world.scheduler.violate(violation)
  }
}

/** Has the length of a real id: the production settler chooses a lane by its last digits. */
function companyId(index: number): string {
  return `00000000-0000-7000-8000-${String(index + 1).padStart(12, '0')}`
}
