// A real Redis on its own port that tests may kill. `appendOnly` selects how much of its data survives, as in
// production.
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Redis } from 'ioredis'
import { findProgram } from './server-process/find-program.ts'
import { findFreePort } from './server-process/free-port.ts'
import { createRunDirectory, removeDirectory } from './server-process/run-directory.ts'
import { startServer, type TestServer } from './server-process/server-process.ts'

export type RedisOptions = {
  /** `no` (the default) loses everything on a restart; `always` loses no acknowledged write. */
  appendOnly?: 'no' | 'everysec' | 'always'
  /** Keeps the data in this directory between starts. Without it the data is removed on dispose. */
  dataDirectory?: string
  port?: number
  environment?: Readonly<Record<string, string>>
}

export type TestRedis = TestServer & {
  readonly url: string
  readonly port: number
  readonly dataDirectory: string
}

/** Exceeds the number of test workers on any of our machines, so that each worker gets its own database. */
export const redisDatabaseCount = 256

const installHint =
  'Install Redis 7 or newer (Debian: apt install redis-server; macOS: brew install redis), ' +
  'or set REDIS_BIN to the directory that has redis-server.'

const fallbackDirectories = ['/opt/homebrew/opt/redis*/bin', '/usr/local/opt/redis*/bin', '/usr/local/bin']

export async function startRedis(options: RedisOptions = {}): Promise<TestRedis> {
  const program = await findRedisProgram()
  const runDirectory = await createRunDirectory('redis')
  await using onFailure = new AsyncDisposableStack()
  onFailure.defer(async () => removeDirectory(runDirectory))
  const dataDirectory = resolve(options.dataDirectory ?? join(runDirectory, 'data'))
  await mkdir(dataDirectory, { recursive: true })

  const port = options.port ?? (await findFreePort())
  const url = `redis://127.0.0.1:${port}`
  const server = await startServer({
    name: 'Redis',
    program,
    args: settingArguments({ port, dataDirectory, appendOnly: options.appendOnly ?? 'no' }),
    runDirectory,
    environment: options.environment,
    logFile: join(runDirectory, 'server.log'),
    stopSignal: 'SIGTERM',
    isReady: async (pid) => answersAs(url, pid),
  })
  onFailure.move()
  return Object.assign(server, { url, port, dataDirectory })
}

export function findRedisProgram(): Promise<string> {
  return findProgram('redis-server', {
    directory: process.env['REDIS_BIN'],
    fallbackDirectories,
    installHint,
  })
}

type Settings = { port: number; dataDirectory: string; appendOnly: 'no' | 'everysec' | 'always' }

function settingArguments({ port, dataDirectory, appendOnly }: Settings): string[] {
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: dataDirectory,
    databases: String(redisDatabaseCount),
    // Snapshots would make it a matter of luck what survives.
    save: '',
    appendonly: appendOnly === 'no' ? 'no' : 'yes',
    appendfsync: appendOnly,
  }
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
}

// Also checks the process id: if another Redis holds the port, that one would report ready.
async function answersAs(url: string, pid: number): Promise<boolean> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: null, enableReadyCheck: false })
  // Until the server listens every attempt fails, and ioredis prints errors that have no listener.
  redis.on('error', () => undefined)
  try {
    await redis.connect()
    return (await redis.info('server')).includes(`process_id:${pid}\r\n`)
  } catch {
    return false
  } finally {
    redis.disconnect()
  }
}
