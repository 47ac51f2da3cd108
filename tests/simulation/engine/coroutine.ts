// What a process does is written as a generator: each `yield` is the border between two of its steps, and there it
// can be killed, stalled or kept waiting.
import type { Scheduler } from './scheduler.ts'

export type Coroutine<T> = Generator<Effect, T, unknown>

type Effect =
  | { kind: 'sleep'; ms: number; isInBackground: boolean }
  /** Something else of the same process will go on with it. */
  | { kind: 'wait'; begin: (resume: (value: unknown) => void) => void }
  | { kind: 'request'; server: Server; what: string; run: () => unknown }

/** Where a request goes: it is carried out there, or not, and its answer comes back, or not. */
export type Server = {
  send(host: Host, request: { what: string; run: () => unknown }, answer: (value: unknown) => void): void
}

/** One life of a process. What is addressed to it when it is over goes nowhere. */
export type Host = {
  readonly name: string
  readonly isAlive: boolean
  /** Until then it does not get to run. */
  readonly stalledUntilMs: number
  /** When what it has sent to Redis so far has arrived. */
  redisFreeAtMs: number
  /** Called before each of its steps; it may be killed there. */
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

/** Runs what belongs to a process, if it still lives and as soon as it gets to run. */
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
