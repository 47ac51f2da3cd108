// Runs an admitted call to its end: calls the provider, relays the answer, and records the outcome.
import type { FailureReason } from '@gatehouse/calls/call'
import type { RequestContext } from '@gatehouse/http/request-context'
import { Fault, toFault } from '@gatehouse/runtime/fault'
import { cutFault, routesUnavailable } from '../../gateway-faults.ts'
import { generatedCountOf } from '../admission/read-model-call.ts'
import type { InferenceDeps } from '../inference-deps.ts'
import type { OpenCall } from '../open-call.ts'
import { type ProviderAnswer, callProvider } from '../provider/call-provider.ts'
import type { ProviderExchange } from '../provider/provider-exchange.ts'
import type { WireFormat } from '../wire-formats.ts'
import { callHeaders, streamHeaders } from './answer-headers.ts'
import { answerJson } from './answer-json.ts'
import { answerRefusal, errorFrame } from './answer-error.ts'
import { CallWatch } from './open-calls.ts'
import type { Client } from './client.ts'
import { describeCall, measureCall } from './report-call.ts'
import { relayStream } from './relay-stream.ts'

export type CallAnswering = { context: RequestContext; client: Client; format: WireFormat; totalMs: number }

export async function answerCall(
  deps: InferenceDeps,
  call: OpenCall,
  { context, client, format, totalMs }: CallAnswering,
): Promise<void> {
  const { id, key, scan, timings } = call.admitted
  let exchange: ProviderExchange | undefined
  client.listen({
    onGone: () => exchange?.abort(new Error('the client disconnected')),
    onDrain: () => undefined,
  })
  const watch = new CallWatch({
    key,
    client,
    deadlineAtMs: deps.clock.monotonicMs() + totalMs,
    sendHeadEarly: scan.isStream
      ? () => client.sendHead(200, { ...callHeaders(call), ...streamHeaders })
      : undefined,
    abort: (reason) => exchange?.abort(reason),
  })
  deps.openCalls.add(watch)
  context.addLogFieldsAtEnd(() => describeCall(call, context))
  try {
    const answer = await callProvider(deps, {
      routes: call.admitted.entry.routes,
      toRequest: (route) => format.toRequest(call.admitted, route),
      startSpan: context.startClientSpan,
      reserve: call.admitted.bytes.take,
      onAttempt(attempt) {
        exchange = attempt
        // The client may have disconnected before there was an exchange with the provider to abort.
        if (client.isGone) attempt.abort(new Error('the client disconnected'))
      },
      isClientGone: () => client.isGone,
    })
    timings.mark('upstream')
    if (answer.kind === 'json' || answer.kind === 'stream') timings.recordFirstByte()
    await send(deps, { call, client, format }, answer)
    client.onDelivered(() => call.delivered())
  } catch (thrown) {
    if (!call.end) call.fail({ kind: 'failed', reason: 'provider_error' })
    if (!client.isHeadSent) throw thrown
    await client.end(errorFrame(toFault(thrown), id))
  } finally {
    deps.openCalls.remove(watch)
    learnOutput(deps, call)
    measureCall(deps.metrics, context, call)
  }
}

export function toFailure({
  reason,
  retryAfterMs,
  cause,
}: Pick<Extract<ProviderAnswer, { kind: 'failed' }>, 'reason' | 'retryAfterMs' | 'cause'>): Fault {
  const cut = cutFault(reason)
  if (cut) return cut
  return cause instanceof Fault ? cause : routesUnavailable(retryAfterMs, cause)
}

/**
 * Whether the call ended for a reason on the caller's side: the client disconnected, too many bytes were held, the key
 * ended or the company was suspended. Such a call keeps its token reservation.
 */
function isByCaller(reason: FailureReason): boolean {
  return reason === 'client_gone' || reason === 'too_many_bytes' || cutFault(reason) !== undefined
}

function learnOutput({ expectedOutput }: InferenceDeps, { admitted, end }: OpenCall): void {
  if (end?.kind !== 'succeeded') return
  const { key, entry, scan } = admitted
  expectedOutput.learn(key.id, entry.alias, end.usage.completionTokens / generatedCountOf(scan))
}

type Sending = { call: OpenCall; client: Client; format: WireFormat }

async function send(
  deps: InferenceDeps,
  { call, client, format }: Sending,
  answer: ProviderAnswer,
): Promise<void> {
  switch (answer.kind) {
    case 'json': {
      const { observeModel, rework } = deps
      return answerJson(call, client, { ...answer, format, observeModel, rework })
    }
    case 'stream': {
      const { stream, route, permit } = answer
      const { clock, observeModel } = deps
      return relayStream({ call, client, stream, route, format, permit, clock, observeModel })
    }
    case 'refused':
      call.fail({ kind: 'failed', reason: 'provider_error', isUnanswered: true })
      return answerRefusal(call, client, answer)
    case 'failed':
      call.fail({ kind: 'failed', reason: answer.reason, isUnanswered: !isByCaller(answer.reason) })
      if (client.isGone) return
      throw toFailure(answer)
  }
}
