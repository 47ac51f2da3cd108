import { Fault, type FaultKind } from '@gatehouse/runtime/fault'
import { expect, test } from 'vitest'
import { TaskPostponed } from '../postpone-task.ts'
import { ClaimLost, WorkerStopped, judgeFailure } from './judge-failure.ts'

const fault = (kind: FaultKind, retryAfterMs?: number) =>
  new Fault({ kind, code: 'test.fault', publicMessage: 'x', ...(retryAfterMs ? { retryAfterMs } : {}) })

test.each(['invalid', 'unauthenticated', 'denied', 'not_found'] as const)(
  'what is %s stays so: the task is buried at once',
  (kind) => {
    expect(judgeFailure(fault(kind))).toEqual({ kind: 'bury' })
  },
)

test.each(['unavailable', 'internal', 'conflict', 'exhausted'] as const)(
  'what is %s may pass: the task is tried again',
  (kind) => {
    expect(judgeFailure(fault(kind))).toEqual({ kind: 'retry' })
  },
)

test('a mistake of ours is tried again, because it may have been the moment', () => {
  expect(judgeFailure(new TypeError('x is not a function'))).toEqual({ kind: 'retry' })
})

test('an open breaker, a limit and a wish to wait cost no attempt', () => {
  const open = new Fault({
    kind: 'unavailable',
    code: 'runtime.circuit_open',
    publicMessage: 'x',
    retryAfterMs: 60_000,
  })
  expect(judgeFailure(open)).toEqual({ kind: 'postpone', delayMs: 60_000 })
  expect(judgeFailure(fault('exhausted', 500))).toEqual({ kind: 'postpone', delayMs: 500 })
  expect(judgeFailure(new TaskPostponed('not yet', 9))).toEqual({ kind: 'postpone', delayMs: 9 })
  expect(judgeFailure(new WorkerStopped('bye'))).toEqual({ kind: 'postpone', delayMs: 0 })
})

test('of a task that is no longer ours nothing is said', () => {
  expect(judgeFailure(new ClaimLost('gone'))).toEqual({ kind: 'leave' })
})
