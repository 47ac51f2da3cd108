import { addAliases, addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect, test } from 'vitest'
import { openMcpClient } from './testing/mcp-client.ts'
import { startTestGateway } from './testing/start-test-gateway.ts'

test('an installation with another prefix uses it in aliases, headers and tool metadata, and svc nowhere', async () => {
  await using gateway = await startTestGateway({ environment: { SERVICE_PREFIX: 'acme' } })
  const { database, sim } = gateway
  await addAliases(database, sim.baseUrl, { prefix: 'acme' })
  const { raw } = await addKey(database, {
    companyId: await addCompany(database, 1_000_000_000n),
    modelAllowlist: ['acme/chat-default', 'acme/extract-default'],
  })
  const body = { model: 'acme/chat-default', messages: [{ role: 'user', content: 'Hello' }] }
  const send = (headers: Record<string, string>) =>
    gateway.post('/chat/completions', body, { ...gateway.headers(raw), ...headers })
  const isLoaded = async () => (await send({ 'x-acme-dry-run': 'true' })).status === 200
  await waitUntil(isLoaded, { withinMs: 30_000, what: 'the gateway has picked up the new aliases' })
  const [first, replay, dry] = [
    await send({ 'idempotency-key': 'one' }),
    await send({ 'idempotency-key': 'one' }),
    await send({ 'x-acme-dry-run': 'true' }),
  ]
  expect(Number(first.headers.get('x-acme-credits-charged'))).toBeGreaterThan(0)
  expect(first.headers.has('x-acme-credits-balance')).toBe(true)
  expect(replay.headers.get('x-acme-idempotent-replay')).toBe('true')
  expect(await dry.json()).toMatchObject({ object: 'dry_run', model: 'acme/chat-default' })
  const models = await (await gateway.get('/models', gateway.headers(raw))).json()
  expect(models).toMatchObject({ data: [{ owned_by: 'acme' }, { owned_by: 'acme' }] })
  await using client = await openMcpClient(gateway, '2025', raw)
  const { _meta } = await client.callTool({ name: 'chat', arguments: body })
  expect(Object.keys(_meta ?? {})).toEqual(
    expect.arrayContaining(['acme/request-id', 'acme/credits-charged']),
  )
  const dryParse = { ...gateway.headers(raw), 'x-acme-dry-run': 'true' }
  const parse = await gateway.post('/parse/cv', { text: 'Ada Lovelace, analyst and programmer' }, dryParse)
  expect(await parse.json()).toMatchObject({ model: 'acme/extract-default' })
  const document = await (await gateway.get('/openapi.json')).text()
  for (const text of [JSON.stringify(models), JSON.stringify(_meta), document])
    expect(text).not.toMatch(/svc[/-]/)
})
