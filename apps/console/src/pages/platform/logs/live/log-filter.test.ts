import { expect, test } from 'vitest'
import type { LogsSearch } from '../logs-search.ts'
import { createLogFilter, searchVariables } from './log-filter.ts'
import { type LogLine, gapLine } from './log-line.ts'

const line: LogLine = {
  at: '2026-11-17T12:00:00.000Z',
  level: 'warn',
  service: 'gateway',
  message: 'the provider was slow',
  context: { request_id: 'r-1', company_id: 'c-1', alias: 'svc/chat-default', note: 'a "quote"' },
}

test.each<[LogsSearch, boolean]>([
  [{}, true],
  [{ level: 'warn' }, true],
  [{ level: 'error' }, false],
  [{ service: 'gateway' }, true],
  [{ service: 'backend' }, false],
  [{ words: 'Provider' }, true],
  [{ words: 'CHAT-default' }, true],
  [{ words: 'a "quote"' }, true],
  [{ words: 'fast' }, false],
  [{ request: 'r-1' }, true],
  [{ request: 'r-2' }, false],
  [{ company: 'c-1' }, true],
  [{ company: 'c-2' }, false],
  [{ level: 'info', service: 'gateway', words: 'slow', request: 'r-1', company: 'c-1' }, true],
])('%j keeps the line: %s', (search, isKept) => {
  expect(createLogFilter(search)(line)).toBe(isKept)
})

test('a gap is shown whatever the filter is: the lines that it stands for may match', () => {
  expect(createLogFilter({ service: 'backend', words: 'x' })(gapLine(line.at, 3))).toBe(true)
})

test('the backend is asked for the rarest text', () => {
  const search = { level: 'error', words: 'slow', request: 'r-1' } as const
  expect(searchVariables(search)).toEqual({ level: 'ERROR', service: undefined, text: 'r-1' })
})
