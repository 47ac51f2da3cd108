// Every message gets an answer of JSON-RPC or a documented HTTP error. An input is `<protocol version>\n<message>`.
import { EventEmitter } from 'node:events'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { createByteBudget } from '@gatehouse/gateway/call/byte-budget'
import { createMcpServer, type McpServerDeps } from '@gatehouse/gateway/entry/mcp/mcp-server'
import { toTool } from '@gatehouse/gateway/entry/mcp/tools'
import { defineOperation } from '@gatehouse/gateway/entry/operations/operation'
import { createErrorEnvelope } from '@gatehouse/gateway/error-envelope'
import type { HttpReply, HttpRequest } from '@gatehouse/http/define-route'
import { createServiceNames } from '@gatehouse/models/service-names'
import { Fault, toFault } from '@gatehouse/runtime/fault'
import { z } from 'zod'
import { suiteTools } from '../../mcp/suite-tools.ts'
import { type Check, type Surface, promise } from '../engine/surface.ts'

/** Those that the route declares. */
const statuses = new Set([200, 202, 400, 401, 403, 404, 406, 413, 415, 429, 503])
const names = createServiceNames('gatehouse')
const translateFault = createErrorEnvelope(undefined)
const key = { id: 'key', companyId: 'company', scopes: ['inference:chat'], isCompanySuspended: false }

export type Answer = { status: number; body: string; isStream: boolean }
export type Serve = (version: string, body: Buffer) => Promise<Answer>

export function checkMcp(serve: Serve): Check {
  return async (input) => {
    const end = input.indexOf(0x0a)
    const body = input.subarray(end + 1)
    const {
      status,
      body: answer,
      isStream,
    } = await serve(input.toString('latin1', 0, Math.max(0, end)), body)
    promise(statuses.has(status), `the status ${status} is documented`)
    if (status === 202) return promise(answer === '', 'an accepted notification has no answer')
    const asked = readId(body)
    const messages = isStream ? readEvents(answer) : [parse(answer)]
    for (const message of messages) checkMessage(message, status)
    const answers = messages.filter(
      (message) => 'result' in message || message['jsonrpc'] === undefined || 'error' in message,
    )
    promise(answers.length === 1, 'a message has one answer')
    const [only] = answers
    if (status === 200 && asked !== undefined)
      promise(only?.['id'] === asked, 'the answer has the id of the request')
  }
}

function checkMessage(message: Record<string, unknown>, status: number): void {
  const error = message['error'] as Record<string, unknown> | undefined
  // The gateway's own refusals, such as of a body that is not JSON, have the error envelope of its other routes.
  if (message['jsonrpc'] === undefined) {
    promise(status >= 400 && typeof error?.['message'] === 'string', 'a refusal has the error envelope')
    return
  }
  promise(message['jsonrpc'] === '2.0', 'an answer is of JSON-RPC 2.0')
  if (error === undefined)
    return promise('result' in message || 'method' in message, 'an answer has a result or an error')
  promise(
    Number.isInteger(error['code']) && typeof error['message'] === 'string',
    'an error has a code and a message',
  )
  // The SDK reports parameters that do not match its own schemas with this code, and lists the mismatches.
  const isInternal = error['code'] === -32_603 && !String(error['message']).startsWith('[\n  {\n')
  promise(!isInternal, 'no message causes an internal error')
}

/** Id of the message if it is a request. */
function readId(body: Buffer): string | number | undefined {
  try {
    const message = JSON.parse(body.toString()) as Record<string, unknown> | null
    const id = message?.['id']
    const isRequest = typeof message?.['method'] === 'string' && message['jsonrpc'] === '2.0'
    return isRequest && (typeof id === 'string' || typeof id === 'number') ? id : undefined
  } catch {
    return undefined
  }
}

function parse(answer: string): Record<string, unknown> {
  return JSON.parse(answer) as Record<string, unknown>
}

function readEvents(stream: string): Record<string, unknown>[] {
  return [...stream.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => parse(data))
}

/** The server of the product; its caller is known, and its tools need no other service. */
export function createServe(): Serve {
  const operation = defineOperation({
    name: 'chat',
    title: 'Echo',
    description: 'Returns its input.',
    rest: { method: 'POST', path: '/echo' },
    scope: 'inference:chat',
    isBillable: true,
    capabilities: [],
    input: z.strictObject({ text: z.string().max(20), times: z.number().int().optional() }),
    output: z.object({ text: z.string() }),
    run: async ({ text: said }) => ({ body: { text: said } }),
  })
  const deps = {
    tools: [
      ...suiteTools.filter(({ description }) => description.name !== 'test_error_handling'),
      toTool({ names }, operation),
    ],
    allowedOrigins: [],
    names,
    translateFault,
    recordRefusal: () => undefined,
    clock: { wallMs: Date.now, monotonicMs: () => performance.now() },
    keys: { authenticate: async () => key, findEnded: () => undefined },
    limits: {},
    refusals: { arrive: () => ({ waitToRefuse: async () => undefined }) },
    bytes: createByteBudget(1_000_000_000),
  }
  const server = createMcpServer(deps as unknown as McpServerDeps)
  return (version, body) => exchange((request, reply) => server.serve(request, reply), version, body)
}

async function exchange(
  serve: (request: HttpRequest, reply: HttpReply) => Promise<unknown>,
  version: string,
  body: Buffer,
): Promise<Answer> {
  const raw = Object.assign(new EventEmitter(), { destroyed: false, writableFinished: true })
  const answer: { status: number; payload: unknown } = { status: 200, payload: '' }
  const reply = {
    raw,
    code: (status: number) => ((answer.status = status), reply),
    headers: () => reply,
    send: (payload: unknown) => ((answer.payload = payload), reply),
  }
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(/^[\w.-]+$/.test(version) && { 'mcp-protocol-version': version }),
  }
  const message = Object.assign(Readable.from(body.length > 0 ? [body] : [], { objectMode: false }), {
    headers,
    complete: true,
  })
  const context = { addLogFields: () => undefined, logger: { error: throwIt, warn: () => undefined } }
  try {
    await serve(
      { id: 'request', url: '/llm/v1/mcp', headers, raw: message, context } as unknown as HttpRequest,
      reply as unknown as HttpReply,
    )
    const { status, payload } = answer
    const isStream = payload instanceof Readable
    return {
      status,
      isStream,
      body: isStream ? await text(payload) : typeof payload === 'string' ? payload : '',
    }
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown
    const refused = translateFault(toFault(thrown), 'request')
    return { status: refused.status, body: refused.body, isStream: false }
  } finally {
    raw.emit('close')
  }
}

function throwIt(message: string, fields?: { error?: unknown }): never {
  throw new Error(message, { cause: fields?.error })
}

export const surface: Surface = {
  name: 'mcp-messages',
  inputBytesMax: 700,
  dictionary: [
    '"jsonrpc":"2.0"',
    '"id":1',
    '"method":"tools/call"',
    '"method":"tools/list"',
    '"method":"ping"',
    '"method":"initialize"',
    '"params":{',
    '"_meta":{"progressToken":1}',
    '"arguments":{',
    '"name":"chat"',
    '2025-11-25',
    '2025-06-18',
    '2026-07-28',
    '"cursor":"',
    '"result":{}',
    '"error":{"code":1,"message":"m"}',
    'notifications/cancelled',
    '"requestId":1',
    'null',
    '[',
    '"__proto__":{}',
    'server/discover',
  ],
  open: () => checkMcp(createServe()),
}
