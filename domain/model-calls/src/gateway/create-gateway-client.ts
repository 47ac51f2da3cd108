// Calls models through our own gateway, with an API key of the platform's own company, so these calls are limited,
// metered and receipted like any other. The client never retries; callers retry with the same idempotency key.
import { createHash } from 'node:crypto'
import type { ServiceNames } from '@gatehouse/models/service-names'
import type { Clock } from '@gatehouse/runtime/clock'
import { createDeadline } from '@gatehouse/runtime/deadline'
import { Fault } from '@gatehouse/runtime/fault'
import type { Secret } from '@gatehouse/runtime/secret'
import { activeTraceparent } from '@gatehouse/telemetry/spans'
import { type Dispatcher, Pool } from 'undici'
import {
  type CvParser,
  type JdParser,
  type ModelClient,
  type ModelQuestion,
  type ParseOrder,
  askTimeLimitMs,
  parseTimeLimitMs,
} from '../model-client.ts'
import { callFault } from './model-call-faults.ts'
import { readJson } from '../read-json.ts'
import { type GatewayReply, readAnswer, readRefusal } from './read-answer.ts'

export type GatewayClientOptions = {
  clock: Clock
  /** Base URL including the version, such as http://127.0.0.1:8080/llm/v1 */
  gatewayUrl: string
  serviceKey: Secret
  names: ServiceNames
}

export type GatewayClient = ModelClient & CvParser & JdParser & { close(): Promise<void> }

const connectTimeoutMs = 2_000
const connectionsMax = 64

export function createGatewayClient({
  clock,
  gatewayUrl,
  serviceKey,
  names,
}: GatewayClientOptions): GatewayClient {
  const { origin, pathname } = new URL(gatewayUrl)
  const basePath = pathname.replace(/\/$/, '')
  const pool = new Pool(origin, {
    connect: { timeout: connectTimeoutMs },
    connections: connectionsMax,
    pipelining: 1,
  })

  async function post(path: string, body: string, order: PostedOrder): Promise<GatewayReply> {
    const { timeLimitMs, signal } = order
    const traceparent = activeTraceparent()
    using deadline = createDeadline(clock, timeLimitMs, signal)
    const request: Dispatcher.RequestOptions = {
      path: `${basePath}${path}`,
      method: 'POST',
      body,
      // Only the deadline ends a request, not the timeouts of the HTTP client.
      headersTimeout: 0,
      bodyTimeout: 0,
      signal: deadline.signal,
      headers: {
        authorization: `Bearer ${serviceKey.reveal()}`,
        'content-type': 'application/json',
        'idempotency-key': composeKey(order.idempotencyKey, body),
        [names.header('concerned-company')]: order.companyId,
        ...(traceparent !== undefined && { traceparent }),
      },
    }
    // Awaited here, because the deadline is disposed when this function returns.
    return await send(pool, request).catch((thrown: unknown) => {
      if (signal?.aborted) throw signal.reason
      throw callFault(deadline.signal.aborted || isTimeout(thrown) ? 'timed_out' : 'unreachable', {
        cause: thrown,
      })
    })
  }

  async function parse(path: string, order: ParseOrder): Promise<unknown> {
    const body = JSON.stringify({ text: order.text, model: order.alias })
    const reply = await post(path, body, { ...order, timeLimitMs: parseTimeLimitMs })
    if (reply.status !== 200) throw readRefusal(reply, String(reply.headers['x-request-id'] ?? ''))
    return readJson(reply.body)
  }

  return {
    async ask(question) {
      const order = { timeLimitMs: askTimeLimitMs, ...question }
      const answer = readAnswer(await post('/chat/completions', composeBody(question), order))
      if (answer instanceof Fault) throw answer
      return answer
    },
    parseCv: (order) => parse('/parse/cv', order),
    parseJd: (order) => parse('/parse/jd', order),
    close: () => pool.destroy(),
  }
}

type PostedOrder = Pick<ModelQuestion, 'companyId' | 'idempotencyKey'> & {
  timeLimitMs: number
  signal?: AbortSignal
}

async function send(pool: Pool, request: Dispatcher.RequestOptions): Promise<GatewayReply> {
  const { statusCode: status, headers, body } = await pool.request(request)
  return { status, headers, body: await body.text() }
}

function composeBody({ alias, messages, form, outputTokensMax }: ModelQuestion): string {
  return JSON.stringify({
    model: alias,
    messages,
    temperature: 0,
    max_tokens: outputTokensMax,
    ...(form && {
      response_format: { type: 'json_schema', json_schema: { ...form, strict: true } },
    }),
  })
}

/** Includes a hash of the body: after a release that changes the prompt, the old key must not cause a conflict. */
function composeKey(idempotencyKey: string, body: string): string {
  return `${idempotencyKey}:${createHash('sha256').update(body).digest('hex').slice(0, 32)}`
}

function isTimeout(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && /TIMEOUT/.test(String(thrown.code))
}
