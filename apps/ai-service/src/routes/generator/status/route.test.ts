import { expect, test } from 'vitest'
import { callRoute } from '../../../testing/call-route.ts'
import { callerWithout, callers, unknownSecret, unreachable } from '../../../testing/internal-caller.ts'
import { openGenerator } from '../../../testing/open-generator.ts'
import { generatorStatusRoute } from './route.ts'

const deps = { callers, store: { readSnapshot: unreachable } }
const operator = { kind: 'operator', id: 'test' } as const

test('200: the documented fields while stopped, running and processing, the same from every replica', async () => {
  await using open = await openGenerator()
  const read = async () => {
    const route = () => generatorStatusRoute({ callers, store: open.store })
    const [first, second] = await Promise.all([callRoute(route()), callRoute(route())])
    expect([first.status, second.status]).toEqual([200, 200])
    const [one, two] = [first.body as object, second.body as object]
    // A second may pass between the two requests.
    expect({ ...two, uptime_seconds: 0 }).toEqual({ ...one, uptime_seconds: 0 })
    return one
  }
  expect(await read()).toEqual({ status: 'stopped', uptime_seconds: 0, current_batch: 0, queue_size: 1 })
  await open.store.start(operator)
  await open.postgres.query(`update match_generator set started_at = now() - interval '1 hour'`)
  expect(await read()).toMatchObject({ status: 'running', current_batch: 0, queue_size: 1 })
  expect(Object.values(await read())[1]).toBeGreaterThanOrEqual(3_600)
  await open.store.claim('one')
  expect(await read()).toMatchObject({ status: 'processing', current_batch: 1, queue_size: 0 })
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
  '$status: $who is refused, and the store is not read',
  async ({ status, callers: known, headers, code }) => {
    const answer = await callRoute(generatorStatusRoute({ ...deps, callers: known }), { headers })
    expect(answer).toMatchObject({ status, body: { code } })
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
  },
)

test('503: the database cannot be reached', async () => {
  expect(await callRoute(generatorStatusRoute(deps))).toMatchObject({ status: 503 })
})
