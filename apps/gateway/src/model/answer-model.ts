// Answers an admitted model call: calls the provider, then relays its stream, or sends its answer or its refusal.
import type { FailureReason } from '@gatehouse/calls/call'
import type { Route } from '@gatehouse/models/alias'
import { Fault } from '@gatehouse/runtime/fault'
import type { Call } from '../call/call.ts'
import type { CallDeps } from '../call/call-deps.ts'
import { chargeThenSend, jsonType, sendRefusal } from '../call/charge-then-send.ts'
import type { Client } from '../call/client.ts'
import { liveCall } from '../call/live-call.ts'
import { cutFault, routesUnavailable } from '../gateway-faults.ts'
import { type ProviderAnswer, callProvider } from '../provider/call-provider.ts'
import type { ProviderExchange } from '../provider/provider-exchange.ts'
import { cleanErrorMessage } from '../wire/clean-error-message.ts'
import { readUsage } from '../wire/scan-answer.ts'
import { generatedCountOf } from './read-model-call.ts'
import { relayStream } from './relay-stream.ts'
import type { ModelRequest } from './wire-formats.ts'

export async function answerModel(deps: CallDeps, call: Call, request: ModelRequest): Promise<void> {
  await liveCall(deps, call, (client) => {
    let exchange: ProviderExchange | undefined
    return {
      abort: (reason) => exchange?.abort(reason),
      async answer() {
        const answer = await callProvider(deps, {
          routes: call.entry.routes,
          toRequest: (route) => request.format.toRequest(request, route),
          context: call.context,
          reserve: call.bytes.take,
          onAttempt(attempt) {
            exchange = attempt
            // The client may have disconnected before there was an exchange with the provider to abort.
            if (client.isGone) attempt.abort(new Error('the client disconnected'))
          },
          isClientGone: () => client.isGone,
        })
        call.timings.mark('upstream')
        if (answer.kind === 'json' || answer.kind === 'stream') call.timings.recordFirstByte()
        await send(deps, call, { client, request, answer })
      },
    }
  })
  if (call.end?.kind !== 'succeeded') return
  const { completionTokens } = call.end.usage
  deps.expectedOutput.learn(call.key.id, call.entry.alias, completionTokens / generatedCountOf(request.scan))
}

type Sending = { client: Client; request: ModelRequest; answer: ProviderAnswer }

function send(deps: CallDeps, call: Call, { client, request, answer }: Sending): Promise<void> {
  switch (answer.kind) {
    case 'json':
      return sendJson(deps, call, { client, request, body: answer.body, route: answer.route })
    case 'stream':
      return relayStream(deps, call, { client, request, ...answer })
    case 'refused':
      call.fail({ kind: 'failed', reason: 'provider_error', isUnanswered: true })
      return sendRefusal(call, client, toRefusal(call, answer))
    case 'failed':
      call.fail({ kind: 'failed', reason: answer.reason, isUnanswered: !isByCaller(answer.reason) })
      throw toFailure(answer)
  }
}

export type JsonSending = { client: Client; request: ModelRequest; body: Buffer; route: Route }

/** Sends an answer that is not a stream, after it has been charged. */
export async function sendJson(
  deps: Pick<CallDeps, 'rework' | 'observeModel'>,
  call: Call,
  { client, request, body, route }: JsonSending,
): Promise<void> {
  const { alias } = call.entry
  const { hiddenFields, countsTotalTokens: countsTotal } = route
  const options = { alias, hiddenFields, ...request.format.answerOptions(request, route) }
  const reworked = await deps.rework(body, options, call.key.companyId)
  // If a stream's head was sent early to keep the connection alive, a JSON answer can no longer follow it.
  if (!reworked || client.isHeadSent) {
    call.fail({ kind: 'failed', reason: 'provider_error' })
    throw routesUnavailable(0, new Error("the provider's answer is an error or not a JSON object"))
  }
  const { model } = reworked
  if (model !== undefined) deps.observeModel({ alias, route, model })
  const isEmbedding = call.endpoint.operation === 'embeddings'
  await chargeThenSend(call, client, {
    bytes: reworked.body,
    contentType: jsonType,
    usage: reworked.usage ? readUsage(reworked.usage, { isEmbedding, countsTotal }) : 'none',
  })
}

/** Composes the gateway's own error from a provider's refusal, without the provider's names. */
function toRefusal(
  { entry }: Call,
  { status, body, route }: { status: number; body: Buffer; route: Route },
): { status: number; envelope: string } {
  const { message, code, param } = cleanErrorMessage(body, {
    alias: entry.alias,
    providerModel: route.providerModel,
    baseUrl: route.baseUrl,
    names: route.hiddenNames,
  })
  const envelope = JSON.stringify({ error: { message, type: 'invalid_request_error', param, code } })
  return { status: status === 415 ? 400 : status, envelope }
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
