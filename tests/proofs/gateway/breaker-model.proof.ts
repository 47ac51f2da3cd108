import { randomBytes } from 'node:crypto'
import { type BreakerState, type Permit, createCircuitBreaker } from '@gatehouse/runtime/circuit-breaker'
import type { Clock } from '@gatehouse/runtime/clock'
import { type Report, createReferenceBreaker, rules } from './reference-breaker.ts'
import { type Proof, judged } from '../proof.ts'
import { type Random, seededRandom } from '../kit/seeded-random.ts'

const tracesMin = 100_000
const tracesShort = 5_000

export const proof: Proof = {
  name: 'breaker-model',
  tier: 'push',
  claim:
    'the circuit breaker opens on the fifth failure in a row, admits one test call, and then ramps up gradually',
  bar: `0 differences from a reference in ${tracesMin.toLocaleString('en')} random traces (short: ${tracesShort.toLocaleString('en')}), with clock jumps`,
  async run({ isShort, progress }) {
    const seed = process.env['BREAKER_SEED'] ?? randomBytes(4).toString('hex')
    progress(`seed ${seed} (BREAKER_SEED repeats it)`)
    const random = seededRandom(seed)
    const tally = createTally()
    const traces = isShort ? tracesShort : tracesMin
    for (let trace = 1; trace <= traces; trace += 1) {
      runTrace(random, tally)
      if (trace % (traces / 5) === 0) progress(`${trace.toLocaleString('en')} traces, ${describe(tally)}`)
    }
    const everythingHappened = Math.min(tally.opened, tally.tests, tally.refusedOpen, tally.refusedOnRamp) > 0
    return judged({
      figure: `${tally.differences} differences in ${traces.toLocaleString('en')} traces; ${describe(tally)}`,
      isPassed: tally.differences + tally.wrong === 0 && everythingHappened,
    })
  },
}

type Tally = ReturnType<typeof createTally>

const createTally = () => ({
  steps: 0,
  differences: 0,
  /**
   * Violations: opened other than by five failures in a row or a failed test, called while open, or two concurrent
   * tests.
   */
  wrong: 0,
  opened: 0,
  tests: 0,
  refusedOpen: 0,
  refusedOnRamp: 0,
})

const describe = ({ steps, opened, tests, refusedOpen, refusedOnRamp, wrong }: Tally) =>
  `${steps.toLocaleString('en')} steps: opened ${opened.toLocaleString('en')} times, ` +
  `${tests.toLocaleString('en')} tests, ${refusedOpen.toLocaleString('en')} refused while open and ` +
  `${refusedOnRamp.toLocaleString('en')} on the ramp, ${wrong} rules broken`

type Waiting = { id: number; permit: Permit }

function runTrace(random: Random, tally: Tally): void {
  const clock = createTraceClock(random)
  const reference = createReferenceBreaker()
  let calls = 0
  let failuresInARow = 0
  let lastOfEarlierPhases = 0
  const breaker = createCircuitBreaker({
    name: 'svc/extract-default',
    clock,
    ...rules,
    onTransition(from, to) {
      if (to === 'open') tally.opened += 1
      // Judged by this trace alone, independently of the reference.
      if (to === 'open' && from === 'closed' && failuresInARow !== rules.failuresToOpen) tally.wrong += 1
      failuresInARow = 0
      lastOfEarlierPhases = calls
    },
  })
  const waiting: Waiting[] = []

  function call(): void {
    const nowMs = clock.monotonicMs()
    const before = breaker.state()
    const isExpected = reference.mayCall(nowMs)
    const permit = breaker.tryAcquire()
    if ((permit !== undefined) !== isExpected) tally.differences += 1
    if (permit && before === 'open') tally.wrong += 1
    if (!permit && before === 'open') tally.refusedOpen += 1
    if (!permit && before === 'closed') tally.refusedOnRamp += 1
    if (!permit) return
    calls += 1
    if (before === 'half-open') tally.tests += 1
    reference.noteCall(calls, nowMs)
    waiting.push({ id: calls, permit })
  }

  function report(which: Report): void {
    const [reported] = waiting.splice(random.integer(0, waiting.length - 1), 1)
    if (!reported) return
    const stateBefore: BreakerState = breaker.state()
    if (stateBefore === 'closed' && isOfThisPhase(reported)) noteReport(which)
    reported.permit[which]()
    reference.noteReport(reported.id, which, clock.monotonicMs())
  }

  const isOfThisPhase = ({ id }: Waiting) => id > lastOfEarlierPhases

  function noteReport(which: Report): void {
    if (which === 'fail') failuresInARow += 1
    if (which === 'succeed') failuresInARow = 0
  }

  const stepCount = random.integer(30, 120)
  for (let step = 0; step < stepCount; step += 1) {
    tally.steps += 1
    takeStep(random, { clock, call, report, hasWaiting: () => waiting.length > 0 })
    const nowMs = clock.monotonicMs()
    const state = breaker.state()
    if (state === 'half-open' && waiting.filter(isOfThisPhase).length > 1) tally.wrong += 1
    const isSame =
      state === reference.state(nowMs) &&
      breaker.retryAfterMs() === reference.retryAfterMs(nowMs) &&
      breaker.callsMax() === reference.callsMax(nowMs)
    if (!isSame) tally.differences += 1
  }
}

type Setup = {
  clock: TraceClock
  call(): void
  report(which: Report): void
  hasWaiting(): boolean
}

function takeStep(random: Random, { clock, call, report, hasWaiting }: Setup): void {
  const dice = random.fraction()
  if (dice < 0.35) return call()
  // A burst: thirty callers arrive together.
  if (dice < 0.4) {
    for (let count = 0; count < 30; count += 1) call()
    return
  }
  if (dice < 0.82 && hasWaiting()) {
    const kind = random.fraction()
    return report(kind < 0.55 ? 'fail' : kind < 0.9 ? 'succeed' : 'abandon')
  }
  if (dice < 0.95) return clock.pass()
  clock.jumpWall()
}

type TraceClock = Clock & { pass(): void; jumpWall(): void }

const waits = [1, 20, 900, 30_000, 59_999, 60_000, 60_001, 3_600_000] as const

/** The monotonic clock may stall or leap ahead, as on a suspended machine; the wall clock may jump anywhere. */
function createTraceClock(random: Random): TraceClock {
  let monotonicMs = 5_000
  let wallMs = Date.UTC(2026, 0, 1)
  return {
    monotonicMs: () => monotonicMs,
    wallMs: () => wallMs,
    after: () => ({ cancel: () => undefined }),
    pass() {
      const ms = waits[random.integer(0, waits.length - 1)] ?? 1
      monotonicMs += ms
      wallMs += ms
    },
    jumpWall() {
      wallMs += random.integer(-86_400_000, 86_400_000)
    },
  }
}
