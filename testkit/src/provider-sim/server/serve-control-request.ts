// The control API for a test in another process, which cannot use the ProviderSim object: it accepts plans and returns
// records.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { parsePlan, type PlanQueue } from '../plan/plan-queue.ts'
import { parseRequest } from '../wire/generation-request.ts'
import { WireError } from '../wire/wire-error.ts'
import { readBody } from './read-body.ts'
import { pathOf, type RecordedRequest, type RequestLog } from './request-log.ts'

const BODY_BYTES_MAX = 1024 * 1024

const plansSchema = z.strictObject({ plan: z.unknown(), times: z.int().min(1).default(1) })

type Control = { log: RequestLog; plans: PlanQueue }
type Reply = { status: number; value: object }

export async function serveControlRequest(
  control: Control,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, value } = await reply(control, message)
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

async function reply({ log, plans }: Control, message: IncomingMessage): Promise<Reply> {
  switch (`${message.method} ${pathOf(message)}`) {
    case 'GET /health':
      return { status: 200, value: { status: 'healthy', simulator: true } }
    case 'GET /sim/requests':
      return { status: 200, value: { counts: log.counts, requests: log.requests.map(toWire) } }
    case 'POST /sim/plans':
      return queuePlan(plans, message)
    case 'DELETE /sim/plans':
      plans.clear()
      return { status: 200, value: { cleared: true } }
    default:
      return refused(404, 'The simulator has no such control endpoint.')
  }
}

async function queuePlan(plans: PlanQueue, message: IncomingMessage): Promise<Reply> {
  const outcome = await readBody(message, BODY_BYTES_MAX)
  if (outcome.kind !== 'read') return refused(413, 'The plan is too large.')
  try {
    const { plan, times } = parseRequest(plansSchema, outcome.body)
    plans.planNext(parsePlan(plan), times)
    return { status: 200, value: { queued: times } }
  } catch (thrown) {
    if (thrown instanceof WireError) return { status: thrown.status, value: { error: thrown.fields } }
    throw thrown
  }
}

function refused(status: number, message: string): Reply {
  return { status, value: { error: { message, type: 'invalid_request_error', param: null, code: null } } }
}

function toWire({ body, ...rest }: RecordedRequest): object {
  return { ...rest, bodyBase64: body.toString('base64') }
}
