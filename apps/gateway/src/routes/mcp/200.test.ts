import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addJobs } from '../../testing/add-jobs.ts'
import { cvReply, cvText } from '../../testing/parse-documents.ts'
import { eras, openMcpClient } from '../../testing/open-mcp-client.ts'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'

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

  test('what is refused is lastReported in the result, with the code a REST caller would get', async () => {
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
    const heard: number[] = []
    const result = await client.callTool(
      { name: 'parse_cv', arguments: { text: cvText } },
      { onprogress: ({ progress }) => void heard.push(progress) },
    )
    expect(result.structuredContent).toMatchObject({
      object: 'cv.parse',
      data: { person: { full_name: 'Ana Pop' } },
    })
    expect(heard).toEqual([0, 1])
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
    const heard: unknown[] = []
    await client.callTool(
      { name: 'chat', arguments: hello },
      { onprogress: (progress) => void heard.push(progress) },
    )
    expect(heard).toEqual([{ progress: 0, total: 1, message: 'The call has started.' }])
  })
})

test.each([
  ['2026-07-28', 'FAILED', 'client_gone'],
  ['2025', 'SUCCEEDED', null],
] as const)('in revision %s, the call of a client that disconnects has %s', async (era, status, reason) => {
  const { raw, key } = await gateway.addKey()
  await using client = await openMcpClient(gateway, era, raw)
  const asked = gateway.sim.requests.length
  gateway.sim.planNext({ shape: { headersDelayMs: 1_000 } })
  const controller = new AbortController()
  const call = client.callTool({ name: 'chat', arguments: hello }, { signal: controller.signal })
  await waitUntil(() => gateway.sim.requests.length > asked, {
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

test('answers to concurrent requests with the same id are not mixed up', async () => {
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
  const texts = await Promise.all(
    keys.map(async ({ raw }) =>
      (await gateway.post('/mcp', message, { ...gateway.headers(raw), ...accept })).text(),
    ),
  )
  for (const [index, text] of texts.entries()) {
    expect(text.includes('svc/chat-cheap')).toBe(index % 2 === 1)
    expect(text.includes('svc/chat-premium')).toBe(index % 2 === 0)
  }
})
