// Runs a process's share of the background work. Each task's effect happens exactly once, even if workers die. The
// worker can be started at any time; while the database is unreachable it waits.
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { type Clock, sleep } from '@gatehouse/runtime/clock'
import { withinMs } from '@gatehouse/runtime/deadline'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { type Engine, type Housekeeping, createEngine } from './engine/create-engine.ts'
import type { HandledKind } from './handle-task.ts'
import { keepClaims } from './worker/claim-keeper.ts'
import { WorkerStopped } from './worker/judge-failure.ts'
import { type KindLoop, type KindStatus, createKindLoop } from './worker/kind-loop.ts'
import { type AttemptEnd, createTaskMetrics } from './worker/task-metrics.ts'

export type TaskWorker = {
  start(): void
  status(kind: string): KindStatus
  /** Takes no more tasks and waits for those in progress; what is not done in time goes back to its queue. */
  drain(options: { graceMs: number }): Promise<DrainResult>
}

export type DrainResult = { givenBack: number }

export type TaskWorkerOptions = {
  /** Needs one connection per task that finishes concurrently, and longer time limits than a request. */
  postgres: Postgres
  clock: Clock
  logger: Logger
  metrics: Metrics
  random: () => number
  handled: readonly HandledKind[]
  /** Called after every attempt; it must not throw. */
  onAttemptEnd?: ((end: AttemptEnd) => void) | undefined
  /**
   * Interval at which a process looks for expired and finished tasks. It looks for due schedules at this interval too,
   * but at least every 10 seconds.
   */
  housekeepingSeconds?: number
  /** Longest time until an idle process notices a new task. */
  pollMs?: number
  /** Heartbeat interval of a process, and how long it may stay silent before its tasks are taken back. */
  renewMs?: number
  silentMs?: number
}

// Time for aborted work to save its progress.
const abortGraceMs = 2_000
const retryStartMs = 1_000

export function createTaskWorker(options: TaskWorkerOptions): TaskWorker {
  return new Worker(options)
}

class Worker implements TaskWorker {
  readonly #options: TaskWorkerOptions
  readonly #engine: Engine
  readonly #loops: readonly KindLoop[]
  readonly #stop = new AbortController()
  readonly #stopKeeping = new AbortController()
  #housekeeping: Housekeeping | undefined
  #running: Promise<unknown> = Promise.resolve()
  #keeping: Promise<void> = Promise.resolve()

  constructor(options: TaskWorkerOptions) {
    const { pollMs = 500, handled } = options
    this.#options = options
    this.#engine = createEngine(options)
    const metrics = createTaskMetrics({
      metrics: options.metrics,
      kinds: handled.map(({ kind }) => kind),
      onEnd: options.onAttemptEnd ?? (() => undefined),
    })
    const deps = { ...options, engine: this.#engine, metrics, pollMs }
    this.#loops = handled.map((each) => createKindLoop(deps, each))
    const { renewMs = 4_000, silentMs = 15_000 } = options
    this.#keep = () =>
      keepClaims({ ...deps, loops: this.#loops, renewMs, silentMs }, this.#stopKeeping.signal)
  }

  readonly #keep: () => Promise<void>

  start(): void {
    this.#running = this.#run()
  }

  status(kind: string): KindStatus {
    const loop = this.#loops.find((each) => each.kind === kind)
    return loop?.status() ?? { state: 'stopped', running: 0, concurrencyMax: 0 }
  }

  async drain({ graceMs }: { graceMs: number }): Promise<DrainResult> {
    const { clock } = this.#options
    this.#stop.abort()
    for (const loop of this.#loops) loop.stop()
    const isOver = async (limitMs: number) =>
      withinMs(clock, { limitMs, what: 'the drain of tasks' }, () => this.#running).then(
        () => true,
        () => false,
      )
    let givenBack = 0
    if (!(await isOver(graceMs))) {
      const left = this.#loops.flatMap(({ running }) => [...running.values()])
      for (const { controller } of left) controller.abort(new WorkerStopped('the process is stopping'))
      givenBack = left.length
      await isOver(abortGraceMs)
    }
    this.#stopKeeping.abort()
    await this.#keeping
    await this.#housekeeping?.stop()
    return { givenBack }
  }

  async #run(): Promise<void> {
    const kinds = this.#options.handled.map(({ kind }) => kind)
    await this.#untilDone('task queues cannot be prepared; retrying', () => this.#engine.prepare(kinds))
    if (this.#stop.signal.aborted) return
    this.#keeping = this.#keep()
    // Does not delay tasks: housekeeping only handles schedules and cleanup.
    const housekeeping = this.#untilDone('task housekeeping cannot start; retrying', async () => {
      this.#housekeeping = await this.#engine.startHousekeeping(kinds)
    })
    await Promise.all([housekeeping, ...this.#loops.map((loop) => loop.run())])
  }

  async #untilDone(failureMessage: string, work: () => Promise<void>): Promise<void> {
    const { clock, logger } = this.#options
    while (!this.#stop.signal.aborted) {
      try {
        return await work()
      } catch (error) {
        logger.warn(failureMessage, { error })
        await sleep(clock, retryStartMs, this.#stop.signal)
      }
    }
  }
}
