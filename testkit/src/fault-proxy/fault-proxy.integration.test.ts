import { Redis } from 'ioredis'
import { expect, inject, it } from 'vitest'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'
import { testRedisUrl } from '../vitest/test-servers.ts'

it('stalls a real Redis in a black hole, and the command executes after healing', async () => {
  await using proxy = await startFaultProxy({ targetPort: Number(new URL(inject('redisUrl')).port) })
  const through = connectThrough(proxy)
  const direct = new Redis(testRedisUrl())
  try {
    await through.set('stalled', 'no')
    await proxy.set({ kind: 'blackHole' })
    const late = through.set('stalled', 'yes')
    // Commands of a second client, which bypasses the proxy, show that enough time has passed.
    for (let trip = 0; trip < 50; trip += 1) await direct.ping()
    expect(await direct.get('stalled')).toBe('no')
    expect(through.status).toBe('ready')

    await proxy.heal()
    expect(await late).toBe('OK')
    // The write took effect late. A client that had timed out would have reported it as failed.
    expect(await direct.get('stalled')).toBe('yes')
  } finally {
    through.disconnect()
    direct.disconnect()
  }
})

it('lets a client with a timeout give up in a black hole, and work again on the same connection', async () => {
  await using proxy = await startFaultProxy({ targetPort: Number(new URL(inject('redisUrl')).port) })
  const through = connectThrough(proxy)
  try {
    await through.ping()
    await proxy.set({ kind: 'blackHole' })
    await expect(through.ping()).rejects.toThrow('Command timed out')
    await proxy.heal()
    expect(await through.ping()).toBe('PONG')
    expect(proxy.connections).toBe(1)
  } finally {
    through.disconnect()
  }
})

it('lets a client reconnect after a reset', async () => {
  await using proxy = await startFaultProxy({ targetPort: Number(new URL(inject('redisUrl')).port) })
  const through = connectThrough(proxy)
  const reconnected = Promise.withResolvers<void>()
  try {
    await through.ping()
    through.once('ready', () => reconnected.resolve())
    await proxy.set({ kind: 'reset' })
    await proxy.heal()
    await reconnected.promise
    expect(await through.ping()).toBe('PONG')
  } finally {
    through.disconnect()
  }
})

function connectThrough(proxy: FaultProxy): Redis {
  const url = new URL(testRedisUrl())
  url.port = String(proxy.port)
  const redis = new Redis(url.href, { commandTimeout: 500, retryStrategy: () => 10 })
  redis.on('error', () => undefined)
  return redis
}
