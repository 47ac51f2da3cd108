import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { apiVersion } from '../account/emit-event.ts'
import type { SimAccount } from '../account/sim-account.ts'
import { checkoutRoutes } from '../api/checkout-routes.ts'
import { customerRoutes } from '../api/customer-routes.ts'
import { eventRoutes } from '../api/event-routes.ts'
import { invoiceRoutes } from '../api/invoice-routes.ts'
import { paymentRoutes } from '../api/payment-routes.ts'
import { priceRoutes } from '../api/price-routes.ts'
import { productRoutes } from '../api/product-routes.ts'
import { subscriptionRoutes } from '../api/subscription-routes.ts'
import type { ApiRoute } from '../wire/api-route.ts'
import { expandReferences } from '../wire/expand-references.ts'
import { parseForm, readParams } from '../wire/form-params.ts'
import { invalid, noKey, rateLimited, Refusal, serverError, wrongKey } from '../wire/refusal.ts'
import type { ApiFaultBook, ApiRequestFacts } from './api-fault.ts'
import type { IdempotencyKeys, StoredAnswer } from './idempotency-keys.ts'

export type ApiServer = {
  account: SimAccount
  apiKeys: readonly string[]
  idempotencyKeys: IdempotencyKeys
  faults: ApiFaultBook
  requests: ApiRequestFacts[]
}

export async function serveApiRequest(
  server: ApiServer,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(message.url ?? '/', 'http://sim')
  const idempotencyKey = message.headers['idempotency-key']
  const facts: ApiRequestFacts = {
    method: message.method ?? 'GET',
    path: url.pathname,
    body: message.method === 'POST' ? await text(message) : url.search.slice(1),
    idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : null,
  }
  server.requests.push(facts)
  const requestId = server.account.ids.create('req')
  const headers: OutgoingHttpHeaders = {
    'request-id': requestId,
    'stripe-version': apiVersion,
    ...(facts.idempotencyKey === null ? {} : { 'idempotency-key': facts.idempotencyKey }),
  }
  const send = ({ status, body }: StoredAnswer, more: OutgoingHttpHeaders = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers, ...more })
    response.end(JSON.stringify(body))
  }
  const fault = server.faults.take(facts)
  try {
    requireKey(server, message.headers.authorization)
    if (fault?.kind === 'reset_before') {
      message.socket.resetAndDestroy()
      return
    }
    if (fault?.kind === 'rate_limit') throw rateLimited()
    if (fault?.kind === 'refuse') throw invalid(fault.message)
    if (fault?.kind === 'wrong_key') throw wrongKey('sk_test_planned_refusal')
    const { answer, isReplayed } = await answerOnce(server, facts, {
      requestId,
      isBroken: fault?.kind === 'server_error',
      until: fault?.kind === 'hold' ? fault.until : undefined,
    })
    if (fault?.kind === 'reset_after') message.socket.resetAndDestroy()
    else send(answer, isReplayed ? { 'idempotent-replayed': 'true' } : {})
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    send({ status: error.status, body: error.body }, error.headers)
  }
}

type Circumstances = { requestId: string; isBroken: boolean; until: Promise<void> | undefined }

async function answerOnce(
  server: ApiServer,
  facts: ApiRequestFacts,
  circumstances: Circumstances,
): Promise<{ answer: StoredAnswer; isReplayed: boolean }> {
  const key = facts.method === 'POST' ? facts.idempotencyKey : null
  if (key === null) {
    const answer = answerRequest(server, facts, circumstances)
    await circumstances.until
    return { answer, isReplayed: false }
  }
  const fingerprint = `${facts.path} ${facts.body}`
  const stored = server.idempotencyKeys.open(key, fingerprint, server.account.agenda.nowSeconds())
  if (stored) return { answer: stored, isReplayed: true }
  const answer = answerRequest(server, facts, circumstances)
  await circumstances.until
  server.idempotencyKeys.close(key, answer)
  return { answer, isReplayed: false }
}

/** Synchronous, so that requests never see each other's work half done. */
function answerRequest(
  { account }: ApiServer,
  facts: ApiRequestFacts,
  { requestId, isBroken }: Circumstances,
): StoredAnswer {
  account.request = { id: requestId, idempotencyKey: facts.idempotencyKey }
  try {
    if (isBroken) throw serverError()
    const { route, id } = findRoute(facts)
    const params = readParams(parseForm(facts.body))
    params.allow(['expand', ...route.params])
    const body = route.answer({ account, params, id })
    return { status: 200, body: expandReferences(account, body, params.list('expand')) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.status, body: error.body }
  } finally {
    account.request = { id: null, idempotencyKey: null }
  }
}

function findRoute({ method, path }: ApiRequestFacts): { route: ApiRoute; id: string } {
  for (const route of apiRoutes) {
    const pattern = new RegExp(`^${route.path.replace(':id', '([^/]+)')}$`)
    const match = route.method === method ? pattern.exec(path) : null
    if (match) return { route, id: decodeURIComponent(match[1] ?? '') }
  }
  throw new Refusal(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  })
}

function requireKey({ apiKeys }: ApiServer, authorization: string | undefined): void {
  const key = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  if (key === undefined) throw noKey()
  if (!apiKeys.includes(key)) throw wrongKey(key)
}

const apiRoutes: readonly ApiRoute[] = [
  ...checkoutRoutes,
  ...customerRoutes,
  ...eventRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...priceRoutes,
  ...productRoutes,
  ...subscriptionRoutes,
]
