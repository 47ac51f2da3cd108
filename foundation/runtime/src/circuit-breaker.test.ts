import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts'
import { Fault } from './fault.ts'

function setUp() {
  const clock = createFakeClock()
  const transitions: string[] = []
  const breaker = createCircuitBreaker({
    name: 'svc/chat-default',
    clock,
    onTransition: (from, to) => transitions.push(`${from} → ${to}`),
  })
  return { clock, breaker, transitions }
}

function fail(breaker: CircuitBreaker, times: number): void {
  for (let count = 0; count < times; count += 1) breaker.tryAcquire()?.fail()
}

test('the fifth consecutive failure opens the breaker, the fourth does not', () => {
  const { breaker } = setUp()
  fail(breaker, 4)
  expect(breaker.state()).toBe('closed')
  fail(breaker, 1)
  expect(breaker.state()).toBe('open')
})

test('a success in between resets the count', () => {
  const { breaker } = setUp()
  fail(breaker, 4)
  breaker.tryAcquire()?.succeed()
  fail(breaker, 4)
  expect(breaker.state()).toBe('closed')
})

test('an open breaker admits nothing and says how long to wait', async () => {
  const { breaker, clock } = setUp()
  fail(breaker, 5)
  await clock.advance(59_999)
  let calls = 0
  const refused = breaker.run(
    async () => {
      calls += 1
    },
    () => 'failed',
  )
  await expect(refused).rejects.toMatchObject({ kind: 'unavailable', code: 'runtime.circuit_open' })
  expect(calls).toBe(0)
  expect(breaker.retryAfterMs()).toBe(1)
})

test('after 60 seconds exactly one test request is admitted', async () => {
  const { breaker, clock } = setUp()
  fail(breaker, 5)
  await clock.advance(60_000)
  expect(breaker.state()).toBe('half-open')
  expect(breaker.tryAcquire()).toBeDefined()
  expect(breaker.tryAcquire()).toBeUndefined()
})

test('a successful test request closes the breaker', async () => {
  const { breaker, clock, transitions } = setUp()
  fail(breaker, 5)
  await clock.advance(60_000)
  breaker.tryAcquire()?.succeed()
  expect(breaker.state()).toBe('closed')
  expect(transitions).toEqual(['closed → open', 'open → half-open', 'half-open → closed'])
})

test('a failed test request opens the breaker for another 60 seconds', async () => {
  const { breaker, clock } = setUp()
  fail(breaker, 5)
  await clock.advance(60_000)
  breaker.tryAcquire()?.fail()
  await clock.advance(59_999)
  expect(breaker.state()).toBe('open')
  await clock.advance(1)
  expect(breaker.state()).toBe('half-open')
})

test('a test request that never reports counts as failed', async () => {
  const { breaker, clock } = setUp()
  fail(breaker, 5)
  await clock.advance(60_000)
  breaker.tryAcquire()
  await clock.advance(60_000)
  expect(breaker.state()).toBe('open')
})

test('an abandoned test request lets the next caller test', async () => {
  const { breaker, clock } = setUp()
  fail(breaker, 5)
  await clock.advance(60_000)
  breaker.tryAcquire()?.abandon()
  expect(breaker.tryAcquire()).toBeDefined()
})

test('the result of a call from before the breaker opened is ignored', async () => {
  const { breaker, clock } = setUp()
  const late = breaker.tryAcquire()
  fail(breaker, 5)
  await clock.advance(60_000)
  late?.succeed()
  expect(breaker.state()).toBe('half-open')
})

test('a permit accepts one report', () => {
  const { breaker } = setUp()
  const permit = breaker.tryAcquire()
  for (let count = 0; count < 9; count += 1) permit?.fail()
  expect(breaker.state()).toBe('closed')
})

test.each([-3_600_000, 3_600_000, 86_400_000])(
  'a jump of the wall clock by %d ms has no effect',
  async (jumpMs) => {
    const { breaker, clock } = setUp()
    fail(breaker, 5)
    clock.jumpWall(jumpMs)
    expect(breaker.state()).toBe('open')
    await clock.advance(60_000)
    expect(breaker.state()).toBe('half-open')
  },
)

const judge = (thrown: unknown) => {
  if (!(thrown instanceof Fault)) return 'nothing'
  return thrown.kind === 'unavailable' ? 'failed' : 'answered'
}
const throwing = (thrown: Error) => async () => {
  throw thrown
}
const refusal = new Fault({ kind: 'invalid', code: 'test.bad', publicMessage: 'bad' })
const outage = new Fault({ kind: 'unavailable', code: 'test.down', publicMessage: 'down' })

test('a refusal by the dependency is an answer, not a failure', async () => {
  const { breaker } = setUp()
  for (let count = 0; count < 9; count += 1) {
    await expect(breaker.run(throwing(refusal), judge)).rejects.toThrow('bad')
  }
  expect(breaker.state()).toBe('closed')
})

test('failures of run open the breaker, and an answer resets the count', async () => {
  const { breaker } = setUp()
  const failTimes = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      await expect(breaker.run(throwing(outage), judge)).rejects.toThrow('down')
    }
  }
  await failTimes(4)
  await expect(breaker.run(throwing(refusal), judge)).rejects.toThrow('bad')
  await failTimes(4)
  expect(breaker.state()).toBe('closed')
  await failTimes(1)
  expect(breaker.state()).toBe('open')
})

test.each([new DOMException('stopped', 'AbortError'), new TypeError('a mistake of ours')])(
  '%s says nothing about the dependency: the breaker stays half-open and the next caller tests',
  async (thrown) => {
    const { breaker, clock } = setUp()
    fail(breaker, 5)
    await clock.advance(60_000)
    await expect(breaker.run(throwing(thrown), judge)).rejects.toBe(thrown)
    expect(breaker.state()).toBe('half-open')
    await expect(breaker.run(async () => 'answer', judge)).resolves.toBe('answer')
    expect(breaker.state()).toBe('closed')
  },
)

test('an error that says nothing about the dependency does not reset the count', async () => {
  const { breaker } = setUp()
  fail(breaker, 4)
  await expect(breaker.run(throwing(new TypeError('a mistake of ours')), judge)).rejects.toThrow('mistake')
  fail(breaker, 1)
  expect(breaker.state()).toBe('open')
})

function setUpRamp() {
  const clock = createFakeClock()
  const breaker = createCircuitBreaker({ name: 'svc/chat-default', clock, rampSuccesses: 8 })
  const acquireAll = () => {
    const permits = []
    for (let permit = breaker.tryAcquire(); permit && permits.length < 100; permit = breaker.tryAcquire()) {
      permits.push(permit)
    }
    return permits
  }
  const recover = async () => {
    fail(breaker, 5)
    await clock.advance(60_000)
    breaker.tryAcquire()?.succeed()
  }
  return { clock, breaker, acquireAll, recover }
}

test('on the ramp each answer admits one more call, until the limit is lifted', async () => {
  const { breaker, acquireAll, recover } = setUpRamp()
  expect(breaker.callsMax()).toBe(Number.POSITIVE_INFINITY)
  await recover()
  const sizes = []
  for (let round = 0; round < 3; round += 1) {
    const permits = acquireAll()
    sizes.push(permits.length)
    for (const permit of permits) permit.succeed()
  }
  expect(sizes).toEqual([2, 4, 8])
  expect(acquireAll()).toHaveLength(100)
})

test('on the ramp an abandoned call frees its place but does not raise the limit', async () => {
  const { breaker, acquireAll, recover } = setUpRamp()
  await recover()
  for (const permit of acquireAll()) permit.abandon()
  expect(breaker.callsMax()).toBe(2)
  expect(acquireAll()).toHaveLength(2)
})

test('five failures on the ramp open the breaker again', async () => {
  const { breaker, recover } = setUpRamp()
  await recover()
  fail(breaker, 5)
  expect([breaker.state(), breaker.callsMax()]).toEqual(['open', 0])
})

test('a call that never reports does not occupy the ramp forever', async () => {
  const { clock, acquireAll, recover } = setUpRamp()
  await recover()
  expect(acquireAll()).toHaveLength(2)
  expect(acquireAll()).toHaveLength(0)
  await clock.advance(60_000)
  expect(acquireAll()).toHaveLength(2)
})

test('without a ramp all callers are admitted once the breaker closes', async () => {
  const { breaker, clock } = setUp()
  fail(breaker, 5)
  await clock.advance(60_000)
  expect(breaker.callsMax()).toBe(1)
  breaker.tryAcquire()?.succeed()
  expect(breaker.callsMax()).toBe(Number.POSITIVE_INFINITY)
})

test('the outcome of every call is reported once, with its duration', async () => {
  const clock = createFakeClock()
  const outcomes: string[] = []
  const breaker = createCircuitBreaker({
    name: 'svc/chat-default',
    clock,
    onOutcome: (outcome, tookMs) => outcomes.push(`${outcome} ${tookMs}`),
  })
  const [late, good, gone] = [breaker.tryAcquire(), breaker.tryAcquire(), breaker.tryAcquire()]
  await clock.advance(20)
  good?.succeed()
  good?.fail()
  gone?.abandon()
  fail(breaker, 5)
  await clock.advance(10)
  // The breaker has opened since this call was admitted; the report no longer affects it, but counts.
  late?.succeed()
  expect(breaker.state()).toBe('open')
  expect(outcomes).toEqual([
    'succeeded 20',
    'failed 0',
    'failed 0',
    'failed 0',
    'failed 0',
    'failed 0',
    'succeeded 30',
  ])
})
