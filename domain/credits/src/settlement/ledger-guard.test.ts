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

test('before Postgres was asked no call may begin, and it is asked again soon', async () => {
  const { clock, guard, say } = setUp()
  expect(guard.trouble()).toBe('unknown')
  say(new Error('away'))
  await guard.start()
  expect(guard.trouble()).toBe('unknown')
  say({})
  await clock.advance(2_000)
  expect(guard.trouble()).toBeUndefined()
  guard.close()
})

test.each([
  ['fsync', { fsync: 'off' }],
  ['synchronous_commit', { synchronousCommit: 'off' }],
] as const)(
  '%s that is off is found within a minute, named in log and metric, and forgiven when on',
  async (setting, off) => {
    const { clock, guard, lines, metrics, say } = setUp()
    await guard.start()
    expect(guard.trouble()).toBeUndefined()
    say(off)
    await clock.advance(60_000)
    expect(guard.trouble()).toBe('not_durable')
    expect(lines.join('')).toMatch(
      new RegExp(`"level":"error".*"settings_off":\\["${setting}"\\],"pages":true`),
    )
    const gauge = await metrics.getSingleMetricAsString('gatehouse_ledger_not_durable')
    expect(gauge).toMatch(new RegExp(`setting="${setting}".* 1`))
    say({})
    await clock.advance(2_000)
    expect(guard.trouble()).toBeUndefined()
    guard.close()
  },
)

test('weaker than on but not off is enough', async () => {
  const { guard, say } = setUp()
  say({ synchronousCommit: 'local' })
  await guard.start()
  expect(guard.trouble()).toBeUndefined()
  guard.close()
})

test('in development a loss may be allowed, with a warning', async () => {
  const { guard, lines, say } = setUp({ isLossAllowed: true })
  say({ fsync: 'off' })
  await guard.start()
  expect(guard.trouble()).toBeUndefined()
  expect(lines.join('')).toContain('"level":"warn"')
  guard.close()
})

test.each([
  [dayMs + 1_000, 'clock_off'],
  [-dayMs - 1_000, 'clock_off'],
  [dayMs - 1_000, undefined],
])('a clock that is off by %s ms: %s', (offMs, trouble) => {
  const { clock, guard } = setUp({ isLossAllowed: true })
  guard.observe({ fsync: 'on', synchronousCommit: 'on', wallMs: clock.wallMs() + offMs })
  expect(guard.trouble()).toBe(trouble)
})

test('what was seen stays while Postgres is away', async () => {
  const { clock, guard, say } = setUp()
  await guard.start()
  say(new Error('away'))
  await clock.advance(61_000)
  expect(guard.trouble()).toBeUndefined()
  guard.close()
})
