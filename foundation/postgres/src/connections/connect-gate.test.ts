import { expect, test } from 'vitest'
import { ConnectGate } from './connect-gate.ts'

/** Attempts to connect, each of which ends when the test says so. */
function createServer() {
  const attempts: PromiseWithResolvers<string>[] = []
  return {
    attempts,
    connect: () => {
      const attempt = Promise.withResolvers<string>()
      attempts.push(attempt)
      return attempt.promise
    },
  }
}

const turn = () => new Promise(setImmediate)

test('while the server responds, every caller connects at once', async () => {
  const { attempts, connect } = createServer()
  const gate = new ConnectGate()
  const callers = [gate.pass(connect), gate.pass(connect), gate.pass(connect)]
  expect(attempts).toHaveLength(3)
  for (const [index, attempt] of attempts.entries()) attempt.resolve(String(index))
  expect(await Promise.all(callers)).toEqual(['0', '1', '2'])
})

test('once an attempt has failed, one is made for all callers, who share its failure', async () => {
  const { attempts, connect } = createServer()
  const gate = await openFailedGate()
  const callers = [gate.pass(connect), gate.pass(connect), gate.pass(connect)]
  await turn()
  expect(attempts).toHaveLength(1)
  attempts[0]?.reject(new Error('still away'))
  const outcomes = await Promise.allSettled(callers)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(attempts).toHaveLength(1)
})

test('after an attempt that succeeds, its waiters connect themselves', async () => {
  const { attempts, connect } = createServer()
  const gate = await openFailedGate()
  const callers = [gate.pass(connect), gate.pass(connect), gate.pass(connect)]
  attempts[0]?.resolve('first')
  await turn()
  expect(attempts).toHaveLength(3)
  attempts[1]?.resolve('second')
  attempts[2]?.resolve('third')
  expect(await Promise.all(callers)).toEqual(['first', 'second', 'third'])
})

test('a pool without a free connection does not close the gate', async () => {
  const { attempts, connect } = createServer()
  const gate = new ConnectGate()
  const busy = () => Promise.reject(new Error('timeout exceeded when trying to connect'))
  await expect(gate.pass(busy)).rejects.toThrow('timeout exceeded')
  const callers = [gate.pass(connect), gate.pass(connect)]
  expect(attempts).toHaveLength(2)
  for (const attempt of attempts) attempt.resolve('connected')
  await Promise.all(callers)
})

async function openFailedGate(): Promise<ConnectGate> {
  const gate = new ConnectGate()
  await expect(gate.pass(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  return gate
}
