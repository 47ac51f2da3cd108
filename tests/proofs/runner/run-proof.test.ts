import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { type Proof, judged, notMeasured } from '../proof.ts'
import { runProof } from './run-proof.ts'

vi.spyOn(console, 'error').mockReturnValue()

const proveWith = (run: Proof['run']) =>
  runProof({ name: 'example', tier: 'push', claim: 'it holds', bar: '0 faults', run }, { isShort: true })

test('the outcome is that of the measurement', async () => {
  expect(await proveWith(async () => judged({ figure: '0', isPassed: true }))).toEqual({
    outcome: 'passed',
    figure: '0',
  })
  expect(await proveWith(async () => judged({ figure: '1', isPassed: false }))).toEqual({
    outcome: 'failed',
    figure: '1',
  })
})

test('a proof without its data is neither passed nor failed', async () => {
  expect(await proveWith(async () => notMeasured('the data is missing'))).toEqual({
    outcome: 'not measured',
    reason: 'the data is missing',
  })
})

test('an exception is a failure', async () => {
  const result = await proveWith(() => Promise.reject(new Error('broken')))
  expect(result).toEqual({ outcome: 'failed', figure: 'stopped by Error: broken' })
})

test('a process left running makes any outcome a failure, and is killed', async () => {
  const child = spawn('sleep', ['60'])
  const result = await proveWith(async () => notMeasured('the data is missing'))
  expect(result.outcome).toBe('failed')
  expect(JSON.stringify(result)).toContain('left running: sleep')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
})
