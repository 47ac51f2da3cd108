import { expect, test } from 'vitest'
import { callRoute } from '../../../testing/call-route.ts'
import { callerWithout, callers, unknownSecret, unreachable } from '../../../testing/internal-caller.ts'
import { openGenerator } from '../../../testing/open-generator.ts'
import { generatorStopRoute } from './route.ts'

const deps = { callers, store: { stop: unreachable, readSnapshot: unreachable } }
const stopped = { status: 'stopped', uptime_seconds: 0, current_batch: 0, queue_size: 1 }
const operator = { kind: 'operator', id: 'test' } as const

test('200: a running generator is stopped, and stopping it again changes nothing', async () => {
  await using open = await openGenerator()
  await open.store.start(operator)
  const stop = () => callRoute(generatorStopRoute({ callers, store: open.store }))
  for (const { status, body } of [await stop(), await stop()]) {
    expect(status).toBe(200)
    expect(body).toEqual(stopped)
  }
})

test('200: a processing generator reports stopped immediately, and its current batch can still finish', async () => {
  await using open = await openGenerator()
  await open.store.start(operator)
  const claimed = await open.store.claim('one')
  const answer = await callRoute(generatorStopRoute({ callers, store: open.store }))
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ ...stopped, current_batch: 1, queue_size: 0 })
  expect((await open.store.readSnapshot()).inHand).toBe(1)
  const nothing = {
    talents: [],
    jobs: [],
    kept: [],
    dropped: [],
    scored: 0,
    judgeCalls: 0,
    unjudgedIds: [],
    failedIds: [],
  }
  expect(claimed.kind === 'claimed' && (await open.store.finish(claimed.batch, nothing, 1))).toBe(true)
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
  '$status: $who is refused, and the generator is not stopped',
  async ({ status, callers: known, headers, code }) => {
    const answer = await callRoute(generatorStopRoute({ ...deps, callers: known }), { headers })
    expect(answer).toMatchObject({ status, body: { code } })
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
  },
)

test('503: the database cannot be reached', async () => {
  expect(await callRoute(generatorStopRoute(deps))).toMatchObject({ status: 503 })
})
