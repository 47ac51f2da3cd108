import type { Clock } from '@gatehouse/runtime/clock'
import type { PastSpan } from '@gatehouse/telemetry/spans'

export type TimedStep = 'auth' | 'read' | 'limit' | 'hold' | 'upstream' | 'settle'

const spanNames: Readonly<Record<TimedStep, string>> = {
  auth: 'authenticate',
  read: 'read body',
  limit: 'check limits',
  hold: 'admission',
  upstream: 'provider',
  settle: 'settlement',
}

const fieldNames: Readonly<Record<TimedStep, string>> = {
  auth: 'auth_ms',
  read: 'read_ms',
  limit: 'limit_ms',
  hold: 'hold_ms',
  upstream: 'upstream_ms',
  settle: 'settle_ms',
}

/** Duration of each step of a call, for its log line and the caller's `Server-Timing` header. */
export class Timings {
  readonly #clock: Pick<Clock, 'monotonicMs' | 'wallMs'>
  readonly #startedMs: number
  // Three lists instead of one of records: lists of numbers are compact, and there is one set of them for each call.
  readonly #steps: TimedStep[] = []
  readonly #tookMs: number[] = []
  readonly #endedMs: number[] = []
  #lastMs: number
  #firstByteMs: number | undefined

  constructor(clock: Pick<Clock, 'monotonicMs' | 'wallMs'>) {
    this.#clock = clock
    this.#startedMs = clock.monotonicMs()
    this.#lastMs = this.#startedMs
  }

  /** Ends a step, which began when the previous one ended. */
  mark(step: TimedStep): void {
    const nowMs = this.#clock.monotonicMs()
    this.#steps.push(step)
    this.#tookMs.push(nowMs - this.#lastMs)
    this.#endedMs.push(nowMs)
    this.#lastMs = nowMs
  }

  /** Excludes the time since the last step from all steps. */
  exclude(): void {
    this.#lastMs = this.#clock.monotonicMs()
  }

  /** Records that the first frame, or the whole answer, has arrived. */
  recordFirstByte(): void {
    this.#firstByteMs = this.elapsedMs()
  }

  get firstByteMs(): number | undefined {
    return this.#firstByteMs
  }

  /** Time that the gateway itself added: all steps but the provider's. Reading the body is the client's time. */
  addedMs(): number {
    let sumMs = 0
    this.#steps.forEach((step, at) => {
      if (step !== 'upstream' && step !== 'read') sumMs += this.#tookMs[at] ?? 0
    })
    return sumMs
  }

  elapsedMs(): number {
    return this.#clock.monotonicMs() - this.#startedMs
  }

  toHeader(): string {
    let header = ''
    this.#steps.forEach((step, at) => {
      header += `${header && ', '}${step};dur=${(this.#tookMs[at] ?? 0).toFixed(2)}`
    })
    return header
  }

  /** The steps as spans. The requests to the provider are left out: they have spans of their own. */
  toSpans(): PastSpan[] {
    const offsetMs = this.#clock.wallMs() - this.#clock.monotonicMs()
    return this.#steps.flatMap((step, at) => {
      if (step === 'upstream') return []
      const endedMs = (this.#endedMs[at] ?? 0) + offsetMs
      return [{ name: spanNames[step], startedMs: endedMs - (this.#tookMs[at] ?? 0), endedMs }]
    })
  }

  addFields(fields: Record<string, unknown>): void {
    this.#steps.forEach((step, at) => {
      fields[fieldNames[step]] = Math.round((this.#tookMs[at] ?? 0) * 100) / 100
    })
  }
}
