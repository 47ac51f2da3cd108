import { createLogger } from '@gatehouse/telemetry/create-logger'
import { afterAll, expect, test } from 'vitest'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createWorkThreads } from '../../threads/create-work-threads.ts'
import { type ReworkOptions, reworkAnswer } from './rework-answer.ts'
import { createRework } from './create-rework.ts'

const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const threads = createWorkThreads({ clock: createSystemClock(), logger })
afterAll(() => threads.close())
const rework = (bytes: Buffer, asked: ReworkOptions) => createRework(threads)(bytes, asked, 'a company')

const options = { alias: 'svc/embed-default', hiddenFields: ['x_acme'], encoding: 'base64' } as const

function embeddings(count: number): Buffer {
  const data = Array.from({ length: count }, (_, index) => ({ index, embedding: [0.5, -1, index] }))
  const usage = { prompt_tokens: 3, total_tokens: 3 }
  return Buffer.from(JSON.stringify({ model: 'theirs', x_acme: 1, data, system_fingerprint: 'fp', usage }))
}

test.each([1, 40_000])('%s embeddings are encoded alike, in a thread or not', async (count) => {
  const expected = reworkAnswer(embeddings(count), options)
  expect(expected?.body.toString()).toContain('"model":"svc/embed-default"')
  const answers = await Promise.all([1, 2, 3].map(() => rework(embeddings(count), options)))
  for (const answer of answers) {
    expect(answer?.body.equals(expected?.body ?? Buffer.alloc(0))).toBe(true)
    expect(answer).toMatchObject({
      model: 'theirs',
      usage: Buffer.from('{"prompt_tokens":3,"total_tokens":3}'),
    })
  }
})

test('reworking a view leaves the bytes around it unchanged', async () => {
  const around = Buffer.concat([Buffer.from('[['), embeddings(40_000), Buffer.from(']]')])
  const before = Buffer.from(around)
  expect(await rework(around.subarray(2, -2), options)).toBeDefined()
  expect(around.equals(before)).toBe(true)
})

test.each([
  ['an error', { error: { message: 'no' }, padding: 'x'.repeat(600_000) }],
  ['no object', ['x'.repeat(600_000)]],
])('%s of any size is not an answer', async (_name, answer) => {
  const bytes = Buffer.from(JSON.stringify(answer))
  expect(await rework(bytes, options)).toBeUndefined()
})
