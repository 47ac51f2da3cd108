// What is reported about a call: the fields of its log line and span, and its metrics.
import type { AdmittedCall, OpenCall } from '../open-call.ts'
import type { RequestContext } from '@gatehouse/http/request-context'
import type { GatewayMetrics } from '../../gateway-metrics.ts'

/**
 * Returns the fields of the call's single log line. Sets the same data on its span under the OpenTelemetry names, and
 * adds a span for each of its steps.
 */
export function describeCall(
  { admitted, end }: OpenCall<AdmittedCall>,
  { setSpanAttributes, addPastSpans }: Pick<RequestContext, 'setSpanAttributes' | 'addPastSpans'>,
): Record<string, unknown> {
  const { entry, endpoint, timings, estimate, isStream } = admitted
  const usage = end?.usage
  addPastSpans(() => timings.toSpans())
  setSpanAttributes({
    'gen_ai.operation.name': endpoint.operation,
    'gen_ai.request.model': entry.alias,
    ...(usage && {
      'gen_ai.usage.input_tokens': usage.promptTokens,
      'gen_ai.usage.output_tokens': usage.completionTokens,
    }),
  })
  return {
    alias: entry.alias,
    operation: endpoint.operation,
    is_stream: isStream,
    held_micros: estimate.micros,
    ...(end && { end: end.kind === 'succeeded' ? 'succeeded' : end.reason }),
    ...(end?.kind === 'succeeded' && { charged_micros: end.chargedMicros, price_version: end.priceVersion }),
    ...(usage && { prompt_tokens: usage.promptTokens, completion_tokens: usage.completionTokens }),
    ...timings.toFields(),
  }
}

/**
 * Counts a call that has ended. A parked call is logged as an error, which pages an operator to decide on its charge.
 */
export function measureCall(
  metrics: GatewayMetrics,
  { logger }: Pick<RequestContext, 'logger'>,
  { admitted, end }: OpenCall<AdmittedCall>,
): void {
  if (!end) return
  const { id, entry, endpoint, timings } = admitted
  const tookMs = timings.elapsedMs()
  const { firstByteMs } = timings
  const addedMs = timings.addedMs()
  metrics.observeCall({
    operation: endpoint.operation,
    alias: entry.alias,
    end,
    tookMs,
    firstByteMs,
    addedMs,
  })
  if (end.kind === 'parked') {
    const { reason, usage } = end
    logger.error('call parked instead of charged', {
      call_id: id,
      alias: entry.alias,
      reason,
      ...usage,
    })
  }
}
