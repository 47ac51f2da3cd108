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

/** Duration of each step of a call, for its log line and the caller's `Server-Timing` header. */
export class Timings {
  readonly #clock: Pick<Clock, 'monotonicMs' | 'wallMs'>
  readonly #startedMs: number
  readonly #steps: { step: TimedStep; tookMs: number; endedMs: number }[] = []
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
    this.#steps.push({ step, tookMs: nowMs - this.#lastMs, endedMs: nowMs })
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
    for (const { step, tookMs } of this.#steps) if (step !== 'upstream' && step !== 'read') sumMs += tookMs
    return sumMs
  }

  elapsedMs(): number {
    return this.#clock.monotonicMs() - this.#startedMs
  }

  toHeader(): string {
    let header = ''
    for (const { step, tookMs } of this.#steps) header += `${header && ', '}${step};dur=${tookMs.toFixed(2)}`
    return header
  }

  /** The steps as spans. The requests to the provider are left out: they have spans of their own. */
  toSpans(): PastSpan[] {
    const offsetMs = this.#clock.wallMs() - this.#clock.monotonicMs()
    const toWallMs = (ms: number) => ms + offsetMs
    return this.#steps
      .filter(({ step }) => step !== 'upstream')
      .map(({ step, tookMs, endedMs }) => ({
        name: spanNames[step],
        startedMs: toWallMs(endedMs - tookMs),
        endedMs: toWallMs(endedMs),
      }))
  }

  toFields(): Record<string, number> {
    const fields: Record<string, number> = {}
    for (const { step, tookMs } of this.#steps) fields[`${step}_ms`] = Math.round(tookMs * 100) / 100
    return fields
  }
}
