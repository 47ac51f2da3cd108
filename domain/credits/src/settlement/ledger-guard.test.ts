import type { ServerState } from '@gatehouse/postgres/server-state'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createLedgerGuard } from './ledger-guard.ts'

const dayMs = 86_400_000

function setUp({ isLossAllowed = false } = {}) {
  const clock = createFakeClock()
  const lines: string[] = []
  const metrics = createMetrics('test')
  let answer: Partial<ServerState> | Error = {}
  const guard = createLedgerGuard(
    {
      clock,
      metrics,
      logger: createLogger({
        service: 'test',
        level: 'warn',
        sinks: [{ write: (line) => void lines.push(line) }],
      }),
      readState: async () => {
        if (answer instanceof Error) throw answer
        return { fsync: 'on', synchronousCommit: 'on', wallMs: clock.wallMs(), ...answer }
      },
    },
    { isLossAllowed },
  )
  const say = (next: typeof answer) => void (answer = next)
  return { clock, guard, lines, metrics, say }
}

test('a process whose first check fails is not started before the next one, or before three seconds', async () => {
  const { clock, guard, say } = setUp()
  say(new Error('slow'))
  let isStarted = false
  const started = guard.start().then(() => (isStarted = true))
  await clock.advance(200)
  expect(isStarted).toBe(false)
  say({})
  await clock.advance(100)
  await started
  expect(guard.problem()).toBeUndefined()
  guard.close()
})

test('no call may begin before the state of Postgres is known, and it is read again soon', async () => {
  const { clock, guard, say } = setUp()
  expect(guard.problem()).toBe('unknown')
  say(new Error('away'))
  const started = guard.start()
  for (let passedMs = 0; passedMs < 3_000; passedMs += 250) await clock.advance(250)
  await started
  expect(guard.problem()).toBe('unknown')
  say({})
  await clock.advance(2_000)
  expect(guard.problem()).toBeUndefined()
  guard.close()
})

test.each([
  ['fsync', { fsync: 'off' }],
  ['synchronous_commit', { synchronousCommit: 'off' }],
] as const)(
  '%s off is detected within a minute, reported in log and metric, and cleared when on',
  async (setting, off) => {
    const { clock, guard, lines, metrics, say } = setUp()
    await guard.start()
    expect(guard.problem()).toBeUndefined()
    say(off)
    await clock.advance(60_000)
    expect(guard.problem()).toBe('not_durable')
    expect(lines.join('')).toMatch(
      new RegExp(`"level":"error".*"settings_off":\\["${setting}"\\],"pages":true`),
    )
    const gauge = await metrics.getSingleMetricAsString('gatehouse_ledger_not_durable')
    expect(gauge).toMatch(new RegExp(`setting="${setting}".* 1`))
    say({})
    await clock.advance(2_000)
    expect(guard.problem()).toBeUndefined()
    guard.close()
  },
)

test('a setting that is weaker than on but not off is accepted', async () => {
  const { guard, say } = setUp()
  say({ synchronousCommit: 'local' })
  await guard.start()
  expect(guard.problem()).toBeUndefined()
  guard.close()
})

test('in development loss can be allowed, with a warning', async () => {
  const { guard, lines, say } = setUp({ isLossAllowed: true })
  say({ fsync: 'off' })
  await guard.start()
  expect(guard.problem()).toBeUndefined()
  expect(lines.join('')).toContain('"level":"warn"')
  guard.close()
})

test.each([
  [dayMs + 1_000, 'clock_off'],
  [-dayMs - 1_000, 'clock_off'],
  [dayMs - 1_000, undefined],
])('a clock offset of %s ms: %s', (offMs, problem) => {
  const { clock, guard } = setUp({ isLossAllowed: true })
  guard.observe({ fsync: 'on', synchronousCommit: 'on', wallMs: clock.wallMs() + offMs })
  expect(guard.problem()).toBe(problem)
})

test('the last state is kept while Postgres is down', async () => {
  const { clock, guard, say } = setUp()
  await guard.start()
  say(new Error('away'))
  await clock.advance(61_000)
  expect(guard.problem()).toBeUndefined()
  guard.close()
})

test('clocks that differ by more than a day alert a person', async () => {
  const { clock, guard, lines, say } = setUp()
  say({ wallMs: clock.wallMs() - dayMs })
  await guard.start()
  expect([guard.problem(), lines]).toEqual([undefined, []])
  say({ wallMs: clock.wallMs() - dayMs - 60_001 })
  await clock.advance(60_000)
  expect(guard.problem()).toBe('clock_off')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      level: 'error',
      message: 'clocks of this process and Postgres differ by more than a day',
      context: { pages: true },
    },
  ])
  guard.close()
})
