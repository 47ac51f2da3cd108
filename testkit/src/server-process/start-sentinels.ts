// Two Redis servers, a master and its replica, and three Sentinels that watch them and promote the replica if the master
// does not respond for a second.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { type TestRedis, findRedisProgram, startRedis } from '../start-redis.ts'
import { waitUntil } from '../wait-until.ts'
import { findFreePort } from './free-port.ts'
import { createRunDirectory, removeDirectory } from './run-directory.ts'
import { startServer } from './server-process.ts'

export type TestSentinels = {
  /** For REDIS_URL. */
  readonly url: string
  readonly servers: readonly [TestRedis, TestRedis]
  [Symbol.asyncDispose](): Promise<void>
}

const group = 'gatehouse'
const sentinelCount = 3

export async function startSentinels(): Promise<TestSentinels> {
  await using scope = new AsyncDisposableStack()
  const master = scope.use(await startRedis())
  const replica = scope.use(await startRedis())
  await withClient(replica.port, (client) => client.replicaof('127.0.0.1', master.port))
  const ports: number[] = []
  for (let count = 0; count < sentinelCount; count += 1) ports.push(await startSentinel(scope, master.port))
  const isComplete = async (port: number) => {
    const state = await withClient(port, (client) => client.call('sentinel', 'master', group))
    const fields = state as string[]
    const valueOf = (name: string) => fields[fields.indexOf(name) + 1]
    return valueOf('num-slaves') === '1' && valueOf('num-other-sentinels') === String(sentinelCount - 1)
  }
  for (const port of ports)
    await waitUntil(() => isComplete(port), { withinMs: 30_000, what: 'the Sentinels know each other' })
  const own = scope.move()
  return {
    url: `redis+sentinel://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${group}`,
    servers: [master, replica],
    [Symbol.asyncDispose]: () => own.disposeAsync(),
  }
}

async function startSentinel(scope: AsyncDisposableStack, masterPort: number): Promise<number> {
  const runDirectory = await createRunDirectory('sentinel')
  const port = await findFreePort()
  const configFile = join(runDirectory, 'sentinel.conf')
  await writeFile(
    configFile,
    [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${runDirectory}`,
      `sentinel monitor ${group} 127.0.0.1 ${masterPort} 2`,
      `sentinel down-after-milliseconds ${group} 1000`,
      `sentinel failover-timeout ${group} 5000`,
      '',
    ].join('\n'),
  )
  scope.defer(() => removeDirectory(runDirectory))
  scope.use(
    await startServer({
      name: 'Sentinel',
      program: await findRedisProgram(),
      args: [configFile, '--sentinel'],
      runDirectory,
      logFile: join(runDirectory, 'server.log'),
      stopSignal: 'SIGTERM',
      isReady: () => withClient(port, async (client) => (await client.ping()) === 'PONG').catch(() => false),
    }),
  )
  return port
}

async function withClient<T>(port: number, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis({ host: '127.0.0.1', port, lazyConnect: true, retryStrategy: null })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    client.disconnect()
  }
}
