import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readError } from '../../testing/read-error.ts'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const body = { model: 'svc/chat-default', messages: [{ role: 'user', content: 'Hello' }] }

const refused = {
  status: 401,
  type: 'authentication_error',
  code: null,
  param: null,
  shouldRetry: 'false',
}

test('every kind of invalid key gets the same answer, byte for byte', async () => {
  const [expired, revoked] = [
    await gateway.addKey({ expiresAt: new Date(Date.now() + 600) }),
    await gateway.addKey(),
  ]
  await gateway.resources.postgres.query('update api_keys set revoked_at = now() where id = $1', [
    revoked.key.id,
  ])
  const isOver = () => Date.now() > (expired.key.expiresAt?.getTime() ?? 0)
  await waitUntil(isOver, { withinMs: 30_000, what: 'the key has expired' })
  const live = gateway.key.raw
  const authorizations = [
    '',
    'Bearer',
    live,
    `Basic ${live}`,
    `Bearer ${live}x`,
    `Bearer ${live.slice(0, -1)}${live.endsWith('a') ? 'b' : 'a'}`,
    `Bearer ${expired.raw}`,
    `Bearer ${revoked.raw}`,
  ]
  const texts = new Set<string>()
  for (const authorization of authorizations) {
    const response = await gateway.post('/chat/completions', body, { authorization })
    expect(await readError(response.clone())).toMatchObject(refused)
    texts.add(`${await response.text()} ${[...response.headers.keys()].join(' ')}`)
  }
  expect(texts.size).toBe(1)
  expect(gateway.sim.requests).toHaveLength(0)
})

test('the key is checked before the body', async () => {
  const response = await gateway.post('/chat/completions', 'no JSON', { authorization: '' })
  expect(await readError(response)).toMatchObject(refused)
})
