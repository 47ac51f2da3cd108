// What shall go wrong with the delivery of an event.
import type { Stripe } from 'stripe'

export type DeliveryFault =
  /** The first `attempts` never arrive; without a number the event is lost for good. */
  | { kind: 'drop'; attempts?: number }
  /** The first attempt is made that much later, on the simulator's clock. */
  | { kind: 'delay'; seconds: number }
  /** The same event `copies` more times: all at once, or the copies that much later. */
  | { kind: 'duplicate'; copies: number; afterSeconds?: number }
  /** The same fact is also stated by a second event with an id of its own. */
  | { kind: 'emit_again' }
  /** Delivered beside whatever else is being delivered, rather than after it. */
  | { kind: 'parallel' }
  /** The receiver gets the whole request and answers, but the answer is lost, and so there is a retry. */
  | { kind: 'lose_answer'; attempts?: number }
  /** Once by default; the retry is as it should be. */
  | { kind: 'wrong_signature'; attempts?: number }
  /** Signed that many seconds ago; negative in the future. */
  | { kind: 'stale'; seconds?: number; attempts?: number }
  /** The connection breaks in the middle of the body. */
  | { kind: 'truncate'; attempts?: number }

export type DeliveryPlan = {
  faults: readonly DeliveryFault[]
  /** All events by default. */
  type?: string | undefined
  when?: ((event: Stripe.Event) => boolean) | undefined
  /** To how many events it applies; once by default. */
  times?: number | undefined
}

export type DeliveryPlanBook = {
  plan(plan: DeliveryPlan): void
  take(event: Stripe.Event): readonly DeliveryFault[]
  clear(): void
}

export function createDeliveryPlanBook(): DeliveryPlanBook {
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

/** The fault of that kind, if it still applies to this attempt, the first being 1. */
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
