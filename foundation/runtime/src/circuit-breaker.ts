// Stops calls to a dependency that keeps failing: five failures in a row open the breaker, and a minute later a single
// test request decides whether it closes or opens again. The breaker uses the monotonic clock, so a jump of the wall
// clock neither keeps it open nor closes it. Callers that arrive while it is not closed are refused immediately and do
// not wait: waiting callers would all run together the moment it closes. Where many callers wait elsewhere, such as
// tasks in their queue, the breaker can ramp up after it has closed: each answer admits one more concurrent call.
import type { Clock } from './clock.ts'
import { Fault } from './fault.ts'

export type BreakerState = 'closed' | 'open' | 'half-open'

export type BreakerOptions = {
  name: string
  clock: Clock
  failuresToOpen?: number
  cooldownMs?: number
  /**
   * A test request that has not reported by then counts as failed; otherwise a lost one would block the breaker
   * forever.
   */
  testTimeoutMs?: number
  /**
   * Number of answers after closing until the limit on concurrent calls is lifted; until then one concurrent call is
   * admitted, plus one per answer.
   */
  rampSuccesses?: number
  onTransition?: (from: BreakerState, to: BreakerState) => void
  /** Called once for every call that succeeded or failed, also if its report arrived too late to affect the breaker. */
  onOutcome?: (outcome: CallOutcome, tookMs: number) => void
}

export type CallOutcome = 'succeeded' | 'failed'

/** Permission for one call. The caller must report exactly one of the three outcomes; later reports are ignored. */
export type Permit = {
  succeed(): void
  fail(): void
  /** The call ended for a reason that says nothing about the dependency, such as the client hanging up. */
  abandon(): void
}

/** What an error says about the dependency: it failed, it answered (if only to refuse), or nothing at all. */
export type CallVerdict = 'failed' | 'answered' | 'nothing'

export type CircuitBreaker = {
  readonly name: string
  state(): BreakerState
  retryAfterMs(): number
  /** How many calls may be in flight now; infinite while the breaker is closed and not ramping up. */
  callsMax(): number
  tryAcquire(): Permit | undefined
  run<T>(work: () => Promise<T>, judge: (thrown: unknown) => CallVerdict): Promise<T>
}

export function createCircuitBreaker(options: BreakerOptions): CircuitBreaker {
  return new Breaker(options)
}

class Breaker implements CircuitBreaker {
  readonly name: string
  readonly #options: Required<Omit<BreakerOptions, 'name'>>
  #state: BreakerState = 'closed'
  #failuresInARow = 0
  #openedAtMs = 0
  #testStartedAtMs: number | undefined
  /** Answers since the breaker closed; undefined when it is not ramping up. */
  #rampSuccesses: number | undefined
  /** Start times of the calls in flight during the ramp. */
  readonly #rampCalls = new Set<{ startedAtMs: number }>()
  // A permit belongs to the period in which it was granted: a report that arrives after the breaker has changed state
  // is about an earlier period and is ignored.
  #period = 0

  constructor({ name, ...options }: BreakerOptions) {
    this.name = name
    this.#options = { ...defaults, ...options }
  }

  state(): BreakerState {
    this.#applyTimeouts()
    return this.#state
  }

  retryAfterMs(): number {
    this.#applyTimeouts()
    if (this.#state !== 'open') return 0
    return Math.ceil(this.#openedAtMs + this.#options.cooldownMs - this.#options.clock.monotonicMs())
  }

  callsMax(): number {
    this.#applyTimeouts()
    if (this.#state === 'open') return 0
    if (this.#state === 'half-open') return 1
    return this.#rampSuccesses === undefined ? Number.POSITIVE_INFINITY : 1 + this.#rampSuccesses
  }

  tryAcquire(): Permit | undefined {
    this.#applyTimeouts()
    if (this.#state === 'open' || this.#testStartedAtMs !== undefined) return undefined
    if (this.#rampCalls.size >= this.callsMax()) return undefined
    if (this.#state === 'half-open') this.#testStartedAtMs = this.#options.clock.monotonicMs()
    return this.#grant()
  }

  async run<T>(work: () => Promise<T>, judge: (thrown: unknown) => CallVerdict): Promise<T> {
    const permit = this.tryAcquire()
    if (!permit) throw circuitOpen(this.name, this.retryAfterMs())
    try {
      const result = await work()
      permit.succeed()
      return result
    } catch (thrown) {
      this.#report(permit, judge(thrown))
      throw thrown
    }
  }

  #report(permit: Permit, verdict: CallVerdict): void {
    switch (verdict) {
      case 'failed':
        return permit.fail()
      case 'answered':
        return permit.succeed()
      // An abort, or a mistake of our own, must not close a breaker whose dependency has not responded.
      case 'nothing':
        return permit.abandon()
    }
  }

  #grant(): Permit {
    const permit = new GrantedPermit(this.#options.clock.monotonicMs(), this.#period, this.#take)
    if (this.#rampSuccesses !== undefined) this.#rampCalls.add(permit)
    return permit
  }

  /** Takes the report of a permit, which makes it once. */
  readonly #take = (permit: GrantedPermit, outcome: CallOutcome | undefined): void => {
    this.#applyTimeouts()
    this.#rampCalls.delete(permit)
    const { onOutcome, clock } = this.#options
    if (outcome) onOutcome(outcome, clock.monotonicMs() - permit.startedAtMs)
    if (permit.period !== this.#period) return
    if (outcome === 'succeeded') this.#recordSuccess()
    else if (outcome === 'failed') this.#recordFailure()
    else this.#testStartedAtMs = undefined
  }

  #recordSuccess(): void {
    this.#failuresInARow = 0
    if (this.#state === 'half-open') {
      this.#moveTo('closed')
      // The test request itself counts as the first answer.
      this.#rampSuccesses = 0
    }
    if (this.#rampSuccesses !== undefined) this.#climbRamp(this.#rampSuccesses + 1)
  }

  #climbRamp(successes: number): void {
    const isOver = successes >= this.#options.rampSuccesses
    this.#rampSuccesses = isOver ? undefined : successes
    if (isOver) this.#rampCalls.clear()
  }

  #recordFailure(): void {
    this.#failuresInARow += 1
    if (this.#state === 'half-open' || this.#failuresInARow >= this.#options.failuresToOpen)
      this.#moveTo('open')
  }

  #applyTimeouts(): void {
    const { clock, testTimeoutMs, cooldownMs } = this.#options
    const nowMs = clock.monotonicMs()
    const overdueAtMs = (this.#testStartedAtMs ?? Number.POSITIVE_INFINITY) + testTimeoutMs
    // The breaker opened when the test became overdue, not at this query: a quiet hour must not prolong the cooldown.
    if (nowMs >= overdueAtMs) this.#moveTo('open', overdueAtMs)
    if (this.#state === 'open' && nowMs - this.#openedAtMs >= cooldownMs) this.#moveTo('half-open')
    // A call that never reports must not occupy its place on the ramp forever.
    for (const call of this.#rampCalls) {
      if (nowMs - call.startedAtMs >= testTimeoutMs) this.#rampCalls.delete(call)
    }
  }

  #moveTo(next: BreakerState, atMs = this.#options.clock.monotonicMs()): void {
    const from = this.#state
    this.#state = next
    this.#period += 1
    this.#failuresInARow = 0
    this.#testStartedAtMs = undefined
    this.#rampSuccesses = undefined
    this.#rampCalls.clear()
    if (next === 'open') this.#openedAtMs = atMs
    this.#options.onTransition(from, next)
  }
}

type TakeReport = (permit: GrantedPermit, outcome: CallOutcome | undefined) => void

class GrantedPermit implements Permit {
  readonly startedAtMs: number
  readonly period: number
  #report: TakeReport | undefined

  constructor(startedAtMs: number, period: number, report: TakeReport) {
    this.startedAtMs = startedAtMs
    this.period = period
    this.#report = report
  }

  succeed(): void {
    this.#end('succeeded')
  }

  fail(): void {
    this.#end('failed')
  }

  abandon(): void {
    this.#end(undefined)
  }

  #end(outcome: CallOutcome | undefined): void {
    const report = this.#report
    this.#report = undefined
    report?.(this, outcome)
  }
}

const defaults = {
  failuresToOpen: 5,
  cooldownMs: 60_000,
  testTimeoutMs: 60_000,
  // The answer to the test request is enough: no ramp.
  rampSuccesses: 1,
  onTransition: () => undefined,
  onOutcome: () => undefined,
}

function circuitOpen(name: string, retryAfterMs: number): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'runtime.circuit_open',
    publicMessage: 'A service we depend on is not answering. Try again shortly.',
    context: { breaker: name },
    retryAfterMs: Math.max(1_000, retryAfterMs),
  })
}
