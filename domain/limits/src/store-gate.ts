// Stands before Redis. A first failure is looked into for a moment, while those who ask wait; if Redis does not come
// back within it, everybody is told at once that it is gone, and only a probe in the background goes on asking. It
// comes back when all that it may have missed has been told to it.
import { type Clock, type Timer, sleep } from '@gatehouse/runtime/clock'
import { StoreTrouble } from './company-store.ts'

export type StoreGate = {
  /** Rejects with StoreTrouble when Redis is gone; repeats the work if it was only out of reach for a moment. */
  run<T>(work: () => Promise<T>): Promise<T>
  isUp(): boolean
  /** For how long Redis has been gone; 0 while it is not. */
  goneForMs(): number
  /** Somebody who did not come through the gate has met trouble. */
  doubt(): void
  close(): void
}

export type StoreGateDeps = {
  clock: Clock
  /** Rejects while Redis cannot be reached. */
  reach: () => Promise<void>
  /** Tells Redis, which was gone, all that it may have missed; rejects if it cannot be reached. */
  recover: () => Promise<void>
  onChange: (isUp: boolean) => void
}

// A lost connection is made again after 50 ms. Longer than this would be felt by those who wait.
const verdictWithinMs = 100
const retryEveryMs = 15
const probeEveryMs = 200
// Work that fails again and again although Redis can be reached: then it is as good as gone.
const attemptsMax = 4
// More at once would only wait in Redis's own queue, and there the time limit of a command runs.
const runningMax = 256

export function createStoreGate(deps: StoreGateDeps): StoreGate {
  return new Gate(deps)
}

class Gate implements StoreGate {
  readonly #deps: StoreGateDeps
  readonly #slots = createSlots(runningMax)
  #isUp = true
  #goneSinceMs = 0
  #isClosed = false
  #verdict: Promise<boolean> | undefined
  #timer: Timer | undefined

  constructor(deps: StoreGateDeps) {
    this.#deps = deps
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#isUp) throw gone()
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

  goneForMs(): number {
    return this.#isUp ? 0 : this.#deps.clock.monotonicMs() - this.#goneSinceMs
  }

  doubt(): void {
    void this.#findVerdict()
  }

  close(): void {
    this.#isClosed = true
    this.#timer?.cancel()
  }

  async #runOrRepeat<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      if (this.#verdict) await this.#verdict
      if (!this.#isUp) throw gone()
      try {
        return await work()
      } catch (thrown) {
        if (!(thrown instanceof StoreTrouble)) throw thrown
        if (attempt === attemptsMax) this.#change(false)
        if (!(await this.#findVerdict())) throw thrown
      }
    }
  }

  #findVerdict(): Promise<boolean> {
    if (!this.#isUp) return Promise.resolve(false)
    this.#verdict ??= this.#judge().finally(() => {
      this.#verdict = undefined
    })
    return this.#verdict
  }

  async #judge(): Promise<boolean> {
    const { clock } = this.#deps
    const untilMs = clock.monotonicMs() + verdictWithinMs
    const isOver = sleep(clock, verdictWithinMs).then(() => false)
    const isBack = await Promise.race([this.#comesBack(untilMs), isOver])
    if (!isBack) this.#change(false)
    return isBack
  }

  async #comesBack(untilMs: number): Promise<boolean> {
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
    this.#goneSinceMs = this.#deps.clock.monotonicMs()
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

function gone(): StoreTrouble {
  return new StoreTrouble('Redis is gone')
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
    // The slot goes to the next in line rather than back, so that nobody can overtake.
    leave() {
      const next = waiting.shift()
      if (next) next()
      else taken -= 1
    },
  }
}
