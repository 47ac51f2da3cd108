import { Fault } from '@gatehouse/runtime/fault'
import { expect, test } from 'vitest'
import { createLogger } from './create-logger.ts'

function setUp(level: 'debug' | 'info' = 'info') {
  const lines: string[] = []
  const logger = createLogger({
    service: 'gateway',
    level,
    sinks: [{ write: (line) => void lines.push(line) }],
  })
  return { logger, lines, entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

test('an entry is one line of JSON with timestamp, level, message, context and service', () => {
  const { logger, lines, entries } = setUp()
  logger.info('started', { port: 8080 })
  expect(lines[0]?.endsWith('}\n')).toBe(true)
  expect(entries()).toEqual([
    {
      level: 'info',
      service: 'gateway',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      context: { port: 8080 },
      message: 'started',
    },
  ])
})

test('no secret reaches a sink, whether in the message, a field or an error', () => {
  const { logger, lines } = setUp()
  const key = `svc_live_${'Zz9'.repeat(12)}`
  logger.error(`refused ${key}`, {
    authorization: key,
    error: new Fault({
      kind: 'denied',
      code: 'test.denied',
      publicMessage: 'no',
      context: { presented: key },
      cause: new Error(`connect postgres://u:hunter2@db failed for ${key}`),
    }),
  })
  expect(lines.join('')).not.toContain('Zz9Zz9')
  expect(lines.join('')).not.toContain('hunter2')
})

test('an error is described with its causes, codes and context', () => {
  const { logger, entries } = setUp()
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  logger.warn('down', {
    error: new Fault({
      kind: 'unavailable',
      code: 'test.down',
      publicMessage: 'x',
      context: { host: 'db' },
      cause,
    }),
  })
  expect(entries()[0]).toMatchObject({
    context: {
      error: { name: 'Fault', code: 'test.down', context: { host: 'db' }, cause: { code: 'ECONNREFUSED' } },
    },
  })
})

test('a derived logger carries its fields on every entry', () => {
  const { logger, entries } = setUp()
  logger.with({ request_id: 'r1' }).with({ company_id: 'c1' }).info('called', { alias: 'svc/chat-default' })
  expect(entries()[0]).toMatchObject({
    context: { request_id: 'r1', company_id: 'c1', alias: 'svc/chat-default' },
  })
})

test('entries below the level are not written', () => {
  const { logger, lines } = setUp('info')
  logger.debug('quiet')
  expect(lines).toEqual([])
})

test('a line break in a message cannot forge a second entry', () => {
  const { logger, lines } = setUp()
  logger.info('one\n{"level":"fatal"}')
  expect(lines.join('').trimEnd().split('\n')).toHaveLength(1)
})

test('long messages and fields are truncated', () => {
  const { logger, lines } = setUp()
  logger.info('x'.repeat(1_000_000), {
    body: 'y'.repeat(1_000_000),
    list: Array.from({ length: 1e5 }, () => ({})),
  })
  expect(lines[0]?.length).toBeLessThan(50_000)
})
