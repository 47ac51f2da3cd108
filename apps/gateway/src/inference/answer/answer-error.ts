// Sends errors to the caller in our envelope: a refusal by the provider without its names, or a frame in a running stream.
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

/** Reports an error once the head of a stream has been sent; no other way is left. `[DONE]` does not follow it. */
export function errorFrame(fault: Fault, requestId: string): Buffer {
  return Buffer.from(`data: ${toErrorEnvelope(fault, requestId).body}\n\n`)
}
