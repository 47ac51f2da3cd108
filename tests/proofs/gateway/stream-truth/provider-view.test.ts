import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { expect, test } from 'vitest'
import { createProviderView } from './provider-view.ts'
import type { Run } from './run.ts'

test.each([{}, { crlf: true }, { multiLineData: true }, { multiLineData: true, crlf: true }])(
  'in the expected answer of a stream of shape %j the alias is the only model, and no field identifies the provider',
  async (shape) => {
    await using sim = await startProviderSim()
    const run: Run = {
      name: 'one',
      cause: 'provider',
      isStream: true,
      choices: 1,
      plan: { outputTokens: 2, shape },
    }
    const messages = [{ role: 'user', content: 'Hello' }]
    const body = Buffer.from(JSON.stringify({ model: 'sim-chat', stream: true, messages }))
    const attempt = { body } as Parameters<ReturnType<typeof createProviderView>['wholeAnswerOf']>[1]
    const { frames } = await createProviderView(sim).wholeAnswerOf(run, attempt)
    expect(frames.length).toBeGreaterThan(3)
    for (const frame of frames) {
      const lines = frame.toString('utf8').trimEnd().split(/\r?\n/)
      const chunk = JSON.parse(lines.map((line) => line.slice('data: '.length)).join('')) as object
      expect(Object.keys(chunk)).not.toContain('system_fingerprint')
      expect(chunk).toMatchObject({ model: 'svc/one' })
    }
  },
)
