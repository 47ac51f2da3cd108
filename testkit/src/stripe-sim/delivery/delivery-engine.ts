// Delivers events to the subscribed endpoints: one at a time in the order emitted, unless a plan says otherwise, and
// again on the provider's retry schedule, by the simulator's clock, until the receiver returns 2xx.
import { createHmac } from 'node:crypto'
import { Agent } from 'node:http'
import type { Stripe } from 'stripe'
import { emitAgain, isWanted } from '../account/emit-event.ts'
import { type SimAccount, nowOf } from '../account/sim-account.ts'
import { type DeliveryFault, type DeliveryPlanQueue, faultAt } from './delivery-fault.ts'
import { type PostOutcome, postEvent } from './post-event.ts'

/** Spans three days. */
const retryAfterSeconds = [300, 1_800, 7_200, 18_000, 36_000, 43_200, 43_200, 43_200, 43_200]
const answerTimeoutMs = 30_000
const staleSeconds = 301

export type DeliveryRecord = {
  readonly eventId: string
  readonly type: string
  readonly url: string
  readonly attempt: number
  readonly outcome: PostOutcome | { kind: 'dropped' }
}

export type ReleaseOrder = 'as_emitted' | 'reversed' | 'shuffled' | 'all_at_once'

export type DeliveryEngine = {
  readonly records: readonly DeliveryRecord[]
  accept(event: Stripe.Event): void
  /** Delivers the event again, like the button in the provider's dashboard. */
  redeliver(event: Stripe.Event): void
  hold(): void
  release(order: ReleaseOrder): Promise<void>
  /** Resolves when no delivery is in flight. Deliveries that are held or wait for the clock do not count. */
  idle(): Promise<void>
  close(): void
}

type Delivery = {
  endpoint: Stripe.WebhookEndpoint
  event: Stripe.Event
  faults: readonly DeliveryFault[]
  attempt: number
}

type EngineDeps = {
  account: SimAccount
  plans: DeliveryPlanQueue
  /** All secrets an endpoint signs with. */
  secretsOf: (endpoint: Stripe.WebhookEndpoint) => readonly string[]
  /** The receiver's time, used in the signature. */
  signingSeconds: () => number
}

export function createDeliveryEngine(deps: EngineDeps): DeliveryEngine {
  const { account, plans } = deps
  const agent = new Agent({ keepAlive: true })
  const records: DeliveryRecord[] = []
  const underWay = new Set<Promise<void>>()
  const statedAgain = new Set<string>()
  let held: Delivery[] | undefined
  let queue = Promise.resolve()

  function track(work: Promise<void>): void {
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }

  function start(delivery: Delivery): void {
    if (held) {
      held.push(delivery)
      return
    }
    const isParallel = faultAt(delivery.faults, 'parallel', delivery.attempt) !== undefined
    if (isParallel) {
      track(attempt(delivery))
      return
    }
    queue = queue.then(() => attempt(delivery))
    track(queue)
  }

  function startLater(delivery: Delivery, seconds: number): void {
    account.agenda.enter(nowOf(account) + seconds, () => start(delivery))
  }

  function startPlanned(delivery: Delivery): void {
    const duplicate = faultAt(delivery.faults, 'duplicate', 1)
    if (!duplicate) {
      start(delivery)
      return
    }
    const others = delivery.faults.filter(({ kind }) => kind !== 'duplicate')
    const copy: Delivery = { ...delivery, faults: others }
    const copies = Array.from({ length: duplicate.copies }, () => copy)
    if (duplicate.afterSeconds !== undefined) {
      start(copy)
      for (const again of copies) startLater(again, duplicate.afterSeconds)
      return
    }
    const atOnce: Delivery = { ...copy, faults: [...others, { kind: 'parallel' }] }
    for (const one of [atOnce, ...copies.map(() => atOnce)]) start(one)
  }

  async function attempt(delivery: Delivery): Promise<void> {
    const outcome = await post(deps, agent, delivery)
    const { endpoint, event } = delivery
    records.push({
      eventId: event.id,
      type: event.type,
      url: endpoint.url,
      attempt: delivery.attempt,
      outcome,
    })
    if (outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300) {
      if (event.pending_webhooks > 0) event.pending_webhooks -= 1
      return
    }
    const wait = retryAfterSeconds[delivery.attempt - 1]
    if (wait !== undefined) startLater({ ...delivery, attempt: delivery.attempt + 1 }, wait)
  }

  return {
    records,
    accept(event) {
      const endpoints = [...account.endpoints.values()].filter((endpoint) => isWanted(endpoint, event.type))
      if (endpoints.length === 0) return
      const faults = statedAgain.has(event.id) ? [] : plans.take(event)
      for (const endpoint of endpoints) {
        const delivery = { endpoint, event, faults, attempt: 1 }
        const delay = faultAt(faults, 'delay', 1)
        if (delay) account.agenda.enter(nowOf(account) + delay.seconds, () => startPlanned(delivery))
        else startPlanned(delivery)
      }
      if (!faultAt(faults, 'emit_again', 1)) return
      const before = account.onEvent
      account.onEvent = (again) => {
        statedAgain.add(again.id)
        account.onEvent = before
        before(again)
      }
      emitAgain(account, event)
    },
    redeliver(event) {
      for (const endpoint of account.endpoints.values())
        if (isWanted(endpoint, event.type)) start({ endpoint, event, faults: [], attempt: 1 })
    },
    hold() {
      held ??= []
    },
    async release(order) {
      const waiting = held ?? []
      held = undefined
      if (order === 'reversed') waiting.reverse()
      if (order === 'shuffled') shuffle(account, waiting)
      for (const delivery of waiting) {
        const faults: readonly DeliveryFault[] =
          order === 'all_at_once' ? [...delivery.faults, { kind: 'parallel' }] : delivery.faults
        start({ ...delivery, faults })
      }
      await this.idle()
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    close() {
      held = []
      agent.destroy()
    },
  }
}

async function post(
  { secretsOf, signingSeconds }: EngineDeps,
  agent: Agent,
  { endpoint, event, faults, attempt }: Delivery,
): Promise<DeliveryRecord['outcome']> {
  if (faultAt(faults, 'drop', attempt)) return { kind: 'dropped' }
  const payload = payloadOf(event)
  const stale = faultAt(faults, 'stale', attempt)
  const isForged = faultAt(faults, 'wrong_signature', attempt) !== undefined
  return postEvent({
    url: endpoint.url,
    payload,
    signature: signPayload(payload, {
      secrets: isForged ? ['whsec_of_somebody_else'] : secretsOf(endpoint),
      timestampSeconds: signingSeconds() - (stale ? (stale.seconds ?? staleSeconds) : 0),
    }),
    agent,
    isAnswerLost: faultAt(faults, 'lose_answer', attempt) !== undefined,
    isTruncated: faultAt(faults, 'truncate', attempt) !== undefined,
    timeoutMs: answerTimeoutMs,
  })
}

/**
 * Indented like the provider's payloads, so that verification fails in a receiver that serialises the event again
 * instead of using the bytes it received.
 */
export function payloadOf(event: Stripe.Event): string {
  return JSON.stringify(event, undefined, 2)
}

function shuffle(account: SimAccount, deliveries: Delivery[]): void {
  for (let at = deliveries.length - 1; at > 0; at -= 1) {
    const other = account.ids.random.integer(0, at)
    const [left, right] = [deliveries[at], deliveries[other]]
    if (left && right) [deliveries[at], deliveries[other]] = [right, left]
  }
}

/** The `stripe-signature` header. During a rotation the provider signs with both secrets. */
export function signPayload(
  payload: string,
  { secrets, timestampSeconds }: { secrets: readonly string[]; timestampSeconds: number },
): string {
  const signatures = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${timestampSeconds}.${payload}`).digest('hex'),
  )
  return [`t=${timestampSeconds}`, ...signatures.map((signature) => `v1=${signature}`)].join(',')
}
