// From an admitted call to its end: asks the provider, sends the answer on, and writes down how it ended.
import type { RequestContext } from '@gatehouse/http/request-context'
import { toFault } from '@gatehouse/runtime/fault'
import { formatTraceparent } from '@gatehouse/telemetry/trace-context'
import { keyInvalid, routesUnavailable } from '../../gateway-faults.ts'
import type { InferenceDeps } from '../inference-deps.ts'
import type { OpenCall } from '../open-call.ts'
import { type ProviderAnswer, callProvider } from '../provider/call-provider.ts'
import type { ProviderExchange } from '../provider/provider-exchange.ts'
import type { WireFormat } from '../format/wire-format.ts'
import { callHeaders, streamHeaders } from './answer-headers.ts'
import { answerJson } from './answer-json.ts'
import { answerRefusal } from './answer-refusal.ts'
import { CallWatch } from './call-watch.ts'
import type { Client } from './client.ts'
import { describeCall } from './describe-call.ts'
import { errorFrame } from './error-frame.ts'
import { measureCall } from './measure-call.ts'
import { relayStream } from './relay-stream.ts'

export type CallAnswering = { context: RequestContext; client: Client; format: WireFormat; totalMs: number }

export async function answerCall(
  deps: InferenceDeps,
  call: OpenCall,
  { context, client, format, totalMs }: CallAnswering,
): Promise<void> {
  const { id, key, scan, timings } = call.admitted
  let exchange: ProviderExchange | undefined
  client.listen({ onGone: () => exchange?.abort(new Error('the client hung up')), onDrain: () => undefined })
  const watch = new CallWatch({
    keyId: key.id,
    client,
    deadlineAtMs: deps.clock.monotonicMs() + totalMs,
    sendHeadEarly: scan.isStream
      ? () => client.sendHead(200, { ...callHeaders(call), ...streamHeaders })
      : undefined,
    abort: (reason) => exchange?.abort(reason),
  })
  deps.openCalls.add(watch)
  context.noteAtEnd(() => describeCall(call, context))
  try {
    const answer = await callProvider(deps, {
      routes: call.admitted.entry.routes,
      toRequest: (route) => format.toRequest(call.admitted, route),
      traceparent: formatTraceparent(context.trace),
      onAttempt(attempt) {
        exchange = attempt
        // It left before there was anything to abort.
        if (client.isGone) attempt.abort(new Error('the client hung up'))
      },
      isClientGone: () => client.isGone,
    })
    timings.mark('upstream')
    if (answer.kind === 'json' || answer.kind === 'stream') timings.noteFirstByte()
    await send(deps, { call, client, format }, answer)
  } catch (thrown) {
    if (!call.end) call.fail({ kind: 'failed', reason: 'provider_error' })
    if (!client.isHeadSent) throw thrown
    await client.end(errorFrame(toFault(thrown), id))
  } finally {
    deps.openCalls.remove(watch)
    measureCall(deps.metrics, call)
  }
}

type Sending = { call: OpenCall; client: Client; format: WireFormat }

async function send(
  deps: InferenceDeps,
  { call, client, format }: Sending,
  answer: ProviderAnswer,
): Promise<void> {
  switch (answer.kind) {
    case 'json':
      return answerJson(call, client, { ...answer, format })
    case 'stream': {
      const { stream, route, permit } = answer
      return relayStream({ call, client, stream, route, format, permit, clock: deps.clock })
    }
    case 'refused':
      call.fail({ kind: 'failed', reason: 'provider_error' })
      return answerRefusal(call, client, answer)
    case 'failed':
      call.fail({ kind: 'failed', reason: answer.reason })
      if (client.isGone) return
      throw answer.reason === 'key_ended'
        ? keyInvalid()
        : routesUnavailable(answer.retryAfterMs, answer.cause)
  }
}
