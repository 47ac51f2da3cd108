// A process's share of the background work: it takes tasks, does them and finishes them, each effect exactly once,
// whatever dies in between. Start it at any time; while the database is away it waits.
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { type Clock, sleep } from '@gatehouse/runtime/clock'
import { withinMs } from '@gatehouse/runtime/deadline'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { type Engine, type Housekeeping, createEngine } from './engine/create-engine.ts'
import type { HandledKind } from './handle-task.ts'
import { keepClaims } from './worker/claim-keeper.ts'
import { WorkerStopped } from './worker/judge-failure.ts'
import { type KindLoop, createKindLoop } from './worker/kind-loop.ts'
import type { KindStatus } from './kind-status.ts'
import { type AttemptEnd, createTaskMetrics } from './worker/task-metrics.ts'

export type TaskWorker = {
  start(): void
  status(kind: string): KindStatus
  /** Takes no more tasks and waits for those it has; what is not done by then goes back to its queue. */
  drain(options: { graceMs: number }): Promise<DrainResult>
}

export type DrainResult = { givenBack: number }

export type TaskWorkerOptions = {
  /** Needs a connection for each task that finishes at the same time, and more time than a request has. */
  postgres: Postgres
  clock: Clock
  logger: Logger
  metrics: Metrics
  random: () => number
  handled: readonly HandledKind[]
  /** Told of every attempt; it must not throw. */
  onAttemptEnd?: (end: AttemptEnd) => void
  /** How often a process looks for schedules that are due, and for expired and finished tasks. */
  housekeepingSeconds?: number
  /** How long a task waits at most to be noticed by an idle process. */
  pollMs?: number
  /** How often a process shows that it lives, and for how long it may be silent. */
  renewMs?: number
  silentMs?: number
}

// For work that was told to stop to write down where it is.
const lastWordMs = 2_000
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
    const metrics = createTaskMetrics(options.metrics, options.onAttemptEnd ?? (() => undefined))
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
      for (const { controller } of left) controller.abort(new WorkerStopped('the process ends'))
      givenBack = left.length
      await isOver(lastWordMs)
    }
    this.#stopKeeping.abort()
    await this.#keeping
    await this.#housekeeping?.stop()
    return { givenBack }
  }

  async #run(): Promise<void> {
    const kinds = this.#options.handled.map(({ kind }) => kind)
    await this.#untilDone('the tasks cannot be worked on yet', () => this.#engine.prepare(kinds))
    if (this.#stop.signal.aborted) return
    this.#keeping = this.#keep()
    // Tasks need not wait for it: it sees to schedules and to what is over.
    const keepHouse = this.#untilDone('the housekeeping of tasks cannot start', async () => {
      this.#housekeeping = await this.#engine.startHousekeeping(kinds)
    })
    await Promise.all([keepHouse, ...this.#loops.map((loop) => loop.run())])
  }

  async #untilDone(trouble: string, work: () => Promise<void>): Promise<void> {
    const { clock, logger } = this.#options
    while (!this.#stop.signal.aborted) {
      try {
        return await work()
      } catch (error) {
        logger.warn(trouble, { error })
        await sleep(clock, retryStartMs, this.#stop.signal)
      }
    }
  }
}
