import { Fault, type FaultKind } from '@gatehouse/runtime/fault'
import { expect, test } from 'vitest'
import { TaskPostponed } from '../handle-task.ts'
import { ClaimLost, WorkerStopped, judgeFailure } from './judge-failure.ts'

const fault = (kind: FaultKind, retryAfterMs?: number) =>
  new Fault({ kind, code: 'test.fault', publicMessage: 'x', ...(retryAfterMs ? { retryAfterMs } : {}) })

test.each(['invalid', 'unauthenticated', 'denied', 'not_found'] as const)(
  'a fault of kind %s is permanent: the task becomes a dead letter immediately',
  (kind) => {
    expect(judgeFailure(fault(kind))).toEqual({ kind: 'bury' })
  },
)

test.each(['unavailable', 'internal', 'conflict', 'exhausted'] as const)(
  'a fault of kind %s may be temporary: the task is retried',
  (kind) => {
    expect(judgeFailure(fault(kind))).toEqual({ kind: 'retry' })
  },
)

test('an unexpected error is retried, because it may be temporary', () => {
  expect(judgeFailure(new TypeError('x is not a function'))).toEqual({ kind: 'retry' })
})

test('an open breaker, a limit and a postponement cost no attempt', () => {
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

test('nothing is recorded for a task whose claim is lost', () => {
  expect(judgeFailure(new ClaimLost('gone'))).toEqual({ kind: 'leave' })
})
