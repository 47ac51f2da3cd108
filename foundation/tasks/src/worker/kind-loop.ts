// Takes tasks of one kind as long as there is room, and lets each run by itself: no task waits for another's end.
import { sleep } from '@gatehouse/runtime/clock'
import type { ClaimedTask } from '../engine/create-engine.ts'
import type { HandledKind } from '../handle-task.ts'
import type { KindStatus } from '../kind-status.ts'
import { type Attempt, type AttemptDeps, runAttempt } from './run-attempt.ts'
import type { TaskMetrics } from './task-metrics.ts'

export type KindLoop = {
  readonly kind: string
  readonly running: ReadonlyMap<string, RunningClaim>
  status(): KindStatus
  /** Takes tasks until it is stopped; resolves when the last one it took has ended. */
  run(): Promise<void>
  stop(): void
}

type RunningClaim = { claimed: ClaimedTask; controller: AbortController }

export type KindLoopDeps = AttemptDeps & { metrics: TaskMetrics; pollMs: number }

// Under load a claim takes several tasks at once: it waits this long for more room than for one.
const gatherMs = 10
const pollMsMin = 20

export function createKindLoop(deps: KindLoopDeps, handled: HandledKind): KindLoop {
  return new Loop(deps, handled)
}

class Loop implements KindLoop {
  readonly kind: string
  readonly running = new Map<string, RunningClaim>()
  readonly #deps: KindLoopDeps
  readonly #handled: HandledKind
  readonly #attempts = new Set<Promise<void>>()
  #state: KindStatus['state'] = 'starting'
  #isStopping = false
  #wake = new AbortController()
  #roomWanted = 0
  #idleMs = pollMsMin

  constructor(deps: KindLoopDeps, handled: HandledKind) {
    this.#deps = deps
    this.#handled = handled
    this.kind = handled.kind.name
  }

  status(): KindStatus {
    return {
      state: this.#state,
      running: this.running.size,
      concurrencyMax: this.#handled.handler.concurrencyMax,
    }
  }

  async run(): Promise<void> {
    while (!this.#isStopping) {
      const room = this.#room()
      if (room < 1) await this.#waitForRoom()
      else await this.#takeUpTo(room)
    }
    await Promise.all(this.#attempts)
    this.#state = 'stopped'
  }

  stop(): void {
    this.#isStopping = true
    this.#wake.abort()
  }

  #room(): number {
    const { concurrencyMax, allowedNow } = this.#handled.handler
    return Math.min(concurrencyMax, allowedNow?.() ?? concurrencyMax) - this.running.size
  }

  async #waitForRoom(): Promise<void> {
    const { concurrencyMax } = this.#handled.handler
    if (this.running.size < concurrencyMax) {
      // It is not this process that is full: whoever allows nothing now is asked again.
      this.#state = 'waiting'
      return this.#pause(this.#deps.pollMs)
    }
    this.#state = 'running'
    this.#roomWanted = 1
    await this.#pause(this.#deps.pollMs)
    this.#roomWanted = Math.ceil(concurrencyMax / 4)
    if (concurrencyMax - this.running.size < this.#roomWanted) await this.#pause(gatherMs)
    this.#roomWanted = 0
  }

  async #takeUpTo(room: number): Promise<void> {
    const { engine, pollMs, random } = this.#deps
    try {
      const claimed = await engine.claim(this.kind, room)
      this.#state = 'running'
      for (const task of claimed) this.#begin(task)
      if (claimed.length === room) return
      // Where there was something there will be more soon; the longer there is nothing, the rarer the look.
      this.#idleMs = claimed.length > 0 ? pollMsMin : Math.min(pollMs, this.#idleMs * 2)
      // Processes that found nothing together should not come back together.
      await this.#pause(this.#idleMs * (0.8 + 0.4 * random()))
    } catch (error) {
      if (this.#state !== 'failing')
        this.#deps.logger.warn('no tasks can be taken', { kind: this.kind, error })
      this.#state = 'failing'
      await this.#pause(pollMs * (1 + random()))
    }
  }

  #begin(claimed: ClaimedTask): void {
    const controller = new AbortController()
    this.running.set(claimed.id, { claimed, controller })
    const attempt = this.#attempt({ ...this.#handled, claimed, signal: controller.signal }).finally(() => {
      this.running.delete(claimed.id)
      this.#attempts.delete(attempt)
      const room = this.#handled.handler.concurrencyMax - this.running.size
      if (this.#roomWanted > 0 && room >= this.#roomWanted) this.#wake.abort()
    })
    this.#attempts.add(attempt)
  }

  async #attempt(attempt: Attempt): Promise<void> {
    const { clock, metrics } = this.#deps
    const startedMs = clock.monotonicMs()
    metrics.noteStart(this.kind)
    const outcome = await runAttempt(this.#deps, attempt)
    metrics.noteEnd({ kind: this.kind, outcome, tookMs: clock.monotonicMs() - startedMs })
  }

  async #pause(ms: number): Promise<void> {
    if (this.#isStopping) return
    this.#wake = new AbortController()
    await sleep(this.#deps.clock, ms, this.#wake.signal)
  }
}
