// Records why requests of known keys are refused, for the company's admins. Requests that are refused before a key is
// known, such as those over the limit of an address, belong to no company and are not recorded; neither are dry runs.
import type { Route } from '@gatehouse/http/define-route'
import {
  type NewRefusal,
  type RefusalRecorder,
  createRefusalRecorder,
} from '@gatehouse/limits/create-refusal-recorder'
import type { Clock } from '@gatehouse/runtime/clock'
import { type Fault, toFault } from '@gatehouse/runtime/fault'
import type { ServiceResources } from '@gatehouse/service/start-service'
import { wireCodeOf, wireStatusOf } from '../../error-envelope.ts'
import { callerOf } from '../../call/identify-caller.ts'
import { readFacts } from '../../call/admission/limit-checks.ts'

type RefusedRequest = Pick<NewRefusal, 'companyId' | 'keyId' | 'requestId'>

/** Does nothing for faults other than refusals. */
export type RecordRefusal = (thrown: unknown, request: RefusedRequest) => void

const recordedStatuses: ReadonlySet<number> = new Set([401, 402, 403, 429])

export function openRefusalRecord(resources: ServiceResources, scope: AsyncDisposableStack): RecordRefusal {
  const recorder = createRefusalRecorder(resources)
  scope.defer(recorder.close)
  return createRecordRefusal({ clock: resources.clock, recorder })
}

function createRecordRefusal({
  clock,
  recorder,
}: {
  clock: Clock
  recorder: Pick<RefusalRecorder, 'record'>
}): RecordRefusal {
  return (thrown, request) => {
    const fault = toFault(thrown)
    const status = wireStatusOf(fault)
    if (!recordedStatuses.has(status)) return
    const code = wireCodeOf(fault)
    recorder.record({
      ...request,
      ...readFacts(fault),
      at: new Date(clock.wallMs()),
      status,
      code: typeof code === 'string' ? code : null,
      rule: ruleOf(fault),
      message: fault.publicMessage,
    })
  }
}

/** Records the refusals of a route, whose answers are made from what its handler throws. */
export function recordRefusals(route: Route, record: RecordRefusal): Route {
  return {
    ...route,
    async handle(request, reply) {
      try {
        return await route.handle(request, reply)
      } catch (thrown) {
        const caller = callerOf(request.context)
        if (caller) record(thrown, { ...caller, requestId: request.id })
        throw thrown
      }
    },
  }
}

/** More specific than the code in the error body, which must not reveal that a refused key has existed. */
function ruleOf({ code, context }: Fault): string {
  const { keyStatus } = context
  return typeof keyStatus === 'string' ? `key_${keyStatus}` : code.slice(code.indexOf('.') + 1)
}
