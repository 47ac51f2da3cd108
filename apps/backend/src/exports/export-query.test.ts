import { expect, test } from 'vitest'
import { exportFileName, readExportQuery } from './export-query.ts'

const companyId = '0197a3c4-0000-7000-8000-000000000001'
const nowMs = Date.parse('2026-11-16T12:00:00Z')
const read = (given: Record<string, unknown>) =>
  readExportQuery({ companyId, ...given }, { allowed: ['keyId', 'status'], nowMs })

test('a date is its start in UTC, and the file is named after the first and the last day', () => {
  const query = read({ from: '2026-10-01', to: '2026-11-01' })
  expect(query).toEqual({
    companyId,
    from: new Date('2026-10-01T00:00:00Z'),
    to: new Date('2026-11-01T00:00:00Z'),
    filter: {},
  })
  expect(exportFileName('calls', query, nowMs)).toBe('gatehouse-calls-2026-10-01-2026-10-31.csv')
})

test('the default is the last 30 days', () => {
  const query = read({})
  expect(query).toMatchObject({ from: new Date('2026-10-17T12:00:00Z'), to: undefined })
  expect(exportFileName('usage', query, nowMs)).toBe('gatehouse-usage-2026-10-17-2026-11-16.csv')
})

test('filters of the export are read', () => {
  const keyId = companyId
  expect(read({ keyId, status: 'FAILED' }).filter).toEqual({ keyId, status: 'FAILED' })
})

test.each([
  [{ companyId: 'x' }, 'companyId: must be the id of a company'],
  [{ from: 'yesterday' }, 'from: must be a date or a time'],
  [{ to: '2026-10-01T00:00:00+15:00' }, 'to: must be a date or a time'],
  [{ from: '2026-10-02', to: '2026-10-01' }, 'from must not be later than to'],
  [{ from: '1990-01-01' }, 'at most 3660 days'],
  [{ status: 'GONE' }, 'status: '],
  [{ keyId: ['a', 'b'] }, 'keyId: '],
  [
    { modle: 'svc/chat-default' },
    'modle: not a parameter of this export. Its parameters are companyId, from, to, keyId, status.',
  ],
])('%j is refused: %s', (given, message) => {
  expect(() => read(given)).toThrow(message)
})

test('a text that Postgres does not store is refused', () => {
  const ask = (model: string) => readExportQuery({ companyId, model }, { allowed: ['model'], nowMs })
  expect(ask('svc/chat').filter).toEqual({ model: 'svc/chat' })
  expect(() => ask('svc/\0')).toThrow('model: must be valid Unicode without the character NUL')
})
