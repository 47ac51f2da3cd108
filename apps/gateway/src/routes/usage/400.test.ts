import { expect } from 'vitest'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

const wrong = [
  ['from=yesterday', 'from'],
  ['to=2026-13-01', 'to'],
  ['from=2026-03-02T12:00:00', 'from'],
  ['from=2026-03-02&to=2026-03-01', 'from'],
  ['from=2020-01-01', 'from'],
  ['group_by=hour', 'group_by'],
  ['scope=world', 'scope'],
] as const

test('an invalid parameter is refused by name', async ({ gateway }) => {
  for (const [query, param] of wrong) {
    const error = await readError(await gateway.get(`/usage?${query}`))
    expect(error, query).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      code: 'INVALID_PARAMETER',
      param,
      shouldRetry: 'false',
    })
  }
})
