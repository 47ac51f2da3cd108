import { createServer } from 'node:net'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { expect, test } from 'vitest'
import { choosePort } from './choose-port.ts'

test('the preferred port is chosen, or another one if it is in use', async () => {
  await using scope = new AsyncDisposableStack()
  const preferred = await findFreePort()
  expect(await choosePort(preferred, scope)).toBe(preferred)
  const taken = await findFreePort()
  const server = createServer()
  scope.defer(() => void server.close())
  await new Promise<void>((resolve) => server.listen(taken, '127.0.0.1', resolve))
  const other = await choosePort(taken, scope)
  expect(other).not.toBe(taken)
  expect(other).toBeGreaterThan(0)
})

test('a chosen port is not chosen again before the scope ends, although nothing listens on it yet', async () => {
  // Only Linux has the second loopback address that the reservation needs.
  const isReserved = process.platform === 'linux'
  const preferred = await findFreePort()
  {
    await using first = new AsyncDisposableStack()
    await using second = new AsyncDisposableStack()
    expect(await choosePort(preferred, first)).toBe(preferred)
    expect((await choosePort(preferred, second)) === preferred).toBe(!isReserved)
  }
  await using third = new AsyncDisposableStack()
  expect(await choosePort(preferred, third)).toBe(preferred)
})
