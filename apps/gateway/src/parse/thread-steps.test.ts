import { createSystemClock } from '@gatehouse/runtime/clock'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { afterAll, expect, test } from 'vitest'
import { createWorkThreads } from '../threads/create-work-threads.ts'
import { largeBytes } from '@gatehouse/bytes/large-bytes'
import { readStoredResult } from './document-tasks.ts'
import { readDocumentBody } from './thread-steps.ts'

const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const threads = createWorkThreads({ clock: createSystemClock(), logger })
afterAll(() => threads.close())

const patience = 60_000
const read = (body: string, contentType: string) =>
  readDocumentBody(threads, { body: Buffer.from(body), contentType, queriedModel: 'queried' }, 'a company')

const form = (text: string) =>
  `--part\r\ncontent-disposition: form-data; name="file"; filename="cv.txt"\r\n\r\n${text}\r\n--part--\r\n`

test.each([
  ['JSON', 'application/json', (text: string) => JSON.stringify({ text })],
  ['a form', 'multipart/form-data; boundary=part', form],
  ['plain text', 'text/plain', (text: string) => text],
])(
  'a large document in %s is read like a small one',
  { timeout: patience },
  async (_, contentType, write) => {
    for (const count of [1, largeBytes / 4]) {
      const text = 'Ana é\n'.repeat(count)
      const { bytes, model, hash } = await read(write(text), contentType)
      expect(bytes.toString()).toBe(text)
      expect(model).toBe('queried')
      expect(hash).toEqual((await read(text, 'text/plain')).hash)
    }
  },
)

test('a large body is refused with the words for a small one', { timeout: patience }, async () => {
  const bodies: [string, string][] = [
    ['[', 'application/json'],
    ['{"text":1}', 'application/json'],
    ['no form', 'multipart/form-data; boundary=part'],
    ['a=1', 'application/x-www-form-urlencoded'],
  ]
  for (const [body, contentType] of bodies) {
    const refusalOf = (sent: string) => read(sent, contentType).then(String, String)
    expect(await refusalOf(body + ' '.repeat(largeBytes))).toBe(await refusalOf(body))
    expect(await refusalOf(body)).toContain('http.body_invalid')
  }
})

test('a result that an older release stored in another form is not used', () => {
  expect(readStoredResult(Buffer.from('{"schema":"parsed_cv/0.9"}'), 'cv')).toBeUndefined()
})
