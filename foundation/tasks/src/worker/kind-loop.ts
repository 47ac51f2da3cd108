// Claims tasks of one kind while there is capacity and runs each independently: no task waits for another to end.
import { sleep } from '@gatehouse/runtime/clock'
import type { ClaimedTask } from '../engine/create-engine.ts'
import type { HandledKind } from '../handle-task.ts'
import { type Attempt, type AttemptDeps, runAttempt } from './run-attempt.ts'
import type { TaskMetrics } from './task-metrics.ts'

/** State of a worker for one kind of task. */
export type KindStatus = {
  /** `waiting`: the handler allows no further tasks at the moment. `failing`: the queue cannot be reached. */
  state: 'starting' | 'running' | 'waiting' | 'failing' | 'stopped'
  running: number
  concurrencyMax: number
}

export type KindLoop = {
  readonly kind: string
  readonly running: ReadonlyMap<string, RunningClaim>
  status(): KindStatus
  /** Claims tasks until `stop` is called; resolves when the last running task has ended. */
  run(): Promise<void>
  stop(): void
}

type RunningClaim = { claimed: ClaimedTask; controller: AbortController }

export type KindLoopDeps = AttemptDeps & { metrics: TaskMetrics; pollMs: number }

// Under load, one claim should take several tasks. This is how long the loop waits for more than one free slot.
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
      // This process has free capacity, but the handler allows no further task now, so the handler is asked again
      // later.
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
      // Poll quickly after finding a task, and back off while the queue stays empty.
      this.#idleMs = claimed.length > 0 ? pollMsMin : Math.min(pollMs, this.#idleMs * 2)
      // Jitter, so that processes that found nothing together do not poll together.
      await this.#pause(this.#idleMs * (0.8 + 0.4 * random()))
    } catch (error) {
      if (this.#state !== 'failing')
        this.#deps.logger.warn('tasks cannot be claimed', { kind: this.kind, error })
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
    metrics.recordStart(this.kind)
    const outcome = await runAttempt(this.#deps, attempt)
    const tookMs = clock.monotonicMs() - startedMs
    metrics.recordEnd({ kind: this.kind, outcome, tookMs, groupId: attempt.claimed.groupId })
  }

  async #pause(ms: number): Promise<void> {
    if (this.#isStopping) return
    this.#wake = new AbortController()
    await sleep(this.#deps.clock, ms, this.#wake.signal)
  }
}
