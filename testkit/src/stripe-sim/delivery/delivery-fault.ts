// What goes wrong with the delivery of an event.
import type { Stripe } from 'stripe'

export type DeliveryFault =
  /** Drops the first `attempts`; without a number the event is never delivered. */
  | { kind: 'drop'; attempts?: number }
  /** Delays the first attempt by this much on the simulator's clock. */
  | { kind: 'delay'; seconds: number }
  /** Sends the event `copies` more times: concurrently, or this much later. */
  | { kind: 'duplicate'; copies: number; afterSeconds?: number }
  /** Emits the same fact in a second event with another id. */
  | { kind: 'emit_again' }
  /** Delivered concurrently with other deliveries, rather than after them. */
  | { kind: 'parallel' }
  /** The receiver gets the whole request and responds, but the response is lost, so the delivery is retried. */
  | { kind: 'lose_answer'; attempts?: number }
  /** Signed incorrectly, once by default; the retry after that is signed correctly. */
  | { kind: 'wrong_signature'; attempts?: number }
  /** The signature's timestamp is this many seconds old; a negative number dates it in the future. */
  | { kind: 'stale'; seconds?: number; attempts?: number }
  /** The connection breaks in the middle of the body. */
  | { kind: 'truncate'; attempts?: number }

export type DeliveryPlan = {
  faults: readonly DeliveryFault[]
  /** All events by default. */
  type?: string | undefined
  when?: ((event: Stripe.Event) => boolean) | undefined
  /** Number of events to which the plan applies; one by default. */
  times?: number | undefined
}

export type DeliveryPlanQueue = {
  plan(plan: DeliveryPlan): void
  take(event: Stripe.Event): readonly DeliveryFault[]
  clear(): void
}

export function createDeliveryPlanQueue(): DeliveryPlanQueue {
  let plans: { plan: DeliveryPlan; left: number }[] = []
  return {
    plan(plan) {
      plans.push({ plan, left: plan.times ?? 1 })
    },
    take(event) {
      const found = plans.find(
        ({ plan: { type, when }, left }) =>
          left > 0 && (type === undefined || type === event.type) && (when?.(event) ?? true),
      )
      if (found) found.left -= 1
      return found?.plan.faults ?? []
    },
    clear() {
      plans = []
    },
  }
}

/** The fault of that kind, if it still applies to this attempt; attempts count from 1. */
export function faultAt<Kind extends DeliveryFault['kind']>(
  faults: readonly DeliveryFault[],
  kind: Kind,
  attempt: number,
): Extract<DeliveryFault, { kind: Kind }> | undefined {
  const fault = faults.find((candidate) => candidate.kind === kind)
  if (!fault) return undefined
  const attempts = 'attempts' in fault ? fault.attempts : undefined
  const lastAttempt = attempts ?? (kind === 'drop' ? Infinity : 1)
  return attempt <= lastAttempt ? (fault as Extract<DeliveryFault, { kind: Kind }>) : undefined
}
