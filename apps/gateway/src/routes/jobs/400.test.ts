import { expect } from 'vitest'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

const wrong = [
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=1&limit=2', 'limit'],
  ['cursor=made-up', 'cursor'],
  ['updated_since=monday', 'updated_since'],
  [`q=${'x'.repeat(201)}`, 'q'],
] as const

test('an invalid parameter is refused by name', async ({ gateway }) => {
  const { raw } = await gateway.addKey({ scopes: ['jobs:read'] })
  for (const [query, param] of wrong) {
    const error = await readError(await gateway.get(`/jobs?${query}`, gateway.headers(raw)))
    expect(error, query).toMatchObject({
      status: 400,
      code: 'INVALID_PARAMETER',
      param,
      shouldRetry: 'false',
    })
  }
})
