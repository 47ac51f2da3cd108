import type { HttpRequest } from './define-route.ts'
import type { FaultResponse, TranslateFault } from './fault-response.ts'
import { clientGone, fromThrown, isClientGone } from './http-faults.ts'

/** Turns what a route has thrown into its answer, and logs what an operator has to know. */
export type FaultAnswer = (
  thrown: unknown,
  request: Pick<HttpRequest, 'id' | 'raw' | 'context'>,
) => FaultResponse

export function createFaultAnswer({ translateFault }: { translateFault: TranslateFault }): FaultAnswer {
  return (thrown, { id, raw, context: { logger } }) => {
    const fault = isClientGone(thrown, raw) ? clientGone(thrown) : fromThrown(thrown)
    if (fault.kind === 'internal') logger.error('request failed unexpectedly', { error: thrown })
    else if (fault.kind === 'unavailable') logger.warn('request not served: unavailable', { error: thrown })
    return translateFault(fault, id)
  }
}
