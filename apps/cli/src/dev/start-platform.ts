// The whole platform on one machine: what is configured is used, what is not is started, and all that was
// started is stopped again in reverse order, and nothing else, also when something fails or is stopped half-way.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { seedDemoCompany } from '@gatehouse/companies/seed-demo-company'
import { migrate } from '@gatehouse/postgres/migrate'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { migrationsDirectory } from '@gatehouse/schema/migrations-directory'
import { openDatabase } from '../open-database.ts'
import { choosePort } from './choose-port.ts'
import { type PaymentOptions, openPayments } from './open-payments.ts'
import { startOwnPostgres } from './own-postgres.ts'
import { formatLogLine } from './readable-log.ts'
import { seedDemoKey } from './seed-demo-key.ts'
import { type DemoUser, seedDemoUsers } from './seed-demo-users.ts'
import { seedModels } from './seed-models.ts'

export type PlatformOptions = PaymentOptions & {
  databaseUrl: Secret | undefined
  redisUrl: Secret | undefined
  providerUrl: string | undefined
  keyPeppers: string | undefined
  jwtSecrets: string | undefined
  logLevel: string | undefined
  dataDirectory: string
  isFresh: boolean
  hasColour: boolean
  stopRequested: AbortSignal
}

export type RunningPlatform = AsyncDisposable & {
  addresses: { gateway: string; backend: string; 'ai-service': string; provider: string }
  isSimulated: boolean
  /** Of the demo company; a new one with every start, because a key cannot be read again. */
  demoKey: string
  /** Who may log in; their passwords are new with every start, too. */
  demoUsers: readonly DemoUser[]
  tookMs: number
  /** Resolves with a sentence if one of the services ends by itself. */
  unexpectedEnd: Promise<string>
}

// For a developer's own machine only: whoever reads this file knows it.
const developmentJwtSecrets = 'not-a-secret-only-for-gatehouse-dev'
const developmentAiServiceSecret = 'not-a-secret-of-the-backend-in-gatehouse-dev'
const developmentCallers = `developer:${developmentJwtSecrets},backend:${developmentAiServiceSecret}`

const preferredPorts = { gateway: 8080, backend: 8081, 'ai-service': 8082, provider: 8090 }

export async function startPlatform(options: PlatformOptions): Promise<RunningPlatform> {
  const startedMs = performance.now()
  await using scope = new AsyncDisposableStack()
  const [databaseUrl, redisUrl] = await openStores(options, scope)
  await prepareDatabase(databaseUrl, options)

  const ends: Promise<string>[] = []
  const spawn = createSpawner(options, scope, ends)
  const provider = options.providerUrl ?? (await startSimulator(spawn, options))
  await seedModels(databaseUrl, provider, options.print)
  const logLevel = options.logLevel === undefined ? {} : { LOG_LEVEL: options.logLevel }
  const { peppers, demoKey, serviceKey } = await seedDemoKey(databaseUrl, options.keyPeppers)
  const demoUsers = await seedDemoUsers(databaseUrl)
  const common = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, HOST: '127.0.0.1', ...logLevel }
  const payments = await openPayments(options, scope)
  const objects = { OBJECT_STORE_URL: pathToFileURL(resolve(options.dataDirectory, 'objects')).href }
  // All of them are in the scope before any of them is waited for: if one fails, the others are ended too.
  const spawned = await spawn('gateway', 'apps/gateway/src/main.ts', { ...common, KEY_PEPPERS: peppers })
  const spawnedAiService = await spawn('ai-service', 'apps/ai-service/src/main.ts', {
    ...common,
    ...objects,
    INTERNAL_CALLERS: developmentCallers,
    GATEWAY_URL: `http://127.0.0.1:${spawned.port}/llm/v1`,
    GATEWAY_SERVICE_KEY: serviceKey,
  })
  const coming = [
    spawned,
    await spawn('backend', 'apps/backend/src/main.ts', {
      ...common,
      ...objects,
      KEY_PEPPERS: peppers,
      JWT_SECRETS: options.jwtSecrets ?? developmentJwtSecrets,
      AI_SERVICE_URL: `http://127.0.0.1:${spawnedAiService.port}`,
      AI_SERVICE_SECRET: developmentAiServiceSecret,
      ...payments.settings,
    }),
    spawnedAiService,
  ] as const
  const [gateway, backend, aiService] = await unlessStopped(
    options,
    Promise.all([coming[0].address, coming[1].address, coming[2].address]),
  )
  payments.announceBackend(backend)
  const running = scope.move()
  return {
    addresses: { gateway, backend, 'ai-service': aiService, provider },
    isSimulated: options.providerUrl === undefined,
    demoKey,
    demoUsers,
    tookMs: performance.now() - startedMs,
    unexpectedEnd: Promise.race(ends),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** Both are settled before one's failure is told: what still starts then would be in nobody's scope. */
async function openStores(options: PlatformOptions, scope: AsyncDisposableStack): Promise<[string, string]> {
  const outcomes = await Promise.allSettled([openPostgres(options, scope), openRedis(options, scope)])
  const [postgres, redis] = outcomes
  if (postgres.status === 'rejected') throw postgres.reason
  if (redis.status === 'rejected') throw redis.reason
  throwIfStopped(options)
  return [postgres.value, redis.value]
}

async function openPostgres(options: PlatformOptions, scope: AsyncDisposableStack): Promise<string> {
  const { print, isFresh } = options
  if (options.databaseUrl) {
    if (isFresh) print('DATABASE_URL is set, and --fresh leaves that database alone')
    return options.databaseUrl.reveal()
  }
  print('DATABASE_URL is not set: starting Postgres')
  const postgres = scope.use(await startOwnPostgres(options))
  print(`Postgres runs on port ${postgres.port}, its data is in ${postgres.dataDirectory}`)
  return postgres.url
}

async function openRedis(options: PlatformOptions, scope: AsyncDisposableStack): Promise<string> {
  if (options.redisUrl) return options.redisUrl.reveal()
  const { startRedis } = await import('@gatehouse/testkit/start-redis')
  options.print('REDIS_URL is not set: starting Redis')
  const redis = scope.use(await startRedis())
  options.print(`Redis runs on port ${redis.port}`)
  return redis.url
}

async function prepareDatabase(
  databaseUrl: string,
  { print, stopRequested }: PlatformOptions,
): Promise<void> {
  const { applied } = await migrate({
    databaseUrl,
    directory: migrationsDirectory,
    onWaiting: () => print('another migration is running; waiting for it'),
    stopRequested,
  })
  if (applied.length > 0) print(`applied ${applied.length} migrations`)
  const { database, close } = openDatabase(new Secret(databaseUrl))
  try {
    const { kind, demo } = await seedDemoCompany(database, createIds(createSystemClock()))
    if (kind === 'created') print(`added the demo company ${demo.companyName}`)
  } finally {
    await close()
  }
}

type ServiceName = keyof typeof preferredPorts
type Spawned = { address: Promise<string>; port: string }
type Spawn = (name: ServiceName, entry: string, environment: Record<string, string>) => Promise<Spawned>

function createSpawner(
  options: PlatformOptions,
  scope: AsyncDisposableStack,
  ends: Promise<string>[],
): Spawn {
  return async (name, entry, environment) => {
    throwIfStopped(options)
    const { spawnServiceProcess } = await import('@gatehouse/testkit/start-service-process')
    const port = String(await choosePort(preferredPorts[name]))
    const child = scope.use(
      await spawnServiceProcess({
        entry,
        environment: { ...environment, PORT: port },
        args: name === 'provider' ? ['--port', port, '--tokens-per-second', '30'] : [],
        onLine: (line) => options.print(formatLogLine(name, line, options.hasColour)),
      }),
    )
    ends.push(
      child.exited.then(({ code, signal }) => `${name} ended unexpectedly (${signal ?? code}); stopping …`),
    )
    return { address: child.address, port }
  }
}

async function startSimulator(spawn: Spawn, options: PlatformOptions): Promise<string> {
  const { address } = await spawn('provider', 'testkit/src/provider-sim/main.ts', {})
  return `${await unlessStopped(options, address)}/v1`
}

async function unlessStopped<T>({ stopRequested }: PlatformOptions, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(stoppedBeforeUp())
  if (stopRequested.aborted) stop()
  stopRequested.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    stopRequested.removeEventListener('abort', stop)
  }
}

function throwIfStopped({ stopRequested }: PlatformOptions): void {
  if (stopRequested.aborted) throw stoppedBeforeUp()
}

function stoppedBeforeUp(): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'cli.stopped',
    publicMessage: 'stopped before everything was up',
  })
}
