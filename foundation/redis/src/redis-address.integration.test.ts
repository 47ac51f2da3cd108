import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { startSentinels } from '@gatehouse/testkit/start-sentinels'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect, test } from 'vitest'
import { createRedis } from './create-redis.ts'

const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })

test('behind Sentinels, commands go to the master, and to the new one after the master was killed', async () => {
  await using sentinels = await startSentinels()
  const [master] = sentinels.servers
  if (!master) throw new Error('there is no master')
  const redis = createRedis({ url: new Secret(sentinels.url), connectionName: 'test', logger })
  try {
    const readPort = async () => /tcp_port:(\d+)/.exec(await redis.info('server'))?.[1]
    const isServed = async (isRight: (port: number) => boolean) => {
      try {
        return isRight(Number(await readPort())) && (await redis.set('name', 'value')) === 'OK'
      } catch {
        return false
      }
    }
    await waitUntil(() => isServed((port) => port === master.port), {
      withinMs: 10_000,
      what: 'the master serves',
    })
    await master.kill()
    await expect(redis.get('name')).rejects.toThrow(/./)
    await waitUntil(() => isServed((port) => port !== master.port), {
      withinMs: 20_000,
      what: 'a replica has taken over',
    })
  } finally {
    redis.disconnect()
  }
})
