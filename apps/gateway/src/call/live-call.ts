// Runs an admitted call to its end. The call is watched while its answer is made; however it ends, the end is recorded,
// with one log line, one span and its metrics.
import type { LogFields } from '@gatehouse/http/request-context'
import { Fault, toFault } from '@gatehouse/runtime/fault'
import type { SpanAttributes } from '@gatehouse/telemetry/spans'
import type { Call } from './call.ts'
import type { CallDeps } from './call-deps.ts'
import { callHeaders, sendErrorFrame, streamHeaders } from './charge-then-send.ts'
import type { Client } from './client.ts'
import { CallWatch } from './open-calls.ts'

export type CallWork = {
  /** Makes the answer and sends it. */
  answer(): Promise<void>
  /** Ends the exchange with the provider, and with it the answer. */
  abort(reason: Error): void
}

export async function liveCall(
  deps: Pick<CallDeps, 'clock' | 'openCalls' | 'metrics'>,
  call: Call,
  start: (client: Client) => CallWork,
): Promise<void> {
  const client = call.sink.open()
  const work = start(client)
  const watch = new CallWatch({
    key: call.key,
    client,
    deadlineAtMs: deps.clock.monotonicMs() + call.totalMs,
    sendHeadEarly: call.isStream
      ? () => client.sendHead(200, { ...callHeaders(call), ...streamHeaders })
      : undefined,
    abort: work.abort,
  })
  client.listen(watch)
  if (client.isGone) watch.onGone()
  const unwatch = deps.openCalls.add(watch)
  call.context.addLogFieldsAtEnd((fields) => describeCall(call, fields))
  try {
    await work.answer()
    client.onDelivered(() => call.delivered())
  } catch (thrown) {
    if (!call.end)
      call.fail({ kind: 'failed', reason: isOfPostgres(thrown) ? 'settle_unavailable' : 'provider_error' })
    if (client.isHeadSent && call.end?.kind !== 'succeeded')
      await sendErrorFrame(call, client, toFault(thrown))
    // Nothing can be sent to a client that has disconnected, but an unexpected error must still be logged.
    else if (!client.isGone || !(thrown instanceof Fault)) throw thrown
  } finally {
    unwatch()
    measureCall(deps, call)
  }
}

/** A parse looks up names while it reads the model's answer. Without Postgres the call could not be charged either. */
function isOfPostgres(thrown: unknown): boolean {
  return thrown instanceof Fault && thrown.code.startsWith('postgres.')
}

/**
 * Adds the fields of the call's single log line. Sets the same data on its span under the OpenTelemetry names, and adds
 * a span for each of its steps.
 */
function describeCall(call: Call, fields: LogFields): void {
  const { entry, endpoint, timings, estimate, isStream, end, context } = call
  context.addPastSpans(() => timings.toSpans())
  context.setSpanAttributes(() => spanAttributesOf(call))
  fields['alias'] = entry.alias
  fields['operation'] = endpoint.operation
  fields['is_stream'] = isStream
  fields['held_micros'] = estimate.micros
  if (end) fields['end'] = end.kind === 'succeeded' ? 'succeeded' : end.reason
  if (end?.kind === 'succeeded') {
    fields['charged_micros'] = end.chargedMicros
    fields['price_version'] = end.priceVersion
  }
  if (end?.usage) {
    fields['prompt_tokens'] = end.usage.promptTokens
    fields['completion_tokens'] = end.usage.completionTokens
  }
  timings.addFields(fields)
}

function spanAttributesOf({ entry, endpoint, end }: Call): SpanAttributes {
  const usage = end?.usage
  return {
    'gen_ai.operation.name': endpoint.operation,
    'gen_ai.request.model': entry.alias,
    ...(usage && {
      'gen_ai.usage.input_tokens': usage.promptTokens,
      'gen_ai.usage.output_tokens': usage.completionTokens,
    }),
  }
}

/** Counts a call that has ended. A parked call is logged as an error, which pages an operator to decide on its charge. */
function measureCall({ metrics }: Pick<CallDeps, 'metrics'>, call: Call): void {
  const { id, end, entry, endpoint, timings, context } = call
  if (!end) return
  metrics.observeCall({
    operation: endpoint.operation,
    alias: entry.alias,
    end,
    tookMs: timings.elapsedMs(),
    firstByteMs: timings.firstByteMs,
    addedMs: timings.addedMs(),
  })
  if (end.kind !== 'parked') return
  const { reason, usage } = end
  context.logger.error('call parked instead of charged', {
    call_id: id,
    alias: entry.alias,
    reason,
    ...usage,
  })
}
