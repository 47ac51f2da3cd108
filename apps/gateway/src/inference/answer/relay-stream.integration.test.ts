import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'

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
