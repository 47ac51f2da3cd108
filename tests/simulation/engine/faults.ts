import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'

/**
 * What goes wrong in a simulated world, and how often: drawn from its seed, so that some worlds are calm and some are
 * wild.
 */
export class Faults {
  readonly #scheduler: Scheduler
  readonly #random: Random
  readonly #chances: Readonly<Record<FaultKind, number>>
  readonly #left: Record<FaultKind, number>
  readonly #untilMs: number
  #stormUntilMs = 0
  /** When the most recent fault occurred or, if it lasts for a while, when it ends. */
  struckAtMs = 0

  constructor(scheduler: Scheduler, untilMs: number) {
    this.#scheduler = scheduler
    this.#random = scheduler.random
    this.#untilMs = untilMs
    const draw = (chance: number) => (this.#random.chance(0.6) ? chance * this.#random.pick([0.3, 1, 3]) : 0)
    this.#chances = {
      crash: draw(0.002),
      stall: draw(0.0005),
      postgresCrash: draw(0.01),
      slowMessage: draw(0.02),
      lostMessage: draw(0.01),
      flush: draw(0.002),
      redisOutage: draw(0.001),
      redisClockJump: draw(0.0005),
    }
    this.#left = {
      crash: 5,
      stall: 2,
      postgresCrash: 4,
      slowMessage: 100,
      lostMessage: 40,
      flush: 2,
      redisOutage: 2,
      redisClockJump: 1,
    }
  }

  /** `isCritical`: the fault would do more harm than usual, so it is more likely. */
  strikes(kind: FaultKind, isCritical = false): boolean {
    // Crashes are more likely after a crash of Postgres, because a process that dies while Postgres is down does the
    // most harm.
    const isStorm = kind === 'crash' && this.#scheduler.nowMs < this.#stormUntilMs
    const chance = this.#chances[kind] * (isStorm || isCritical ? 8 : 1)
    if (chance === 0 || this.#scheduler.nowMs > this.#untilMs || this.#left[kind] === 0) return false
    if (!this.#random.chance(chance)) return false
    this.#left[kind] -= 1
    this.lastUntil(this.#scheduler.nowMs)
    if (kind === 'postgresCrash') this.#stormUntilMs = this.#scheduler.nowMs + 9_000
    return true
  }

  /** Records that a fault lasts until this time. */
  lastUntil(atMs: number): void {
    this.struckAtMs = Math.max(this.struckAtMs, atMs)
  }

  /** Latency of one message. */
  delayMs(): number {
    if (!this.strikes('slowMessage')) return this.#random.between(1, 9)
    const delayMs = this.#random.between(100, 2_500)
    this.lastUntil(this.#scheduler.nowMs + delayMs)
    return delayMs
  }
}

type FaultKind =
  | 'crash'
  | 'stall'
  | 'postgresCrash'
  | 'slowMessage'
  | 'lostMessage'
  | 'flush'
  | 'redisOutage'
  | 'redisClockJump'
