import { Redis } from 'ioredis'
import { expect, inject, it } from 'vitest'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'
import { testRedisUrl } from '../vitest/test-servers.ts'

it('stalls a real Redis in a black hole, and the command executes after healing', async () => {
  await using proxy = await startFaultProxy({ targetPort: Number(new URL(inject('redisUrl')).port) })
  const through = connectThrough(proxy)
  const beside = new Redis(testRedisUrl())
  try {
    await through.set('stalled', 'no')
    await proxy.set({ kind: 'blackHole' })
    const late = through.set('stalled', 'yes')
    // A second client, whose commands pass, is what tells that time went by.
    for (let trip = 0; trip < 50; trip += 1) await beside.ping()
    expect(await beside.get('stalled')).toBe('no')
    expect(through.status).toBe('ready')

    await proxy.heal()
    expect(await late).toBe('OK')
    // The client may long have given up on it: what a time limit reports as failed may still happen.
    expect(await beside.get('stalled')).toBe('yes')
  } finally {
    through.disconnect()
    beside.disconnect()
  }
})

it('lets a client with a time limit give up in a black hole, and work again on the same connection', async () => {
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
