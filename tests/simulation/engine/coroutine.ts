// A process is written as a generator: each `yield` is a boundary between two of its steps, where it can be killed,
// stalled or delayed.
import type { Scheduler } from './scheduler.ts'

export type Coroutine<T> = Generator<Effect, T, unknown>

type Effect =
  | { kind: 'sleep'; ms: number; isInBackground: boolean }
  /** The coroutine waits until another part of the same process resumes it. */
  | { kind: 'wait'; begin: (resume: (value: unknown) => void) => void }
  | { kind: 'request'; server: Server; what: string; run: () => unknown }

/** Receives requests. A request is carried out or not, and its answer arrives or not. */
export type Server = {
  send(host: Host, request: { what: string; run: () => unknown }, answer: (value: unknown) => void): void
}

/** One life of a process, from start to crash. Messages to a dead process are lost. */
export type Host = {
  readonly name: string
  readonly isAlive: boolean
  /** The process does not run before this time. */
  readonly stalledUntilMs: number
  /** When everything that the process has sent to Redis so far will have arrived. */
  redisFreeAtMs: number
  /** Called before each step of the process; may kill the process. */
  beforeStep(): void
}

export function* sleep(ms: number): Coroutine<void> {
  yield { kind: 'sleep', ms, isInBackground: false }
}

export function* sleepInBackground(ms: number): Coroutine<void> {
  yield { kind: 'sleep', ms, isInBackground: true }
}

export function* waitFor<T>(begin: (resume: (value: T) => void) => void): Coroutine<T> {
  return (yield { kind: 'wait', begin }) as T
}

export function* request<T>(server: Server, what: string, run: () => unknown): Coroutine<T> {
  return (yield { kind: 'request', server, what, run }) as T
}

/** Runs a step of a process, if the process is alive and as soon as it is not stalled. */
export function deliver(scheduler: Scheduler, host: Host, step: () => void): void {
  if (!host.isAlive) return
  if (host.stalledUntilMs > scheduler.nowMs) {
    scheduler.after(host.stalledUntilMs - scheduler.nowMs, () => deliver(scheduler, host, step))
    return
  }
  host.beforeStep()
  if (!host.isAlive) return
  scheduler.countStep()
  step()
}

export function spawn(scheduler: Scheduler, host: Host, coroutine: Coroutine<void>): void {
  const proceed = (value: unknown) => {
    const { done, value: effect } = coroutine.next(value)
    if (done !== true) perform(effect)
  }
  const goOn = (value: unknown) => deliver(scheduler, host, () => proceed(value))
  const perform = (effect: Effect) => {
    switch (effect.kind) {
      case 'sleep':
        if (effect.isInBackground) scheduler.afterInBackground(effect.ms, () => goOn(undefined))
        else scheduler.after(effect.ms, () => goOn(undefined))
        break
      case 'wait':
        effect.begin((value) => scheduler.after(0, () => goOn(value)))
        break
      case 'request':
        effect.server.send(host, effect, goOn)
        break
    }
  }
  proceed(undefined)
}
