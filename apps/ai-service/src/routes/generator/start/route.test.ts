import { expect, test } from 'vitest'
import { callRoute } from '../../../testing/call-route.ts'
import { callerWithout, callers, unknownSecret, unreachable } from '../../../testing/internal-caller.ts'
import { openGenerator } from '../../../testing/open-generator.ts'
import { generatorStartRoute } from './route.ts'

const deps = { callers, store: { start: unreachable, readSnapshot: unreachable } }

test('200: a stopped generator is started once, and the audit log names the caller once', async () => {
  await using open = await openGenerator()
  const start = () => callRoute(generatorStartRoute({ callers, store: open.store }))
  for (const { status, body } of [await start(), await start()]) {
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'running',
      uptime_seconds: expect.any(Number) as number,
      current_batch: 0,
      queue_size: 1,
    })
  }
  expect(await open.database.selectFrom('audit_log').select(['action', 'actor_id']).execute()).toEqual([
    { action: 'generator.start', actor_id: 'tests' },
  ])
})

test.each([
  { status: 401, who: 'a caller without a secret', callers, headers: {}, code: 'internal.caller_unknown' },
  { status: 401, who: 'an unknown secret', callers, headers: unknownSecret, code: 'internal.caller_unknown' },
  {
    status: 403,
    who: 'a caller without the right generator',
    ...callerWithout('generator'),
    code: 'internal.right_missing',
  },
])(
  '$status: $who is refused, and the generator is not started',
  async ({ status, callers: known, headers, code }) => {
    const answer = await callRoute(generatorStartRoute({ ...deps, callers: known }), { headers })
    expect(answer).toMatchObject({ status, body: { code } })
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
  },
)

test('503: the database cannot be reached', async () => {
  expect(await callRoute(generatorStartRoute(deps))).toMatchObject({ status: 503 })
})
