import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { expect, test } from 'vitest'
import { createLoginLimits } from './login-limits.ts'

test.each([
  ['account', 10, 60],
  ['address', 100, 3],
] as const)('%s: %i attempts at first, then one every %i s', async (kind, attemptsMax, secondsPerAttempt) => {
  await using open = await openTestDatabase()
  const limits = createLoginLimits(open.database)
  const subject = { kind, value: 'somebody' }
  const startedMs = performance.now()
  let taken = 0
  let retryAfterMs = 0
  for (let attempt = 0; attempt < attemptsMax + 20; attempt += 1) {
    const outcome = await limits.take(subject)
    if (outcome.kind === 'taken') taken += 1
    else ({ retryAfterMs } = outcome)
  }
  const secondsPassed = (performance.now() - startedMs) / 1_000
  expect(taken).toBeGreaterThanOrEqual(attemptsMax)
  // Allows for attempts that were restored while the loop ran on a slow machine.
  expect(taken).toBeLessThanOrEqual(attemptsMax + Math.ceil(secondsPassed / secondsPerAttempt))
  expect(retryAfterMs).toBeGreaterThan(0)
  expect(retryAfterMs).toBeLessThanOrEqual(secondsPerAttempt * 1_000)
  expect(await limits.take({ kind, value: 'another value' })).toEqual({ kind: 'taken' })
})

test('attempts are restored over time, and all of them when the count is cleared', async () => {
  await using open = await openTestDatabase()
  const limits = createLoginLimits(open.database)
  const subject = { kind: 'account', value: 'somebody' } as const
  const takeAll = async () => {
    let taken = 0
    while ((await limits.take(subject)).kind === 'taken') taken += 1
    return taken
  }
  await takeAll()
  const minutesPass = (minutes: number) =>
    open.postgres.query(`update login_limits set full_until = full_until - make_interval(mins => $1)`, [
      minutes,
    ])
  await minutesPass(3)
  expect(await takeAll()).toBeGreaterThanOrEqual(3)
  await limits.clear(subject)
  expect(await takeAll()).toBeGreaterThanOrEqual(10)
  // Unused attempts do not accumulate beyond the maximum.
  await minutesPass(60 * 24)
  expect(await takeAll()).toBeLessThanOrEqual(12)
})

test('the table contains neither addresses nor names, and expired rows are removed', async () => {
  await using open = await openTestDatabase()
  const limits = createLoginLimits(open.database)
  await limits.take({ kind: 'account', value: 'somebody@test.example' })
  await limits.take({ kind: 'address', value: '203.0.113.7' })
  const rows = () => open.database.selectFrom('login_limits').select('subject').execute()
  expect(JSON.stringify(await rows())).not.toMatch(/somebody|203\.0/)
  await open.postgres.query(`update login_limits set full_until = now() - interval '1 second'`)
  await limits.clear({ kind: 'account', value: 'another@test.example' })
  expect(await rows()).toEqual([])
})
