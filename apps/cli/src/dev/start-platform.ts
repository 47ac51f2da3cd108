// Starts the whole platform on one machine. Configured services are used, the others are started. Everything that was started,
// and nothing else, is stopped again in reverse order, also after a failure or an interrupt during the start.
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { openDatabase } from '../open-database.ts'
import { choosePort } from './choose-port.ts'
import { openDevState } from './dev-state.ts'
import { type MailOptions, openMail } from './open-mail.ts'
import { type DevelopmentPayments, type PaymentOptions, openPayments } from './open-payments.ts'
import { type StoreOptions, migrateDatabase, openStores } from './stores/open-stores.ts'
import { formatLogLine } from './readable-log.ts'
import { type DemoData, seedDemoData } from './seed/seed-demo-data.ts'
import { composeSettings, developerSecret, objectsUrl } from './service-settings.ts'

export type PlatformOptions = StoreOptions &
  MailOptions &
  Pick<PaymentOptions, 'payments'> & {
    providerUrl: string | undefined
    consoleUrl: string | undefined
    keyPeppers: string | undefined
    jwtSecrets: string | undefined
    logLevel: string | undefined
    generatorInitialState: string | undefined
    hasHistory: boolean
    hasColour: boolean
  }

export type RunningPlatform = AsyncDisposable &
  Pick<DemoData, 'demoKey' | 'demoUsers'> & {
    addresses: { gateway: string; backend: string; 'ai-service': string }
    consoleUrl: string
    /** Addresses of the simulators that were started; configured services are not listed. */
    simulators: { provider?: string; payments?: string; mail?: string }
    /** Bearer token for the internal routes of the AI service. */
    aiServiceSecret: string
    tookMs: number
    /** Resolves with a message if a service exits unexpectedly. */
    unexpectedEnd: Promise<string>
  }

export async function startPlatform(options: PlatformOptions): Promise<RunningPlatform> {
  const startedMs = performance.now()
  await using scope = new AsyncDisposableStack()
  const stores = await openStores(options, scope)
  throwIfStopped(options)
  await migrateDatabase(stores.databaseUrl, options)

  const ends: Promise<string>[] = []
  const spawn = createSpawner(options, scope, ends)
  const providerUrl = options.providerUrl ?? (await startSimulator(spawn, options))
  const mail = await openMail(options, scope)
  const { payments, demo } = await prepare(options, { ...stores, providerUrl }, scope)
  // The port is chosen before the backend starts, because the other services need the address of the console.
  const backendPort = String(await choosePort(preferredPorts.backend, scope))
  const { buildConsole } = await import('@gatehouse/testkit/build-console')
  const console = {
    // Not the IP address: browsers allow passkeys only at a domain.
    url: options.consoleUrl ?? `http://localhost:${backendPort}`,
    directory: await unlessStopped(options, buildConsole()),
  }
  const settingsOf = composeSettings({ ...options, ...stores, ...demo, mail, payments, console })
  // All services are in the scope before any of them is awaited, so that if one fails, the others are stopped too.
  const gateway = await spawn('gateway', 'apps/gateway/src/main.ts', settingsOf.gateway)
  const aiService = await spawn(
    'ai-service',
    'apps/ai-service/src/main.ts',
    settingsOf.aiService(gateway.port),
  )
  const backend = await spawn('backend', 'apps/backend/src/main.ts', {
    ...settingsOf.backend(aiService.port, gateway.port),
    PORT: backendPort,
  })
  const [gatewayUrl, backendUrl, aiServiceUrl] = await unlessStopped(
    options,
    Promise.all([gateway.address, backend.address, aiService.address]),
  )
  payments.announceBackend(backendUrl)
  const running = scope.move()
  return {
    ...demo,
    consoleUrl: console.url,
    addresses: { gateway: gatewayUrl, backend: backendUrl, 'ai-service': aiServiceUrl },
    simulators: {
      ...(options.providerUrl === undefined ? { provider: providerUrl } : {}),
      ...(payments.simulator ? { payments: payments.simulator.apiUrl } : {}),
      ...(mail.pageUrl === undefined ? {} : { mail: mail.pageUrl }),
    },
    aiServiceSecret: developerSecret,
    tookMs: performance.now() - startedMs,
    unexpectedEnd: Promise.race(ends),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

type Prepared = { payments: DevelopmentPayments; demo: DemoData }

/** Seeds the demo data, and opens the payment provider that sells its packs and plans. */
async function prepare(
  options: PlatformOptions,
  { databaseUrl, redisUrl, providerUrl }: { databaseUrl: string; redisUrl: string; providerUrl: string },
  scope: AsyncDisposableStack,
): Promise<Prepared> {
  const clock = createSystemClock()
  const { database, postgres, close } = openDatabase(new Secret(databaseUrl))
  try {
    const state = await openDevState(options.dataDirectory, database)
    const payments = await openPayments({ ...options, ...state }, scope)
    const deps = { database, postgres, clock, ids: createIds(clock), print: options.print }
    const order = {
      ...options,
      state,
      providerUrl,
      redisUrl,
      paymentSimulator: payments.simulator,
      objectsUrl: objectsUrl(options.dataDirectory),
    }
    return { payments, demo: await seedDemoData(deps, order) }
  } finally {
    await close()
  }
}

const preferredPorts = { gateway: 8080, backend: 8081, 'ai-service': 8082, provider: 8090 }

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
    const port = environment['PORT'] ?? String(await choosePort(preferredPorts[name], scope))
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
