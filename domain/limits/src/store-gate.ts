// Guards access to Redis. After a first failure, callers wait for up to 100 ms while Redis is checked; if it does not
// recover, all calls fail immediately and only a background probe keeps trying. Redis counts as up again once it has
// been sent every update that it may have missed.
import { type Clock, type Timer, sleep } from '@gatehouse/runtime/clock'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Gauge } from 'prom-client'
import { StoreUnavailable } from './company-store.ts'

export type StoreGate = {
  /** Rejects with StoreUnavailable while Redis is down; repeats the work if Redis was only briefly unreachable. */
  run<T>(work: () => Promise<T>): Promise<T>
  isUp(): boolean
  /** How long Redis has been down; 0 while it is up. */
  downForMs(): number
  /** Reports a failure that did not pass through the gate, so that Redis is checked. */
  suspect(): void
  close(): void
}

export type StoreGateDeps = {
  clock: Clock
  /** Rejects while Redis cannot be reached. */
  reach: () => Promise<void>
  /** Sends Redis every update that it may have missed; rejects if it cannot be reached. */
  recover: () => Promise<void>
  onChange: (isUp: boolean) => void
}

// A lost connection is re-established after 50 ms. A longer wait would be noticeable to callers.
const checkWithinMs = 100
const retryEveryMs = 15
// A check that ends this much too late says little about Redis, and is repeated a few times.
const stallMs = 25
const stallsMax = 5
const probeEveryMs = 200
// Redis counts as down after work has failed this many times, even if Redis can be reached.
const attemptsMax = 4
// Further commands would only queue up at Redis while their timeout is already running.
const runningMax = 256

export function createStoreGate(deps: StoreGateDeps): StoreGate {
  return new Gate(deps)
}

class Gate implements StoreGate {
  readonly #deps: StoreGateDeps
  readonly #slots = createSlots(runningMax)
  #isUp = true
  #downSinceMs = 0
  #isClosed = false
  #check: Promise<boolean> | undefined
  #timer: Timer | undefined

  constructor(deps: StoreGateDeps) {
    this.#deps = deps
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#isUp) throw unavailable()
    await this.#slots.enter()
    try {
      return await this.#runOrRepeat(work)
    } finally {
      this.#slots.leave()
    }
  }

  isUp(): boolean {
    return this.#isUp
  }

  downForMs(): number {
    return this.#isUp ? 0 : this.#deps.clock.monotonicMs() - this.#downSinceMs
  }

  suspect(): void {
    void this.#checkOnce()
  }

  close(): void {
    this.#isClosed = true
    this.#timer?.cancel()
  }

  async #runOrRepeat<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      if (this.#check) await this.#check
      if (!this.#isUp) throw unavailable()
      try {
        return await work()
      } catch (thrown) {
        if (!(thrown instanceof StoreUnavailable)) throw thrown
        if (attempt === attemptsMax) this.#change(false)
        if (!(await this.#checkOnce())) throw thrown
      }
    }
  }

  #checkOnce(): Promise<boolean> {
    if (!this.#isUp) return Promise.resolve(false)
    this.#check ??= this.#runCheck().finally(() => {
      this.#check = undefined
    })
    return this.#check
  }

  async #runCheck(): Promise<boolean> {
    const { clock } = this.#deps
    for (let stalls = 0; ; stalls += 1) {
      const untilMs = clock.monotonicMs() + checkWithinMs
      const isOver = sleep(clock, checkWithinMs).then(() => false)
      if (await Promise.race([this.#isReachableBy(untilMs), isOver])) return true
      // This process did not run for a while, so it may just not have read Redis's answer. Without Redis, it would decide
      // apart from the processes that still use it.
      const hasStalled = clock.monotonicMs() - untilMs > stallMs
      if (hasStalled && stalls < stallsMax) continue
      this.#change(false)
      return false
    }
  }

  async #isReachableBy(untilMs: number): Promise<boolean> {
    const { clock } = this.#deps
    while (clock.monotonicMs() < untilMs) {
      if (await succeeds(this.#deps.reach)) return true
      await sleep(clock, retryEveryMs)
    }
    return false
  }

  #change(isUp: boolean): void {
    if (this.#isUp === isUp) return
    this.#isUp = isUp
    this.#downSinceMs = this.#deps.clock.monotonicMs()
    this.#deps.onChange(isUp)
    if (!isUp) this.#scheduleProbe()
  }

  #scheduleProbe(): void {
    if (this.#isClosed) return
    this.#timer = this.#deps.clock.after(probeEveryMs, () => void this.#probe())
  }

  async #probe(): Promise<void> {
    if (await succeeds(this.#deps.recover)) this.#change(true)
    else this.#scheduleProbe()
  }
}

function succeeds(work: () => Promise<void>): Promise<boolean> {
  return work().then(
    () => true,
    () => false,
  )
}

function unavailable(): StoreUnavailable {
  return new StoreUnavailable('Redis is down')
}

function createSlots(max: number): { enter(): Promise<void> | undefined; leave(): void } {
  let taken = 0
  const waiting: (() => void)[] = []
  return {
    enter() {
      if (taken < max) {
        taken += 1
        return undefined
      }
      return new Promise((resolve) => waiting.push(resolve))
    },
    // The slot passes directly to the next waiter, so that no newcomer can overtake it.
    leave() {
      const next = waiting.shift()
      if (next) next()
      else taken -= 1
    },
  }
}

export function createRedisUsedGauge(metrics: Metrics): Gauge {
  const gauge = new Gauge({
    name: 'gatehouse_limits_redis_used',
    help: '1 while limits are decided in Redis, 0 while Postgres and this process decide',
    registers: [metrics],
  })
  gauge.set(1)
  return gauge
}
