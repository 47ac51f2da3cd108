import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestGateway, startTestGateway } from '../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

async function readFrames(): Promise<string[]> {
  const response = await gateway.post('/chat/completions', {
    model: 'svc/chat-default',
    stream: true,
    messages: [{ role: 'user', content: 'Hello' }],
  })
  return (await response.text()).trimEnd().split('\n\n')
}

// The simulator sends at full speed, so that the bad frame arrives in one chunk with the good ones.
test.each(['error_mid_stream', 'garbage_frame'] as const)(
  'with %s the client gets everything that preceded it, then one error frame, and the gateway keeps running',
  async (kind) => {
    for (const after of [1, 3, 6]) {
      gateway.sim.planNext({ outputTokens: 6, fault: { kind, after } })
      const frames = await readFrames()
      expect(frames).toHaveLength(after + 1)
      expect(frames.slice(0, -1).every((frame) => frame.includes('"choices":['))).toBe(true)
      expect(frames.at(-1)).toContain('data: {"error":{"message":')
    }
    gateway.sim.planNext({ outputTokens: 6 })
    expect((await readFrames()).at(-1)).toBe('data: [DONE]')
  },
)

test('the frame that ends the answer leaves only when the charge is durable', async () => {
  const { postgres } = gateway.resources
  const isCharging = async () => {
    const { rows } = await postgres.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return (rows[0]?.waiting ?? 0) > 0
  }
  let text = ''
  let reading: Promise<void> | undefined
  // While the account is locked, no charge can commit.
  await gateway.database.transaction().execute(async (tx) => {
    await tx
      .selectFrom('credit_accounts')
      .select('owner_id')
      .where('owner_id', '=', gateway.companyId)
      .forUpdate()
      .execute()
    gateway.sim.planNext({ outputTokens: 3 })
    const response = await gateway.post('/chat/completions', {
      model: 'svc/chat-default',
      stream: true,
      messages: [{ role: 'user', content: 'Hello' }],
    })
    reading = (async () => {
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk
    })()
    await waitUntil(isCharging, { withinMs: 30_000, what: 'the charge waits for the account' })
    // A request that is answered later: by then, what was sent before the charge has arrived.
    await (await gateway.get('/models')).text()
    expect(text).toContain('"content"')
    expect(text).not.toContain('"finish_reason":"stop"')
    expect(text).not.toContain('[DONE]')
  })
  await reading
  expect(text).toContain('"finish_reason":"stop"')
  expect(text.trimEnd().endsWith('data: [DONE]')).toBe(true)
})
