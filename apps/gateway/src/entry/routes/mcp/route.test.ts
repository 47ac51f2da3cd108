import { startPostgres } from '@gatehouse/testkit/start-postgres'
import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addJobs } from '../../../testing/add-jobs.ts'
import { eras, listTools, openMcpClient, postMcp } from '../../../testing/mcp-client.ts'
import { cvReply, cvText } from '../../../testing/parse-documents.ts'
import { readError } from '../../../testing/read-error.ts'
import { sendUntilLimited } from '../../../testing/send-until-limited.ts'
import { type TestGateway, startTestGateway } from '../../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const hello = { model: 'svc/chat-default', messages: [{ role: 'user', content: 'Hello' }] }

type Result = {
  isError?: boolean
  content: unknown
  structuredContent?: unknown
  _meta?: Record<string, unknown>
}

/** Returns the status and error envelope of a refused tool call, as a REST caller would get them. */
function refusal({ isError, content, _meta }: Result) {
  const [{ text }] = content as [{ text: string }]
  const { error } = JSON.parse(text) as { error: Record<string, unknown> }
  return { isError, status: _meta?.['svc/status'], code: error['code'], type: error['type'] }
}

describe.each(eras)('in revision %s', (era) => {
  const open = (key?: string) => openMcpClient(gateway, era, key)

  test('a key sees the tools of its scopes, with schemas and annotations', async () => {
    await using client = await open()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'chat',
      'list_models',
      'get_usage',
      'parse_cv',
      'parse_jd',
    ])
    const [chat] = tools
    expect(chat).toMatchObject({
      inputSchema: { type: 'object', required: ['model', 'messages'] },
      outputSchema: { type: 'object' },
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    })
    const { raw } = await gateway.addKey({ scopes: ['jobs:read'] })
    await using other = await open(raw)
    expect((await other.listTools()).tools.map(({ name }) => name)).toEqual(['list_jobs'])
  })

  test('chat returns an answer, charges it, and has a receipt, as over REST', async () => {
    await using client = await open()
    await client.listTools()
    const result = await client.callTool({ name: 'chat', arguments: hello })
    expect(result.isError).toBeUndefined()
    expect(result.structuredContent).toMatchObject({
      model: 'svc/chat-default',
      choices: [{ message: { role: 'assistant' } }],
    })
    const charged = result._meta?.['svc/credits-charged']
    expect(charged).toMatch(/^0\.\d{6}$/)
    const receipt = await gateway.get(`/usage/calls/${String(result._meta?.['svc/request-id'])}`)
    expect(await receipt.json()).toMatchObject({
      operation: 'chat',
      status: 'succeeded',
      credits: { charged },
    })
  })

  test('the other tools return the same as their routes', async () => {
    const jobs = await addJobs(gateway, ['Cook'])
    await using client = await open()
    await using reader = await open(jobs.key)
    const models = await client.callTool({ name: 'list_models', arguments: {} })
    expect(models.structuredContent).toEqual(await (await gateway.get('/models')).json())
    const usage = await client.callTool({ name: 'get_usage', arguments: { group_by: 'model' } })
    const { data } = (await (await gateway.get('/usage?group_by=model')).json()) as { data: unknown }
    expect(usage.structuredContent).toMatchObject({ object: 'usage', data })
    const listed = await reader.callTool({ name: 'list_jobs', arguments: { limit: 1 } })
    expect(listed.structuredContent).toEqual(await (await gateway.get('/jobs?limit=1', jobs.headers)).json())
  })

  test('a refusal is returned in the result, with the code a REST caller would get', async () => {
    await using client = await open()
    const call = async (name: string, input: Record<string, unknown>) =>
      refusal((await client.callTool({ name, arguments: input })) as Result)
    expect(await call('list_jobs', {})).toEqual({
      isError: true,
      status: 403,
      code: 'LLM_SCOPE_DENIED',
      type: 'permission_error',
    })
    expect(await call('chat', { ...hello, model: 'svc/none' })).toMatchObject({
      status: 404,
      code: 'MODEL_NOT_FOUND',
    })
    expect(await call('chat', { model: hello.model })).toMatchObject({ status: 400, code: 'INVALID_BODY' })
    for (const [name, input] of [
      ['chat', { ...hello, response_format: { type: 'json_object' } }],
      ['parse_cv', { text: 'A CV', language: 'de' }],
    ] as const) {
      expect(await call(name, input)).toMatchObject({ status: 400, code: 'INVALID_PARAMETER' })
    }
    expect(await call('get_usage', { from: 'x' })).toMatchObject({ status: 400, code: 'INVALID_PARAMETER' })
    gateway.sim.planNext({ fault: { kind: 'status', status: 422 } })
    expect(await call('chat', hello)).toMatchObject({ status: 422, type: 'invalid_request_error' })
    const poor = await addKey(gateway.database, { companyId: await addCompany(gateway.database, 0n) })
    await using debtor = await open(poor.raw)
    const broke = (await debtor.callTool({ name: 'chat', arguments: hello })) as Result
    expect(refusal(broke)).toMatchObject({ status: 402, code: 'INSUFFICIENT_CREDITS' })
    expect(broke._meta?.['svc/should-retry']).toBe('false')
  })

  test('a CV is parsed and charged as over REST, and its progress only increases', async () => {
    const { raw } = await gateway.addKey({ companyId: await addCompany(gateway.database, 1_000_000n) })
    await using client = await open(raw)
    await client.listTools()
    gateway.sim.planNext({ content: cvReply })
    const reported: number[] = []
    const result = await client.callTool(
      { name: 'parse_cv', arguments: { text: cvText } },
      { onprogress: ({ progress }) => void reported.push(progress) },
    )
    expect(result.structuredContent).toMatchObject({
      object: 'cv.parse',
      data: { person: { full_name: 'Ana Pop' } },
    })
    expect(reported).toEqual([0, 1])
    const receipt = await gateway.get(
      `/usage/calls/${String(result._meta?.['svc/request-id'])}`,
      gateway.headers(raw),
    )
    expect(await receipt.json()).toMatchObject({
      operation: 'parse_cv',
      status: 'succeeded',
      credits: { charged: result._meta?.['svc/credits-charged'] },
    })
    expect(
      refusal((await client.callTool({ name: 'parse_jd', arguments: { text: ' ' } })) as Result),
    ).toMatchObject({
      status: 422,
      code: 'NO_TEXT',
    })
    expect(
      refusal((await client.callTool({ name: 'parse_jd', arguments: { text: '' } })) as Result),
    ).toMatchObject({ status: 400, code: 'INVALID_BODY' })
  })

  test('an unknown tool is a protocol error', async () => {
    await using client = await open()
    await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toMatchObject({ code: -32_602 })
  })

  test('a client that requests progress is notified when a long call starts', async () => {
    await using client = await open()
    const reported: unknown[] = []
    await client.callTool(
      { name: 'chat', arguments: hello },
      { onprogress: (progress) => void reported.push(progress) },
    )
    expect(reported).toEqual([{ progress: 0, total: 1, message: 'The call has started.' }])
  })
})

test.each([
  ['2026-07-28', 'FAILED', 'client_gone'],
  ['2025', 'SUCCEEDED', null],
] as const)('in revision %s, the call of a client that disconnects has %s', async (era, status, reason) => {
  const { raw, key } = await gateway.addKey()
  await using client = await openMcpClient(gateway, era, raw)
  const before = gateway.sim.requests.length
  gateway.sim.planNext({ shape: { headersDelayMs: 1_000 } })
  const controller = new AbortController()
  const call = client.callTool({ name: 'chat', arguments: hello }, { signal: controller.signal })
  await waitUntil(() => gateway.sim.requests.length > before, {
    withinMs: 30_000,
    what: 'the provider has been called',
  })
  await client.close()
  controller.abort()
  await call.catch(() => undefined)
  const record = () =>
    gateway.database.selectFrom('calls').select(['status', 'reason']).where('key_id', '=', key.id).execute()
  await waitUntil(async () => (await record()).length > 0, {
    withinMs: 30_000,
    what: 'the call is recorded',
  })
  expect(await record()).toEqual([{ status, reason }])
})

test('200: answers to concurrent requests with the same id are not mixed up', async () => {
  const keys = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      gateway.addKey({ modelAllowlist: index % 2 ? ['svc/chat-cheap'] : ['svc/chat-premium'] }),
    ),
  )
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'list_models', arguments: {} },
  }
  const accept = { accept: 'application/json, text/event-stream' }
  const answers = await Promise.all(
    keys.map(({ raw }) => gateway.post('/mcp', message, { ...gateway.headers(raw), ...accept })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  for (const [index, text] of texts.entries()) {
    expect(text.includes('svc/chat-cheap')).toBe(index % 2 === 1)
    expect(text.includes('svc/chat-premium')).toBe(index % 2 === 0)
  }
})

test('202: a notification is accepted without an answer', async () => {
  const answer = await postMcp(gateway, { jsonrpc: '2.0', method: 'notifications/initialized' })
  expect([answer.status, await answer.text()]).toEqual([202, ''])
})

/** The metadata that every request of revision 2026-07-28 contains. */
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
}

test('400: invalid JSON and batches are refused', async () => {
  for (const body of ['{', '7', JSON.stringify([listTools, listTools])]) {
    expect(await readError(await postMcp(gateway, body))).toMatchObject({ status: 400, code: 'INVALID_BODY' })
  }
})

test('400: an unknown revision is refused with a list of the supported ones', async () => {
  const answer = await postMcp(gateway, listTools, { 'mcp-protocol-version': '1999-01-01' })
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('2025-11-25')
})

test('400: headers that contradict the body are refused', async () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } }
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' }
  const answer = await postMcp(gateway, message, headers)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: { code: -32_020 } })
})

test('401: an invalid key is refused before the body is read', async () => {
  const wrong = { authorization: 'Bearer svc_live_unknown' }
  const [tool, rest] = await Promise.all([postMcp(gateway, '{', wrong), gateway.get('/models', wrong)])
  expect([tool.status, rest.status]).toEqual([401, 401])
  expect(await tool.text()).toBe(await rest.text())
  expect((await postMcp(gateway, listTools, { authorization: '' })).status).toBe(401)
})

test('403: pages of other origins are refused, and local ones are not', async () => {
  const list = (origin: string) => postMcp(gateway, listTools, { origin })
  expect(await readError(await list('http://evil.example.com'))).toMatchObject({
    status: 403,
    type: 'permission_error',
    code: null,
  })
  expect((await list('null')).status).toBe(403)
  expect((await list('http://localhost:3000')).status).toBe(200)
})

test('404: in the 2026 revision an unknown method is not found', async () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'resources/list', params: { _meta: meta } }
  const answer = await postMcp(gateway, message, {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'resources/list',
  })
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ error: { code: -32_601 } })
})

test.each([
  {
    status: 406,
    why: 'a client of 2025 that does not accept a stream',
    headers: { accept: 'application/json' },
  },
  { status: 415, why: 'a message without a JSON content type', headers: { 'content-type': 'text/plain' } },
])('$status: $why', async ({ status, headers }) => {
  expect((await postMcp(gateway, listTools, headers)).status).toBe(status)
})

test('413: a message of more than 4 MiB is refused', async () => {
  const error = await readError(await postMcp(gateway, 'x'.repeat(4 * 1024 * 1024 + 1)))
  expect(error).toMatchObject({ status: 413, code: 'REQUEST_TOO_LARGE' })
})

test('429: an address over its limit is refused', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.73' }
  await sendUntilLimited(() => gateway.get('/models', headers))
  const error = await readError(await postMcp(gateway, listTools, headers))
  expect(error).toMatchObject({ status: 429, type: 'rate_limit_error', code: null })
})

test('503: without its database the gateway is unavailable', { timeout: 30_000 }, async () => {
  await using gone = await startPostgres({ storage: 'memory' })
  await gone.stop()
  await using cut = await startTestGateway({ environment: { DATABASE_URL: gone.url } })
  expect(await readError(await postMcp(cut, listTools))).toMatchObject({
    status: 503,
    type: 'api_error',
    code: 'LLM_GATEWAY_UNAVAILABLE',
  })
})
