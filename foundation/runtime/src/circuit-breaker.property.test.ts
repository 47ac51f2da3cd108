import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BreakerState, type Permit, createCircuitBreaker } from './circuit-breaker.ts'

type Report = 'succeed' | 'fail' | 'abandon'

type Step =
  | { kind: 'call' }
  | { kind: 'report'; which: number; report: Report }
  | { kind: 'wait'; ms: number }
  | { kind: 'jump'; ms: number }

/** What happened, in order; `call` is the number of a call that was admitted. */
type Event =
  | { atMs: number; kind: 'granted'; call: number }
  | { atMs: number; kind: 'reported'; call: number; report: Report }

type Phase = { state: BreakerState; sinceMs: number; events: Event[] }

const failuresToOpen = 5
const cooldownMs = 60_000
const testTimeoutMs = 60_000

/**
 * A second, naive implementation of the same rules, without counters or flags. The history is cut into phases; on every
 * query the kind and the end of each phase are derived again from its list of events.
 */
function replay(history: readonly Event[], nowMs: number): Phase {
  let phase: Phase = { state: 'closed', sinceMs: 0, events: [] }
  for (const event of history) {
    phase = afterWaiting(phase, event.atMs)
    phase.events.push(event)
    phase = afterEvent(phase, event.atMs)
  }
  return afterWaiting(phase, nowMs)
}

function afterEvent(phase: Phase, atMs: number): Phase {
  const reports = ownReports(phase)
  const lastReports = reports.slice(-failuresToOpen)
  if (phase.state === 'closed' && lastReports.length === failuresToOpen && lastReports.every(isFailure)) {
    return { state: 'open', sinceMs: atMs, events: [] }
  }
  if (phase.state === 'half-open' && reports.some(isFailure)) {
    return { state: 'open', sinceMs: atMs, events: [] }
  }
  if (phase.state === 'half-open' && reports.some(({ report }) => report === 'succeed')) {
    return { state: 'closed', sinceMs: atMs, events: [] }
  }
  return phase
}

/**
 * The transitions that only time causes: an overdue test request opens the breaker, and an open breaker becomes
 * half-open.
 */
function afterWaiting(phase: Phase, nowMs: number): Phase {
  const overdueAtMs = (openTest(phase)?.atMs ?? Number.POSITIVE_INFINITY) + testTimeoutMs
  const current: Phase = nowMs >= overdueAtMs ? { state: 'open', sinceMs: overdueAtMs, events: [] } : phase
  if (current.state !== 'open' || nowMs - current.sinceMs < cooldownMs) return current
  return { state: 'half-open', sinceMs: nowMs, events: [] }
}

/**
 * Reports of calls that were admitted in this phase, except abandoned calls, which say nothing about the dependency.
 */
function ownReports({ events }: Phase) {
  const granted = new Set(events.filter(({ kind }) => kind === 'granted').map(({ call }) => call))
  return events
    .filter((event) => event.kind === 'reported')
    .filter(({ call, report }) => granted.has(call) && report !== 'abandon')
}

function openTest({ state, events }: Phase): Event | undefined {
  if (state !== 'half-open') return undefined
  const reported = new Set(events.filter(({ kind }) => kind === 'reported').map(({ call }) => call))
  return events.find(({ kind, call }) => kind === 'granted' && !reported.has(call))
}

const isFailure = ({ report }: { report: Report }) => report === 'fail'

function expectedRetryAfterMs({ state, sinceMs }: Phase, nowMs: number): number {
  return state === 'open' ? Math.ceil(sinceMs + cooldownMs - nowMs) : 0
}

const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.constant<Step>({ kind: 'call' }) },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('report' as const),
        which: fc.nat(20),
        report: fc.oneof(
          { weight: 7, arbitrary: fc.constant<Report>('fail') },
          { weight: 2, arbitrary: fc.constant<Report>('succeed') },
          { weight: 1, arbitrary: fc.constant<Report>('abandon') },
        ),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('wait' as const),
        ms: fc.oneof(fc.integer({ min: 1, max: 70_000 }), fc.constantFrom(59_999, 60_000)),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('jump' as const), ms: fc.integer({ min: -9e6, max: 9e6 }) }),
    },
  ),
  { minLength: 20, maxLength: 120 },
)

test('for any history the breaker agrees with a naive replay of that history', async () => {
  const seen = new Set<BreakerState>()
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      const clock = createFakeClock()
      const breaker = createCircuitBreaker({ name: 'x', clock })
      const history: Event[] = []
      const waiting: { call: number; permit: Permit }[] = []
      const compare = () => {
        const expected = replay(history, clock.monotonicMs())
        seen.add(expected.state)
        expect(breaker.state()).toBe(expected.state)
        expect(breaker.retryAfterMs()).toBe(expectedRetryAfterMs(expected, clock.monotonicMs()))
      }
      for (const step of story) {
        const atMs = clock.monotonicMs()
        if (step.kind === 'wait') await clock.advance(step.ms)
        if (step.kind === 'jump') clock.jumpWall(step.ms)
        if (step.kind === 'call') {
          const phase = replay(history, atMs)
          const isFree = phase.state === 'closed' || (phase.state === 'half-open' && !openTest(phase))
          const permit = breaker.tryAcquire()
          expect(permit !== undefined).toBe(isFree)
          const call = history.length
          if (permit) waiting.push({ call, permit })
          if (permit) history.push({ atMs, kind: 'granted', call })
        }
        if (step.kind === 'report' && waiting.length > 0) {
          const [reported] = waiting.splice(step.which % waiting.length, 1)
          reported?.permit[step.report]()
          if (reported) history.push({ atMs, kind: 'reported', call: reported.call, report: step.report })
        }
        compare()
      }
    }),
    { numRuns: 500 },
  )
  // If the generated steps never left one state, the comparison would prove nothing.
  expect(seen).toEqual(new Set(['closed', 'open', 'half-open']))
})
