// Sends a non-streamed answer, after it has been charged.
import type { Route } from '@gatehouse/models/alias'
import { routesUnavailable } from '../../gateway-faults.ts'
import { readUsage } from '../../wire/read-usage.ts'
import type { ObserveModel } from '../provider/observe-model.ts'
import type { Charge, OpenCall } from '../open-call.ts'
import type { WireFormat } from '../wire-formats.ts'
import { AnswerCopy } from './answer-copy.ts'
import { callHeaders, chargeHeaders } from './answer-headers.ts'
import type { Client } from './client.ts'
import type { Rework } from './rework/create-rework.ts'

const contentType = 'application/json; charset=utf-8'

export type JsonAnswer = {
  body: Buffer
  route: Route
  format: WireFormat
  observeModel: ObserveModel
  rework: Rework
}

export async function answerJson(call: OpenCall, client: Client, answer: JsonAnswer): Promise<void> {
  const { entry, endpoint } = call.admitted
  const isEmbedding = endpoint.operation === 'embeddings'
  const { hiddenFields, countsTotalTokens: countsTotal } = answer.route
  const encoding = answer.format.encodingOf(call.admitted)
  const reworked = await answer.rework(answer.body, { alias: entry.alias, hiddenFields, encoding })
  // If a stream's head was sent early to keep the connection alive, a JSON answer can no longer follow it.
  if (!reworked || client.isHeadSent) {
    call.fail({ kind: 'failed', reason: 'provider_error' })
    throw routesUnavailable(0, new Error("the provider's answer is an error or not a JSON object"))
  }
  const { model } = reworked
  const usage = reworked.usage ? readUsage(reworked.usage, { isEmbedding, countsTotal }) : 'none'
  if (model !== undefined) answer.observeModel({ alias: entry.alias, route: answer.route, model })
  const body = answer.format.toAnswer(reworked.body, call.admitted, answer.route)
  let charge: Charge | undefined
  if (usage === 'none') call.fail({ kind: 'failed', reason: 'no_usage' })
  else {
    const copy = new AnswerCopy(call.admitted.keeping)
    copy.add(body)
    charge = await call.charge(usage, copy.toRecord(contentType))
  }
  if (charge?.kind === 'unavailable') throw charge.cause
  client.sendHead(200, {
    'content-type': contentType,
    'content-length': body.length,
    ...callHeaders(call),
    ...chargeHeaders(call.names, charge),
  })
  await client.end(body)
}
