// The production settler in the simulated world: the simulation supplies its clock, its database and the death of its
// process. Its promises settle between two steps, see `run-seed.ts`.
import type { FinishedCall } from '@gatehouse/calls/call'
import { type Settler as RealSettler, createSettler } from '@gatehouse/credits/create-settler'
import { Fault } from '@gatehouse/runtime/fault'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { type Coroutine, deliver, spawn } from '../engine/coroutine.ts'
import type { Answer, SimulatedPostgres } from '../servers/simulated-postgres.ts'
import {
  type SettleEnd,
  type Settler,
  type SettlerDeps,
  settleDeadlineMs,
  settleQueueMax,
} from './settler.ts'

const logger = createLogger({ service: 'simulation', level: 'fatal', sinks: [] })
// Shared by all seeds: creating it takes longer than a whole seed.
const metrics = createMetrics('simulation')

export class ProductionSettler implements Settler {
  readonly #deps: SettlerDeps
  readonly #settler: RealSettler

  constructor(deps: SettlerDeps) {
    this.#deps = deps
    metrics.clear()
    this.#settler = createSettler(
      {
        logger,
        metrics,
        clock: {
          wallMs: () => deps.scheduler.nowMs + deps.host.wallOffsetMs,
          monotonicMs: () => deps.scheduler.nowMs,
          after: (_delayMs, task) => this.#after(task),
        },
        // The settler's jitter has no effect here, because `#after` replaces its delays.
        random: () => 0.5,
        processId: `${deps.host.name} since ${deps.scheduler.nowMs}`,
        prepareBatch: (calls) => (marks) =>
          this.#ask(`settles ${calls.map(({ id, end }) => `${id} ${end.kind}`).join(', ')}`, (server) =>
            server.settleMarked(calls, marks),
          ),
        writeMarks: (marks) =>
          this.#ask(`marks ${marks.callIds?.length} undelivered`, (server) => server.writeMarks(marks)),
        giveBack: async ({ id }) =>
          void (await this.#ask(`gives back ${id}`, (server) => server.giveBack(id))),
        onBatch: deps.onBatch,
      },
      { deadlineMs: settleDeadlineMs, queueLengthMax: settleQueueMax, batchSizeMax: 5 },
    )
  }

  settle(call: FinishedCall, onEnd: (end: SettleEnd) => void): void {
    this.#settler.settle(call).then(
      (settled) => {
        onEnd(settled.kind === 'known' ? settled : { kind: 'settled' })
        return this.#settler.delivered(call.id)
      },
      () => onEnd({ kind: 'rejected' }),
    )
  }

  /**
   * Ignores the requested delay, which contains random jitter, and draws one from the seed instead: a timer fires
   * within half a second, as on a busy machine.
   */
  #after(task: () => void) {
    const { scheduler, host } = this.#deps
    let isCancelled = false
    scheduler.after(scheduler.random.between(20, 500), () => {
      if (!isCancelled) deliver(scheduler, host, task)
    })
    return { cancel: () => void (isCancelled = true) }
  }

  #ask<T>(what: string, statement: (postgres: SimulatedPostgres) => T): Promise<T> {
    const { scheduler, host, postgres } = this.#deps
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    function* send(): Coroutine<void> {
      const answer: Answer<T> = yield* postgres.ask(what, statement)
      if (answer.isOk) resolve(answer.value)
      else reject(unreachable())
    }
    spawn(scheduler, host, send())
    return promise
  }
}

function unreachable(): Fault {
  return new Fault({ kind: 'unavailable', code: 'postgres.unreachable', publicMessage: 'Try again.' })
}
