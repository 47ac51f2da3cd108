// What goes wrong with requests to the API, as opposed to deliveries.
export type ApiRequestFacts = { method: string; path: string; body: string; idempotencyKey: string | null }

type ApiFault =
  /** Responds with an error; nothing was done. */
  | { kind: 'rate_limit' | 'server_error' | 'wrong_key' }
  /** Rejects the request as invalid; nothing was done. */
  | { kind: 'refuse'; message: string }
  /** Resets the connection before anything is done. */
  | { kind: 'reset_before' }
  /** Does the work, but the response is lost. */
  | { kind: 'reset_after' }
  /** Does the work, but responds only when the promise settles; the idempotency key is in use meanwhile. */
  | { kind: 'hold'; until: Promise<void> }

export type ApiFaultPlan = {
  fault: ApiFault
  /** All requests by default. */
  when?: ((request: ApiRequestFacts) => boolean) | undefined
  /** Once by default. */
  times?: number | undefined
}

export type ApiFaultBook = {
  plan(plan: ApiFaultPlan): void
  take(request: ApiRequestFacts): ApiFault | undefined
  clear(): void
}

export function createApiFaultBook(): ApiFaultBook {
  let plans: { plan: ApiFaultPlan; left: number }[] = []
  return {
    plan(plan) {
      plans.push({ plan, left: plan.times ?? 1 })
    },
    take(request) {
      const found = plans.find(({ plan, left }) => left > 0 && (plan.when?.(request) ?? true))
      if (found) found.left -= 1
      return found?.plan.fault
    },
    clear() {
      plans = []
    },
  }
}
