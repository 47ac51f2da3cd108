// Sends errors to the caller in the gateway's own error format: a provider's refusal, without the provider's names, or
// an error frame in a running stream.
import type { Route } from '@gatehouse/models/alias'
import { cleanErrorMessage } from '../../wire/errors/clean-error-message.ts'
import type { OpenCall } from '../open-call.ts'
import { callHeaders } from './answer-headers.ts'
import type { Client } from './client.ts'
import type { Fault } from '@gatehouse/runtime/fault'
import { toErrorEnvelope } from '../../error-envelope.ts'

export type Refusal = { status: number; body: Buffer; route: Route }

export function answerRefusal(
  call: OpenCall,
  client: Client,
  { status, body, route }: Refusal,
): Promise<void> {
  const { message, code, param } = cleanErrorMessage(body, {
    alias: call.admitted.entry.alias,
    providerModel: route.providerModel,
    baseUrl: route.baseUrl,
    names: route.hiddenNames,
  })
  const envelope = JSON.stringify({ error: { message, type: 'invalid_request_error', param, code } })
  if (client.isHeadSent) return client.end(Buffer.from(`data: ${envelope}\n\n`))
  const bytes = Buffer.from(envelope)
  client.sendHead(status === 415 ? 400 : status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    'x-should-retry': 'false',
    ...callHeaders(call),
  })
  return client.end(bytes)
}

/**
 * Composes the frame that reports an error after a stream's head has been sent, when a status can no longer be sent.
 * `[DONE]` does not follow it.
 */
export function errorFrame(fault: Fault, requestId: string): Buffer {
  return Buffer.from(`data: ${toErrorEnvelope(fault, requestId).body}\n\n`)
}
