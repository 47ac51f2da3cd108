// Selects the plan for a request: the one in its `x-sim-plan` header, else the next one queued with `planNext`, else
// the first one of `planWhen` whose predicate matches.
import type { ReceivedRequest } from '../server/request-log.ts'
import { invalidRequest } from '../wire/wire-error.ts'
import { type FaultPlan, faultPlanSchema } from './fault-plan.ts'

const PLAN_HEADER = 'x-sim-plan'

export type RequestPredicate = (request: ReceivedRequest) => boolean

/** A plan, or a function that makes one from the request, such as an answer that depends on the prompt. */
export type StandingPlan = FaultPlan | ((request: ReceivedRequest) => FaultPlan)

export type PlanQueue = {
  planNext(plan: FaultPlan, times: number): void
  planWhen(predicate: RequestPredicate, plan: StandingPlan): () => void
  clear(): void
  take(request: ReceivedRequest): FaultPlan
}

export function createPlanQueue(): PlanQueue {
  let queue: { plan: FaultPlan; timesLeft: number }[] = []
  let standing: { predicate: RequestPredicate; plan: StandingPlan }[] = []

  function takeNext(): FaultPlan | undefined {
    const head = queue[0]
    if (!head) return undefined
    head.timesLeft -= 1
    if (head.timesLeft <= 0) queue.shift()
    return head.plan
  }

  return {
    planNext(plan, times) {
      if (times > 0) queue.push({ plan, timesLeft: times })
    },
    planWhen(predicate, plan) {
      const entry = { predicate, plan }
      standing.push(entry)
      return () => {
        standing = standing.filter((other) => other !== entry)
      }
    },
    clear() {
      queue = []
      standing = []
    },
    take(request) {
      const header = request.headers[PLAN_HEADER]
      if (typeof header === 'string') return planFromHeader(header)
      const plan = takeNext() ?? standing.find(({ predicate }) => predicate(request))?.plan ?? {}
      return typeof plan === 'function' ? plan(request) : plan
    },
  }
}

function planFromHeader(header: string): FaultPlan {
  let value: unknown
  try {
    value = JSON.parse(header)
  } catch {
    throw invalidRequest(`${PLAN_HEADER} is not JSON.`, PLAN_HEADER)
  }
  return parsePlan(value)
}

export function parsePlan(value: unknown): FaultPlan {
  const result = faultPlanSchema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw invalidRequest(`The plan is not valid: ${issue?.message}`, ['plan', ...(issue?.path ?? [])].join('.'))
}
