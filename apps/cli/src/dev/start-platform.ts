// The whole platform on one machine: what is configured is used, what is not is started, and all that was
// started is stopped again in reverse order, and nothing else.
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { seedDemoCompany } from '@gatehouse/companies/seed-demo-company'
import { migrate } from '@gatehouse/postgres/migrate'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { migrationsDirectory } from '@gatehouse/schema/migrations-directory'
import { openDatabase } from '../open-database.ts'
import { choosePort } from './choose-port.ts'
import { formatLogLine } from './readable-log.ts'

export type PlatformOptions = {
  databaseUrl: Secret | undefined
  redisUrl: Secret | undefined
  providerUrl: string | undefined
  dataDirectory: string
  isFresh: boolean
  hasColour: boolean
  print: (line: string) => void
}

export type RunningPlatform = AsyncDisposable & {
  addresses: { gateway: string; backend: string; 'ai-service': string; provider: string }
  isSimulated: boolean
  tookMs: number
  /** Resolves with a sentence if one of the services ends by itself. */
  unexpectedEnd: Promise<string>
}

const preferredPorts = { gateway: 8080, backend: 8081, 'ai-service': 8082, provider: 8090 }

export async function startPlatform(options: PlatformOptions): Promise<RunningPlatform> {
  const startedMs = performance.now()
  await using scope = new AsyncDisposableStack()
  const dataDirectory = resolve(options.dataDirectory)
  if (options.isFresh) await rm(dataDirectory, { recursive: true, force: true })

  const [databaseUrl, redisUrl] = await Promise.all([
    options.databaseUrl?.reveal() ?? startOwnPostgres(scope, dataDirectory, options.print),
    options.redisUrl?.reveal() ?? startOwnRedis(scope, options.print),
  ])
  await prepareDatabase(databaseUrl, options.print)

  const ends: Promise<string>[] = []
  const start = createStarter(options, scope, ends)
  const provider =
    options.providerUrl ?? `${await start('provider', 'testkit/src/provider-sim/main.ts', {})}/v1`
  const shared = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, HOST: '127.0.0.1' }
  const [gateway, backend, aiService] = await Promise.all([
    start('gateway', 'apps/gateway/src/main.ts', { ...shared, PASS_THROUGH_URL: provider }),
    start('backend', 'apps/backend/src/main.ts', shared),
    start('ai-service', 'apps/ai-service/src/main.ts', shared),
  ])
  const running = scope.move()
  return {
    addresses: { gateway, backend, 'ai-service': aiService, provider },
    isSimulated: options.providerUrl === undefined,
    tookMs: performance.now() - startedMs,
    unexpectedEnd: Promise.race(ends),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

type ServiceName = keyof typeof preferredPorts
type Start = (name: ServiceName, entry: string, environment: Record<string, string>) => Promise<string>

function createStarter(
  options: PlatformOptions,
  scope: AsyncDisposableStack,
  ends: Promise<string>[],
): Start {
  return async (name, entry, environment) => {
    const { startServiceProcess } = await import('@gatehouse/testkit/start-service-process')
    const port = String(await choosePort(preferredPorts[name]))
    const child = await startServiceProcess({
      entry,
      environment: { ...environment, PORT: port },
      args: name === 'provider' ? ['--port', port, '--tokens-per-second', '30'] : [],
      onLine: (line) => options.print(formatLogLine(name, line, options.hasColour)),
    })
    scope.use(child)
    ends.push(
      child.exited.then(({ code, signal }) => `${name} ended unexpectedly (${signal ?? code}); stopping …`),
    )
    return child.url
  }
}

async function startOwnPostgres(
  scope: AsyncDisposableStack,
  dataDirectory: string,
  print: (line: string) => void,
): Promise<string> {
  const { startPostgres } = await import('@gatehouse/testkit/start-postgres')
  print('DATABASE_URL is not set: starting Postgres')
  const postgres = scope.use(await startPostgres({ dataDirectory: join(dataDirectory, 'postgres') }))
  print(`Postgres runs on port ${postgres.port}, its data is in ${postgres.dataDirectory}`)
  return postgres.url
}

async function startOwnRedis(scope: AsyncDisposableStack, print: (line: string) => void): Promise<string> {
  const { startRedis } = await import('@gatehouse/testkit/start-redis')
  print('REDIS_URL is not set: starting Redis')
  const redis = scope.use(await startRedis())
  print(`Redis runs on port ${redis.port}`)
  return redis.url
}

async function prepareDatabase(databaseUrl: string, print: (line: string) => void): Promise<void> {
  const { applied } = await migrate({ databaseUrl, directory: migrationsDirectory })
  if (applied.length > 0) print(`applied ${applied.length} migrations`)
  const { database, close } = openDatabase(new Secret(databaseUrl))
  try {
    const { kind, demo } = await seedDemoCompany(database, createIds(createSystemClock()))
    if (kind === 'created') print(`added the demo company ${demo.companyName}`)
  } finally {
    await close()
  }
}
