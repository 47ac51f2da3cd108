// The worker threads of a gateway. What takes milliseconds for every megabyte of a body, an answer or a document is done
// here, because it would hold up the calls of all other companies on the event loop. Companies take turns.
import { TurnQueue } from '@gatehouse/parsing/turn-queue'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { overloaded } from '../gateway-faults.ts'
import { type WorkThread, startThread } from './start-thread.ts'
import type { TaskName, TaskOptions, TaskResult } from './thread-tasks.ts'

export type ThreadTask<Name extends TaskName> = {
  /** Transferred to the thread, so the caller must not read them afterwards. */
  bytes: Buffer
  /** Whether no other buffer uses the memory around the bytes, so that it is transferred with them, and not copied. */
  ownsMemory?: boolean
  options: TaskOptions<Name>
  /** The company for which the task is done. */
  owner: string
}

export type WorkThreads = {
  /**
   * Throws an unavailable fault if too many tasks are waiting or the task takes too long, and an error if the thread
   * crashes.
   */
  run<Name extends TaskName>(name: Name, task: ThreadTask<Name>): Promise<TaskResult<Name>>
  close(): Promise<void>
}

type ThreadDeps = { clock: Pick<Clock, 'after'>; logger: Logger }

const defaults = {
  program: new URL('work-thread.ts', import.meta.url),
  // With a second thread, a short task does not wait for a long one; more would compete with the event loop for cores.
  threads: 2,
  // A company may fill half of the queue. The bytes that wait are limited by the byte budget.
  waitingMax: 128,
  // Twenty times as long as the longest task on a busy machine.
  taskMsMax: 30_000,
}

export function createWorkThreads(deps: ThreadDeps, options: Partial<typeof defaults> = {}): WorkThreads {
  return new ThreadPool(deps, { ...defaults, ...options })
}

class ThreadPool implements WorkThreads {
  readonly #deps: ThreadDeps
  readonly #options: typeof defaults
  /** Threads start with the first task that needs one; most gateways never need them. */
  readonly #idle: WorkThread[] = []
  readonly #busy = new Set<WorkThread>()
  readonly #waiting: TurnQueue
  #running = 0
  #isClosed = false

  constructor(deps: ThreadDeps, options: typeof defaults) {
    this.#deps = deps
    this.#options = options
    this.#waiting = new TurnQueue(options.waitingMax)
  }

  async run<Name extends TaskName>(
    name: Name,
    { owner, ...task }: ThreadTask<Name>,
  ): Promise<TaskResult<Name>> {
    const mustWait = this.#running >= this.#options.threads
    if (this.#isClosed || (mustWait && !this.#waiting.hasRoom(owner))) throw overloaded()
    if (mustWait) await this.#waiting.wait(owner)
    else this.#running += 1
    try {
      if (this.#isClosed) throw overloaded()
      return (await this.#runInThread({ name, ...task })) as TaskResult<Name>
    } finally {
      // A waiting task takes the place of this one.
      if (!this.#waiting.next()) this.#running -= 1
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#waiting.releaseAll()
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((thread) => thread.stop()))
  }

  async #runInThread(task: Parameters<WorkThread['run']>[0]): Promise<unknown> {
    const thread = this.#idle.pop() ?? startThread(this.#options.program)
    this.#busy.add(thread)
    let isOverdue = false
    const timer = this.#deps.clock.after(this.#options.taskMsMax, () => {
      isOverdue = true
      void thread.stop()
    })
    try {
      return await thread.run(task)
    } catch (error) {
      this.#deps.logger.error('worker thread failed', { task: task.name, is_overdue: isOverdue, error })
      throw isOverdue || this.#isClosed ? overloaded() : error
    } finally {
      timer.cancel()
      this.#busy.delete(thread)
      if (thread.isUsable() && !this.#isClosed) this.#idle.push(thread)
    }
  }
}
