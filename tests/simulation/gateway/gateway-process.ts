import type { FinishedCall } from '@gatehouse/calls/call'
import { spawn } from '../engine/coroutine.ts'
import type { CallPlan } from './call-plan.ts'
import { Incarnation } from './incarnation.ts'
import { ModelSettler } from './model-settler.ts'
import { releaseHolds } from './open-holds.ts'
import { ProductionSettler } from './production-settler.ts'
import { reap } from './reap.ts'
import { runCall } from './run-call.ts'
import type { SettledBatch, Settler } from './settler.ts'
import type { World } from './world.ts'

/** A gateway process: it runs calls, may die at any moment and lose its memory, and restarts with none. */
export class GatewayProcess {
  readonly #world: World
  readonly #name: string
  #lives = 0
  #wallOffsetMs = 0
  #life: { host: Incarnation; settler: Settler } | undefined

  constructor(world: World, name: string) {
    this.#world = world
    this.#name = name
    this.#begin()
  }

  /** Returns false if the process is down or stalled. */
  arrive(plan: CallPlan): boolean {
    if (!this.#life) return false
    const { scheduler, clients } = this.#world
    const { host, settler } = this.#life
    if (host.stalledUntilMs > scheduler.nowMs) return false
    scheduler.record(host.name, `call ${plan.id} of ${plan.companyId} arrives`)
    clients.arrive(plan.id, host)
    spawn(scheduler, host, runCall(this.#world, host, { plan, settler }))
    return true
  }

  jumpWallClock(byMs: number): void {
    this.#wallOffsetMs += byMs
    if (this.#life) this.#life.host.wallOffsetMs = this.#wallOffsetMs
    this.#world.scheduler.record(this.#name, `its wall clock jumps by ${byMs} ms`)
  }

  #begin(): void {
    const { scheduler, faults, postgres, options } = this.#world
    this.#lives += 1
    const host = new Incarnation(`${this.#name}.${this.#lives}`, this.#wallOffsetMs, (life) =>
      this.#beforeStep(life),
    )
    const onBatch = (calls: readonly FinishedCall[], accounts: SettledBatch['accounts']) =>
      this.#release(host, calls, accounts)
    const deps = { scheduler, faults, postgres, host, bug: options.bug, onBatch }
    const settler = options.settler === 'production' ? new ProductionSettler(deps) : new ModelSettler(deps)
    this.#life = { host, settler }
    scheduler.record(host.name, 'starts')
    spawn(scheduler, host, reap(this.#world, host))
  }

  #beforeStep(host: Incarnation): void {
    const { scheduler, faults } = this.#world
    if (faults.strikes('crash')) return this.#die(host)
    if (!faults.strikes('stall')) return
    host.stalledUntilMs = scheduler.nowMs + scheduler.random.pick([500, 8_000, 200_000])
    faults.lastUntil(host.stalledUntilMs)
    scheduler.record(host.name, `stalls until ${host.stalledUntilMs} ms`)
  }

  #die(host: Incarnation): void {
    const { scheduler, clients } = this.#world
    host.isAlive = false
    this.#life = undefined
    scheduler.record(host.name, 'dies')
    clients.processDied(host)
    scheduler.after(scheduler.random.pick([100, 2_000, 20_000]), () => this.#begin())
  }

  #release(host: Incarnation, calls: readonly FinishedCall[], accounts: SettledBatch['accounts']): void {
    const { scheduler } = this.#world
    for (const companyId of new Set(calls.map((call) => call.companyId))) {
      // The hold of a call that was given up stays until it is certain that no refund is owed.
      const callIds = calls.flatMap((call) =>
        call.companyId === companyId && !host.givenUp.has(call.id) ? call.id : [],
      )
      const balance = accounts.find((state) => state.companyId === companyId)
      spawn(
        scheduler,
        host,
        releaseHolds(this.#world, host, { companyId, callIds, ...(balance && { balance }) }),
      )
    }
  }
}
