// One request to the model API, from its first byte to its record: body, key, plan, answer.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { UnsatisfiableSchema } from '../answer/schema-instance.ts'
import type { Fault, FaultPlan } from '../plan/fault-plan.ts'
import type { PlanQueue } from '../plan/plan-queue.ts'
import { errorAnswer, htmlAnswer, invalidJsonAnswer, type WireAnswer } from '../wire/wire-answer.ts'
import { invalidRequest, WireError, wireErrorOf } from '../wire/wire-error.ts'
import { answerRoute } from './answer-route.ts'
import { readBody } from './read-body.ts'
import type { ReceivedRequest, RequestLog } from './request-log.ts'
import { openOutlet } from './response-outlet.ts'
import { sendAnswer } from './send-answer.ts'

const BODY_BYTES_MAX = 64 * 1024 * 1024

export type ModelApi = {
  log: RequestLog
  plans: PlanQueue
  apiKey: string | undefined
  tokensPerSecond: number | undefined
  models: readonly string[]
}

export async function serveModelRequest(
  api: ModelApi,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const outlet = openOutlet(response)
  const exchange = api.log.open(message)
  const outcome = await readBody(message, BODY_BYTES_MAX)
  if (outcome.kind === 'gone') return exchange.disconnect()
  if (outcome.kind === 'too_large') {
    return sendAnswer({ exchange, outlet, answer: refusal(bodyTooLarge()), plan: {} })
  }
  exchange.receiveBody(outcome.body)
  await sendAnswer({ exchange, outlet, ...decide(api, exchange.request) })
}

function decide(api: ModelApi, request: ReceivedRequest): { answer: WireAnswer; plan: FaultPlan } {
  let plan: FaultPlan = {}
  try {
    checkKey(api.apiKey, request.headers.authorization)
    plan = { tokensPerSecond: api.tokensPerSecond, ...api.plans.take(request) }
    const answer = faultAnswer(plan.fault) ?? answerRoute(request, { plan, models: api.models })
    return { answer, plan }
  } catch (thrown) {
    return { answer: refusal(thrown), plan }
  }
}

/** Faults that replace the whole answer. */
function faultAnswer(fault: Fault | undefined): WireAnswer | undefined {
  if (fault?.kind === 'garbage_body') return fault.body === 'html' ? htmlAnswer(200) : invalidJsonAnswer()
  if (fault?.kind !== 'status') return undefined
  const { status, retryAfter, html } = fault
  const answer = html ? htmlAnswer(status) : errorAnswer(status, wireErrorOf(status, fault))
  if (retryAfter !== undefined) answer.headers['retry-after'] = String(retryAfter)
  return answer
}

function refusal(thrown: unknown): WireAnswer {
  if (thrown instanceof UnsatisfiableSchema) return refusal(invalidRequest(thrown.message, 'schema'))
  if (thrown instanceof WireError) return errorAnswer(thrown.status, thrown.fields)
  const message = `The provider simulator has a bug: ${thrown instanceof Error ? thrown.stack : String(thrown)}`
  return errorAnswer(500, { message, type: 'server_error', param: null, code: 'simulator_bug' })
}

function checkKey(apiKey: string | undefined, authorization: string | undefined): void {
  if (apiKey === undefined || authorization === `Bearer ${apiKey}`) return
  const message = authorization ? 'Incorrect API key provided.' : "You didn't provide an API key."
  throw new WireError(401, wireErrorOf(401, { message }))
}

function bodyTooLarge(): WireError {
  const message = `The body is larger than ${BODY_BYTES_MAX} bytes.`
  return new WireError(413, {
    message,
    type: 'invalid_request_error',
    param: null,
    code: 'request_too_large',
  })
}
