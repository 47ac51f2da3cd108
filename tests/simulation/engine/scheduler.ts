import { EventQueue } from './event-queue.ts'
import { Random } from './random.ts'

/** Time, randomness and the event log of one simulated world. */
export class Scheduler {
  readonly random: Random
  readonly violations: string[] = []
  /** What happened, when, and in which process; empty unless it is wanted, because writing it takes half of the time. */
  readonly log: string[] = []
  readonly isLogging: boolean
  nowMs = 0
  steps = 0
  /** A process has run since promises were last settled. */
  hasRun = false
  readonly #queue = new EventQueue()

  constructor(seed: number, isLogging: boolean) {
    this.random = new Random(seed)
    this.isLogging = isLogging
  }

  after(delayMs: number, run: () => void): void {
    this.#queue.add(this.nowMs + Math.max(0, delayMs), run)
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
  record(who: string, what: () => string): void {
    if (this.isLogging) this.log.push(`step ${this.steps} at ${this.nowMs} ms, ${who}: ${what()}`)
  }

  violate(what: string): void {
    this.violations.push(what)
    if (this.isLogging) this.log.push(`  VIOLATION ${what}`)
  }
}
