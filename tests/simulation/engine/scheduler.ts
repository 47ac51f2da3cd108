import { EventQueue } from './event-queue.ts'
import { Random } from './random.ts'

/** Violations that the design does not prevent yet. They are counted, so that they stay visible. */
export type KnownGap =
  | 'give-back lost with its process'
  | 'call lost with Redis and its process'
  | 'overshoot after Redis was emptied'
  | 'overshoot by what a stalled process had read'

/** Time, randomness and the event log of one simulated world. */
export class Scheduler {
  readonly random: Random
  readonly violations: string[] = []
  readonly gaps = new Map<KnownGap, number>()
  /** What happened, when, and in which process. */
  readonly log: string[] = []
  nowMs = 0
  steps = 0
  readonly #queue = new EventQueue()
  #foreground = 0

  constructor(seed: number) {
    this.random = new Random(seed)
  }

  after(delayMs: number, run: () => void): void {
    this.#foreground += 1
    this.#queue.add(this.nowMs + delayMs, () => {
      this.#foreground -= 1
      run()
    })
  }

  /** Schedules periodic work, which does not keep the world from becoming idle. */
  afterInBackground(delayMs: number, run: () => void): void {
    this.#queue.add(this.nowMs + delayMs, run)
  }

  /** Whether nothing is in flight, apart from periodic work. */
  isIdle(): boolean {
    return this.#foreground === 0
  }

  /** Runs the next event; returns false if there is none. */
  runNext(): boolean {
    const event = this.#queue.take()
    if (!event) return false
    this.nowMs = event.atMs
    event.run()
    return true
  }

  /** Counts a step: a server carries out a request, or a process runs. */
  countStep(): void {
    this.steps += 1
  }

  /** Logs an event, so that a failure can be understood. */
  record(who: string, what: string): void {
    this.log.push(`step ${this.steps} at ${this.nowMs} ms, ${who}: ${what}`)
  }

  countGap(gap: KnownGap): void {
    this.gaps.set(gap, (this.gaps.get(gap) ?? 0) + 1)
    this.log.push(`  known gap: ${gap}`)
  }

  violate(what: string): void {
    this.violations.push(what)
    this.log.push(`  VIOLATION ${what}`)
  }
}
