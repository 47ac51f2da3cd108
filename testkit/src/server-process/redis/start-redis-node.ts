// A Redis server or a Sentinel, started with a file of deploy/redis: tests use what is shipped, with free ports and temporary
// directories filled in.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { findRedisProgram } from '../../start-redis.ts'
import { findFreePort } from '../free-port.ts'
import { createRunDirectory, removeDirectory } from '../run-directory.ts'
import { type TestServer, startServer } from '../server-process.ts'

export type RedisNode = TestServer & { readonly port: number; readonly busPort: number }

export type NodeOptions = {
  /** Files of deploy/redis; the server is started with the last one. */
  files: readonly ('redis.conf' | 'sentinel.conf' | 'cluster.conf')[]
  /** Added to the values that every node has. */
  values?: Readonly<Record<string, string>>
  args?: readonly string[]
}

export const nodePassword = 'a-password-of-tests'
export const nodeAddress = '127.0.0.1'

const deployDirectory = new URL('../../../../deploy/redis/', import.meta.url)

export async function startRedisNode({ files, values = {}, args = [] }: NodeOptions): Promise<RedisNode> {
  const runDirectory = await createRunDirectory('redis')
  await using onFailure = new AsyncDisposableStack()
  onFailure.defer(() => removeDirectory(runDirectory))
  const [port, busPort] = [await findFreePort(), await findFreePort()]
  const filled = {
    ADDRESS: nodeAddress,
    PORT: String(port),
    BUS_PORT: String(busPort),
    PASSWORD: nodePassword,
    DIRECTORY: runDirectory,
    MEMORY: '256mb',
    ...values,
  }
  for (const file of files) {
    const template = await readFile(new URL(file, deployDirectory), 'utf8')
    await writeFile(join(runDirectory, file), fill(template, filled))
  }
  const server = await startServer({
    name: 'Redis',
    program: await findRedisProgram(),
    args: [join(runDirectory, files.at(-1) ?? ''), ...args],
    runDirectory,
    logFile: join(runDirectory, 'server.log'),
    stopSignal: 'SIGTERM',
    // Nothing is kept, and a node that finds its group gone need not say goodbye to it.
    disposeSignal: 'SIGKILL',
    isReady: (pid) =>
      withNode(port, async (client) => (await client.info('server')).includes(`process_id:${pid}\r\n`)).catch(
        () => false,
      ),
  })
  onFailure.move()
  return Object.assign(server, { port, busPort })
}

/** Replaces the names outside of comments, as envsubst would. */
function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/^(?!#).*$/gm, (line) =>
    line.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`deploy/redis: ${name} has no value`)
      return value
    }),
  )
}

/** Runs commands on one node. Sentinels have no password. */
export async function withNode<T>(
  port: number,
  work: (client: Redis) => Promise<T>,
  password: string | undefined = nodePassword,
): Promise<T> {
  const client = new Redis({
    host: nodeAddress,
    port,
    lazyConnect: true,
    retryStrategy: null,
    commandTimeout: 2_000,
    ...(password === '' ? {} : { password }),
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    client.disconnect()
  }
}
