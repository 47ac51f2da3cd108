import { expect, test } from 'vitest'
import { type CallsSearch, readCallsSearch, writeCallsSearch } from './calls-search.ts'

test('filters survive the address', () => {
  const search: CallsSearch = {
    period: { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' },
    isRefused: true,
    keyId: '0193a3c4-7b1e-7000-8000-000000000000',
    model: 'svc/chat-default',
    status: 'FAILED',
    reason: 'client_gone',
    request: '0193a3c4-7b1e-7000-8000-000000000001',
  }
  expect(readCallsSearch(writeCallsSearch(search))).toEqual(search)
})

test('what cannot be read is left out', () => {
  expect(readCallsSearch({ status: 'failed', keyId: 7, model: '', period: '2y' })).toEqual({
    period: { name: '7d' },
    isRefused: false,
  })
})
