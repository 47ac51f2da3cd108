// Requests for every route of the gateway, with every kind of body and answer at its size limit. A test compares them with
// the folders of the routes, so that a new route cannot be left out.
import { randomUUID } from 'node:crypto'
import { composeDocx, paragraph } from '@gatehouse/testkit/documents/compose-docx'
import { composePdf, textAt } from '@gatehouse/testkit/documents/compose-pdf'
import {
  type SizeLimits,
  chatAnswer,
  chatBody,
  embeddingsAnswer,
  inputBody,
  longString,
  manyOf,
  oneLongMessage,
  promptBody,
  shortMessages,
  streamAnswer,
  textAnswer,
  withoutLength,
} from './large-bodies.ts'
import type { ProviderAnswer } from './limit-provider.ts'

export type LoopCase = {
  /** Folder of its route; undefined for what the foundation serves. */
  route: string | undefined
  name: string
  path: string
  headers?: Readonly<Record<string, string>>
  /** A request with a body is a POST. */
  body?: () => Buffer
  /** Without an answer the simulator responds. */
  answer?: () => ProviderAnswer
  expected: number
}

export function composeCases(limits: SizeLimits): LoopCase[] {
  return [
    ...readCases(),
    ...chatCases(limits),
    ...completionsCases(limits),
    ...embeddingsCases(limits),
    ...toolCases(limits),
    ...parseCases(limits),
  ]
}

function readCases(): LoopCase[] {
  const read = (path: string, route?: string, expected = 200): LoopCase => ({
    route,
    name: path.replace(/[0-9a-f-]{36}/, 'ID'),
    path,
    expected,
  })
  return [
    ...['/health', '/healthz', '/ready', '/metrics'].map((path) => read(path)),
    read('/llm/v1/models', 'models'),
    read('/llm/v1/models/svc/chat-default', 'model'),
    read('/llm/v1/usage', 'usage'),
    read(`/llm/v1/usage/calls/${randomUUID()}`, 'usage-call', 404),
    read('/llm/v1/jobs', 'jobs'),
    read('/llm/v1/openapi.json', 'public-document'),
    read('/llm/v1/docs', 'public-document'),
  ]
}

function chatCases({ body, answer, smallAnswer, frame }: SizeLimits): LoopCase[] {
  const chat = (name: string, own: Partial<LoopCase>): LoopCase => ({
    route: 'chat-completions',
    name: `chat, ${name}`,
    path: '/llm/v1/chat/completions',
    body: () => chatBody(2_000, { messages: oneLongMessage }),
    answer: () => chatAnswer(2_000, longString),
    expected: 200,
    ...own,
  })
  const stream = () => chatBody(2_000, { messages: oneLongMessage, stream: true })
  const entries = manyOf('{"token":"x","logprob":-0.1,"bytes":[120]}')
  const stored = { 'idempotency-key': randomUUID() }
  return [
    chat('body with one long message', { body: () => chatBody(body, { messages: oneLongMessage }) }),
    chat('body with an Idempotency-Key', {
      headers: { 'idempotency-key': randomUUID() },
      body: () => chatBody(body, { messages: oneLongMessage }),
    }),
    chat('body with short messages', { body: () => chatBody(body, { messages: shortMessages }) }),
    chat('body of blanks', { body: () => Buffer.alloc(body, 0x20), expected: 400 }),
    chat('body that is not JSON', { body: () => Buffer.alloc(body, 0x5b), expected: 400 }),
    chat('long answer', { answer: () => chatAnswer(answer, longString) }),
    chat('long answer without a length', { answer: () => withoutLength(chatAnswer(answer, longString)) }),
    chat('answer of small values', { answer: () => chatAnswer(answer, entries, 'annotations') }),
    chat('long answer in the main thread', { answer: () => chatAnswer(smallAnswer, longString) }),
    chat('answer of small values in the main thread', {
      answer: () => chatAnswer(smallAnswer, entries, 'annotations'),
    }),
    chat('stored answer', { headers: stored, answer: () => chatAnswer(4 * smallAnswer, longString) }),
    chat('stored answer, repeated', { headers: stored }),
    chat('largest frames', { body: stream, answer: () => streamAnswer(answer, frame) }),
    chat('largest frames of small values', {
      body: stream,
      answer: () => streamAnswer(answer, frame, manyOf('0')),
    }),
    chat('small frames', { body: stream, answer: () => streamAnswer(answer / 4, 1) }),
  ]
}

function completionsCases({ body, answer, smallAnswer }: SizeLimits): LoopCase[] {
  const complete = (name: string, own: Partial<LoopCase>): LoopCase => ({
    route: 'completions',
    name: `completions, ${name}`,
    path: '/llm/v1/completions',
    body: () => promptBody(2_000, longString),
    answer: () => textAnswer(2_000),
    expected: 200,
    ...own,
  })
  return [
    complete('body with one prompt', { body: () => promptBody(body, longString) }),
    complete('long answer', { answer: () => textAnswer(answer) }),
    complete('long answer in the main thread', { answer: () => textAnswer(smallAnswer) }),
  ]
}

function embeddingsCases({ body, answer, smallAnswer }: SizeLimits): LoopCase[] {
  const embed = (name: string, own: Partial<LoopCase>): LoopCase => ({
    route: 'embeddings',
    name: `embeddings, ${name}`,
    path: '/llm/v1/embeddings',
    body: () => inputBody(2_000, longString),
    answer: () => embeddingsAnswer(20_000),
    expected: 200,
    ...own,
  })
  const encoded = () => inputBody(2_000, longString, 'base64')
  return [
    embed('body with one input', { body: () => inputBody(body, longString) }),
    embed('body with short inputs', { body: () => inputBody(body, manyOf('"a short input"')) }),
    embed('body with tokens', { body: () => inputBody(body, manyOf('1234')) }),
    embed('answer', { answer: () => embeddingsAnswer(answer) }),
    embed('answer as base64', { body: encoded, answer: () => embeddingsAnswer(answer) }),
    embed('answer in the main thread', { answer: () => embeddingsAnswer(smallAnswer) }),
    embed('answer as base64 in the main thread', {
      body: encoded,
      answer: () => embeddingsAnswer(smallAnswer),
    }),
  ]
}

function toolCases({ tool, answer }: SizeLimits): LoopCase[] {
  const call = (name: string, params: object, own: Partial<LoopCase> = {}): LoopCase => ({
    route: 'mcp',
    name: `mcp, ${name}`,
    path: '/llm/v1/mcp',
    headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
    body: () => Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })),
    expected: 200,
    ...own,
  })
  const chat = (content: string, count = 1) => ({
    name: 'chat',
    arguments: {
      model: 'svc/chat-default',
      messages: Array.from({ length: count }, () => ({ role: 'user', content })),
    },
  })
  const shortCount = Math.floor((tool - 1_024) / 45)
  return [
    call('list of models', { name: 'list_models', arguments: {} }),
    call('long message', chat('x'.repeat(tool - 1_024)), { answer: () => chatAnswer(2_000, longString) }),
    call('short messages', chat('a short message', shortCount), {
      answer: () => chatAnswer(2_000, longString),
    }),
    call('long answer', chat('Hello'), { answer: () => chatAnswer(answer, longString) }),
  ]
}

function parseCases({ document }: SizeLimits): LoopCase[] {
  // At the limit of what is read, and, in bytes, of what is accepted.
  const lines = (characters: number) =>
    'Cook, Hotel Adlon, 2019 - 2023. Menus for 200 guests.\n'.repeat(Math.floor(characters / 54))
  // A document that was parsed before is answered from the cache.
  const text = () => `Jane Doe\n${randomUUID()}@example.com\n\nExperience\n${lines(199_000)}`
  const repeated = text()
  const pages = () => Array.from({ length: 50 }, () => textAt([72, 700], `Jane Doe, cook, ${randomUUID()}`))
  const largest = () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(document - 9)])
  const documents: [string, string, () => Buffer, number][] = [
    ['longest text', 'text/plain', () => Buffer.from(text()), 200],
    ['longest text, repeated', 'text/plain', () => Buffer.from(repeated), 200],
    ['longest text as JSON', 'application/json', () => Buffer.from(JSON.stringify({ text: text() })), 200],
    ['text of the largest size', 'text/plain', () => Buffer.alloc(document, 0x61), 413],
    [
      'JSON of the largest size',
      'application/json',
      () => Buffer.from(`{"text":${longString(document)}}`),
      413,
    ],
    ['PDF of 50 pages', 'application/pdf', () => composePdf({ pages: pages() }), 200],
    ['PDF of the largest size', 'application/pdf', largest, 422],
    [
      'DOCX of 199,000 characters',
      'application/octet-stream',
      () =>
        composeDocx({
          body: text()
            .split('\n')
            .map((line) => paragraph(line))
            .join(''),
        }),
      200,
    ],
    [
      'form of the largest size',
      'multipart/form-data; boundary=part',
      () => asForm(Buffer.alloc(document - 1_024, 0x61)),
      413,
    ],
  ]
  return (['cv', 'jd'] as const).flatMap((kind) =>
    documents.map(([name, contentType, body, expected]) => ({
      route: 'parse',
      name: `parse ${kind}, ${name}`,
      path: `/llm/v1/parse/${kind}`,
      headers: { 'content-type': contentType },
      body,
      expected,
    })),
  )
}

function asForm(file: Buffer): Buffer {
  const head = '--part\r\ncontent-disposition: form-data; name="file"; filename="cv.txt"\r\n\r\n'
  return Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--part--\r\n')])
}
