// The route table of the model API.
import { createHash } from 'node:crypto'
import type { FaultPlan } from '../plan/fault-plan.ts'
import { chatAnswer } from '../wire/chat-answer.ts'
import { embeddingsAnswer } from '../wire/embeddings-answer.ts'
import { type AnswerContext, CREATED_AT } from '../wire/generation-answer.ts'
import { textCompletionAnswer } from '../wire/text-completion-answer.ts'
import { type WireAnswer, jsonAnswer } from '../wire/wire-answer.ts'
import { WireError } from '../wire/wire-error.ts'
import type { ReceivedRequest } from './request-log.ts'

type RouteContext = { plan: FaultPlan; models: readonly string[] }

const POST_ROUTES: Record<string, (body: Buffer, context: AnswerContext) => WireAnswer> = {
  '/v1/chat/completions': chatAnswer,
  '/v1/completions': textCompletionAnswer,
  '/v1/embeddings': embeddingsAnswer,
}

const MODEL_PATH = '/v1/models/'

export function answerRoute(request: ReceivedRequest, { plan, models }: RouteContext): WireAnswer {
  const { method, path, body } = request
  const post = POST_ROUTES[path]
  if (post) {
    requireMethod(request, 'POST')
    return post(body, { seed: seedOf(body), plan })
  }
  if (path !== '/v1/models' && !path.startsWith(MODEL_PATH)) throw unknownRoute(method, path)
  requireMethod(request, 'GET')
  return path === '/v1/models' ? modelListAnswer(models) : modelAnswer(path.slice(MODEL_PATH.length))
}

function seedOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 24)
}

function requireMethod({ method, path }: ReceivedRequest, allowed: string): void {
  if (method === allowed) return
  const message = `Not allowed: ${method} ${path}. Use ${allowed}.`
  throw new WireError(405, {
    message,
    type: 'invalid_request_error',
    param: null,
    code: 'method_not_supported',
  })
}

function unknownRoute(method: string, path: string): WireError {
  const message = `Invalid URL (${method} ${path})`
  return new WireError(404, { message, type: 'invalid_request_error', param: null, code: 'unknown_url' })
}

function modelListAnswer(ids: readonly string[]): WireAnswer {
  return jsonAnswer({ object: 'list', data: ids.map(modelEntry) })
}

/** Accepts any name: the simulator answers for every model. */
function modelAnswer(id: string): WireAnswer {
  return jsonAnswer(modelEntry(id))
}

function modelEntry(id: string): object {
  return { id, object: 'model', created: CREATED_AT, owned_by: 'gatehouse-provider-sim' }
}
