import { expect, test } from 'vitest'
import { GatewayFault } from './gateway-fault.ts'
import { type RunEvent, advanceRun, isRunning, startRun } from './run.ts'

const usage = { promptTokens: 9, cachedTokens: 0, completionTokens: 2 }

function runOf(...events: RunEvent[]) {
  return events.reduce(advanceRun, startRun('svc/chat-default', 100))
}

const opened: RunEvent = { kind: 'opened', requestId: 'id' }

test('an answer is put together from its frames, with the time of its first text and of its end', () => {
  const run = runOf(
    opened,
    { kind: 'frames', frames: [{ text: '' }], atMs: 150 },
    { kind: 'frames', frames: [{ text: 'Hel' }, { text: 'lo' }], atMs: 200 },
    {
      kind: 'frames',
      frames: [
        { text: '', finish: 'stop' },
        { text: '', usage },
      ],
      atMs: 300,
    },
    { kind: 'frames', frames: [{ text: '', isDone: true }], atMs: 310 },
  )
  expect(run).toMatchObject({
    phase: 'done',
    text: 'Hello',
    firstMs: 200,
    endedMs: 310,
    finish: 'stop',
    usage,
  })
  expect(isRunning(run)).toBe(false)
})

test('what was stopped stays stopped, and what has ended cannot be stopped', () => {
  expect(runOf(opened, { kind: 'stopped', atMs: 120 }).phase).toBe('stopped')
  const done: RunEvent = { kind: 'frames', frames: [{ text: '', isDone: true }], atMs: 200 }
  expect(runOf(opened, done, { kind: 'stopped', atMs: 220 })).toMatchObject({ phase: 'done', endedMs: 200 })
})

test('a fault keeps the text that came before it, and the id of the request', () => {
  const fault = new GatewayFault('gone', { kind: 'broken' })
  const run = runOf(
    opened,
    { kind: 'frames', frames: [{ text: 'Hel' }], atMs: 150 },
    { kind: 'failed', fault, atMs: 160 },
  )
  expect(run).toMatchObject({ phase: 'failed', text: 'Hel', requestId: 'id', endedMs: 160, fault })
})

test('a dry run alone leaves nothing running', () => {
  const dryRun = {
    inputTokens: 9,
    outputTokens: 100,
    hold: '0.000509',
    priceVersion: '1',
    failedCheck: undefined,
  }
  expect(isRunning(runOf({ kind: 'checked', dryRun, isAll: true }))).toBe(false)
  expect(isRunning(runOf({ kind: 'checked', dryRun, isAll: false }))).toBe(true)
})
