import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startRedis, type TestRedis } from './start-redis.ts'

let scratch: string

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'start-redis-test-'))
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(scratch, { recursive: true })
})

describe('startRedis', () => {
  it('starts an empty server', async ({ annotate }) => {
    const startedMs = performance.now()
    await using server = await startRedis()
    await annotate(`cold start: ${Math.round(performance.now() - startedMs)} ms`)
    expect(await withRedis(server, (redis) => redis.dbsize())).toBe(0)
  })

  it('keeps every acknowledged write through a kill with appendOnly always', async () => {
    await using server = await startRedis({ appendOnly: 'always' })
    await withRedis(server, (redis) => redis.set('kept', 'yes'))
    const killedPid = server.pid
    await server.kill()
    expect(() => process.kill(killedPid, 0)).toThrow('ESRCH')
    await server.restart()
    expect(await withRedis(server, (redis) => redis.get('kept'))).toBe('yes')
  })

  it('loses everything in a kill with appendOnly no', async () => {
    await using server = await startRedis({ appendOnly: 'no' })
    await withRedis(server, (redis) => redis.set('kept', 'yes'))
    await server.kill()
    await server.restart()
    expect(await withRedis(server, (redis) => redis.get('kept'))).toBeNull()
  })

  it('restarts on the same port after a stop', async () => {
    await using server = await startRedis()
    await server.stop()
    await expect(withRedis(server, (redis) => redis.ping())).rejects.toThrow('Connection is closed')
    await server.restart()
    expect(await withRedis(server, (redis) => redis.ping())).toBe('PONG')
  })

  it('keeps the data in a given directory for the next start', async () => {
    const options = { appendOnly: 'everysec', dataDirectory: join(scratch, 'redis') } as const
    const first = await startRedis(options)
    await withRedis(first, (redis) => redis.set('kept', 'yes'))
    await first[Symbol.asyncDispose]()
    await using second = await startRedis(options)
    expect(await withRedis(second, (redis) => redis.get('kept'))).toBe('yes')
  })

  it('leaves nothing behind after dispose', async () => {
    const server = await startRedis({ appendOnly: 'always' })
    await server[Symbol.asyncDispose]()
    await expect(access(server.dataDirectory)).rejects.toThrow('ENOENT')
    expect(() => process.kill(server.pid, 0)).toThrow('ESRCH')
  })

  it('says what to install if there is no Redis', async () => {
    vi.stubEnv('REDIS_BIN', scratch)
    await expect(startRedis()).rejects.toThrow(/redis-server was not found in .*apt install redis-server/)
  })

  it('quotes the end of the server log when it does not start', async () => {
    await using first = await startRedis()
    await expect(startRedis({ port: first.port })).rejects.toThrow('Address already in use')
  })
})

async function withRedis<T>(server: TestRedis, use: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(server.url, { retryStrategy: null })
  redis.on('error', () => undefined)
  try {
    return await use(redis)
  } finally {
    redis.disconnect()
  }
}
