// Sends events to the endpoints of companies. Any number of processes may run it: each claims deliveries, and one that dies
// leaves its claims to the others. An event is sent at least once; a repeat has the same id.
import { setMaxListeners } from 'node:events'
import { createDatabase } from '@gatehouse/postgres/create-database'
import { type Shards, mapShards } from '@gatehouse/postgres/shards'
import { type Clock, sleep } from '@gatehouse/runtime/clock'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Seal } from '@gatehouse/runtime/seal'
import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { type ClaimLimits, type ClaimedDelivery, claimDeliveries } from './postgres/claim-deliveries.ts'
import { type AttemptOutcome, type RecordDeps, recordAttempt } from './postgres/record-attempt.ts'
import { signEvent } from './rules/sign-event.ts'
import { type PostEvent, attemptMsMax } from './send/post-event.ts'
import { createEventMetrics } from './send/event-metrics.ts'

export type EventSender = {
  start(): void
  /** Claims no more and waits for the attempts in progress; those that are not done in time are made again later. */
  drain(graceMs: number): Promise<void>
}

export type EventSenderOptions = {
  shards: Shards
  clock: Clock
  ids: Ids
  logger: Logger
  metrics: Metrics
  random: () => number
  seal: Seal
  post: PostEvent
  onDisabled: RecordDeps['onDisabled']
  limits?: ClaimLimits
  /** Longest time until an idle process notices a new event. */
  pollMs?: number
}

export const defaultLimits: ClaimLimits = { all: 64, company: 16, endpoint: 4, failing: 32 }

// An attempt, its outcome's transaction, and some time for a process that is short of CPU.
const leaseMs = attemptMsMax + 20_000
const retryClaimMs = 1_000

export function createEventSender(options: EventSenderOptions): EventSender {
  return new Sender(options)
}

class Sender implements EventSender {
  readonly #options: EventSenderOptions
  readonly #databases: Shards<Database>
  readonly #metrics: ReturnType<typeof createEventMetrics>
  readonly #stop = new AbortController()
  readonly #abort = new AbortController()
  readonly #attempts = new Map<ClaimedDelivery, Promise<void>>()
  #wake = new AbortController()
  #running: Promise<void> = Promise.resolve()

  constructor(options: EventSenderOptions) {
    this.#options = options
    this.#databases = mapShards(options.shards, (postgres): Database => createDatabase<Tables>(postgres))
    this.#metrics = createEventMetrics(options.metrics)
    // One listener per attempt in progress.
    setMaxListeners(0, this.#abort.signal, this.#stop.signal)
  }

  start(): void {
    this.#running = this.#run()
  }

  async drain(graceMs: number): Promise<void> {
    this.#stop.abort()
    this.#wake.abort()
    await this.#running
    const done = Promise.all(this.#attempts.values())
    await Promise.race([done, sleep(this.#options.clock, graceMs)])
    this.#abort.abort()
    await done
  }

  async #run(): Promise<void> {
    const { clock, logger, pollMs = 500 } = this.#options
    while (!this.#stop.signal.aborted) {
      // Replaced before the claim, so that an attempt that ends during it is not missed.
      this.#wake = new AbortController()
      let waitMs = pollMs
      try {
        for (const claimed of await this.#claim()) this.#begin(claimed)
      } catch (thrown) {
        logger.warn('events could not be claimed; will retry', { error: thrown })
        waitMs = retryClaimMs
      }
      if (!this.#stop.signal.aborted) await sleep(clock, waitMs, this.#wake.signal)
    }
  }

  /** One shard after the other, because the limits count what was claimed from all of them. */
  async #claim(): Promise<ClaimedDelivery[]> {
    const { shards, ids, clock, limits = defaultLimits } = this.#options
    const claimed: ClaimedDelivery[] = []
    for (const postgres of shards.all()) {
      const held = [...this.#attempts.keys(), ...claimed]
      const order = { claimId: ids.uuid(), nowMs: clock.wallMs(), leaseMs, held, limits }
      claimed.push(...(await claimDeliveries(postgres, order)))
    }
    return claimed
  }

  #begin(claimed: ClaimedDelivery): void {
    const attempt = this.#attempt(claimed)
      .catch((thrown: unknown) => {
        // The delivery is due again when its lease ends.
        this.#options.logger.warn('event delivery could not be completed; will retry', {
          error: thrown,
          delivery_id: claimed.id,
        })
      })
      .finally(() => {
        this.#attempts.delete(claimed)
        this.#wake.abort()
      })
    this.#attempts.set(claimed, attempt)
  }

  async #attempt(claimed: ClaimedDelivery): Promise<void> {
    const { clock } = this.#options
    const startedAtMs = clock.wallMs()
    const startedMs = clock.monotonicMs()
    const result = await this.#send(claimed, startedAtMs)
    const durationMs = clock.monotonicMs() - startedMs
    const outcome: AttemptOutcome = { startedAtMs, durationMs, ...result }
    const database = this.#databases.of(claimed.companyId)
    const recorded = await recordAttempt({ ...this.#options, database }, claimed, outcome)
    this.#metrics.count(recorded, durationMs)
  }

  async #send(
    claimed: ClaimedDelivery,
    sentAtMs: number,
  ): Promise<Pick<AttemptOutcome, 'statusCode' | 'error'>> {
    const { seal, post } = this.#options
    const secrets = claimed.secrets.map((sealed) => seal.open(claimed.endpointId, sealed))
    const body = bodyOf(claimed)
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'gatehouse-events/1',
      ...signEvent({ id: claimed.event.id, sentAtMs, body }, secrets),
    }
    const result = await post({ url: claimed.url, headers, body }, this.#abort.signal)
    if (result.kind === 'failed') return { statusCode: null, error: result.reason }
    const { statusCode } = result
    return { statusCode, error: describeStatus(statusCode) }
  }
}

function describeStatus(statusCode: number): string | null {
  if (statusCode >= 200 && statusCode < 300) return null
  if (statusCode >= 300 && statusCode < 400)
    return `The receiver answered ${statusCode}. Redirects are not followed: register the url that they lead to.`
  return `The receiver answered ${statusCode}.`
}

/** The same text in every attempt: the stored data is inserted unchanged. */
function bodyOf({ companyId, event }: ClaimedDelivery): string {
  const head = JSON.stringify({ type: event.type, timestamp: event.createdAt.toISOString(), companyId })
  return `${head.slice(0, -1)},"data":${event.data}}`
}
