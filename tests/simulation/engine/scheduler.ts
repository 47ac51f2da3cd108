import { EventQueue } from './event-queue.ts'
import { Random } from './random.ts'

/** Things that the design does not prevent yet. They are counted, so that nobody forgets them. */
export type KnownGap =
  | 'give-back lost with its process'
  | 'call lost with Redis and its process'
  | 'overshoot after Redis was emptied'
  | 'overshoot by what a stalled process had read'

/** The time, the chance and the story of one simulated world. */
export class Scheduler {
  readonly random: Random
  readonly violations: string[] = []
  readonly gaps = new Map<KnownGap, number>()
  /** Who did what, and when. */
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

  /** For what goes on for ever: it does not keep the world from coming to rest. */
  afterInBackground(delayMs: number, run: () => void): void {
    this.#queue.add(this.nowMs + delayMs, run)
  }

  /** Nothing is under way, except what goes on for ever. */
  isIdle(): boolean {
    return this.#foreground === 0
  }

  /** Runs what comes next; false if there is nothing. */
  runNext(): boolean {
    const event = this.#queue.take()
    if (!event) return false
    this.nowMs = event.atMs
    event.run()
    return true
  }

  /** A step: a server carries something out, or a process gets to run. */
  countStep(): void {
    this.steps += 1
  }

  /** What happens is told: without it a failure could not be understood. */
  note(who: string, what: string): void {
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
