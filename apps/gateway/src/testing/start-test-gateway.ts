// Starts the gateway in this process, with a real database, a real Redis and a provider simulator. Each gateway has its
// own client address, so that tests do not share an address limit.
import { Secret } from '@gatehouse/runtime/secret'
import { readConfig } from '@gatehouse/runtime/read-config'
import type { Database } from '@gatehouse/schema/database'
import { type ServiceResources, startService } from '@gatehouse/service/start-service'
import { createPostgres } from '@gatehouse/postgres/create-postgres'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createDatabase } from '@gatehouse/postgres/create-database'
import type { Tables } from '@gatehouse/schema/tables'
import { findFreePort } from '@gatehouse/testkit/free-port'
import {
  type AddedKey,
  addAliases,
  addCompany,
  addKey,
  testKeyPeppers,
  testReceiptKeys,
} from '@gatehouse/testkit/seed-gateway'
import { type ProviderSim, startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { testDatabase, testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { gatewayConfigSchema } from '../config.ts'
import { consoleAccess } from '../entry/routes/console-access.ts'
import { createErrorEnvelope } from '../error-envelope.ts'
import { createGatewayRoutes } from '../gateway.ts'

export type TestGateway = AsyncDisposable & {
  /** Ends with /llm/v1. */
  baseUrl: string
  url: string
  port: number
  sim: ProviderSim
  resources: ServiceResources
  database: Database
  companyId: string
  key: AddedKey
  addKey(settings?: Partial<Parameters<typeof addKey>[1]>): Promise<AddedKey>
  headers(key?: string): Record<string, string>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  get(path: string, headers?: Record<string, string>): Promise<Response>
}

export type TestGatewayOptions = {
  creditMicros?: bigint
  environment?: Record<string, string>
  /** Provider address of the aliases; the simulator's by default. */
  providerUrl?: string
  /** Postgres settings for every connection to the database. */
  settings?: Record<string, string>
}

export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const scope = new AsyncDisposableStack()
  const [{ url: databaseUrl }, sim] = [scope.use(await testDatabase()), scope.use(await startProviderSim())]
  const config = readGatewayConfig({
    DATABASE_URL: databaseUrl,
    REDIS_URL: testRedisUrl(),
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'fatal',
    KEY_PEPPERS: testKeyPeppers,
    RECEIPT_KEYS: testReceiptKeys,
    TRUSTED_PROXIES: '127.0.0.1',
    SHUTDOWN_LEAD_MS: '0',
    // The event loop may lag: client, gateway and provider share this process, on a machine that is busy with other
    // tests.
    OVERLOAD_LAG_MS: '60000',
    ...options.environment,
  })
  const opened = Promise.withResolvers<ServiceResources>()
  const { database, postgres, close } = openDatabase(databaseUrl)
  scope.defer(close)
  const databaseName = new URL(databaseUrl).pathname.slice(1)
  for (const [setting, value] of Object.entries(options.settings ?? {}))
    await postgres.query(`alter database ${databaseName} set ${setting} = '${value}'`)
  await addAliases(database, options.providerUrl ?? sim.baseUrl)
  const companyId = await addCompany(database, options.creditMicros ?? 1_000_000_000n)
  const key = await addKey(database, { companyId })
  const serviceScope = scope.use(new AsyncDisposableStack())
  await startService(
    {
      name: 'gateway',
      translateFault: createErrorEnvelope(config.consoleUrl),
      crossOrigin: consoleAccess(config),
      createRoutes(resources) {
        opened.resolve(resources)
        return createGatewayRoutes(resources, config, serviceScope)
      },
    },
    config,
    serviceScope,
  )
  const resources = await opened.promise
  return describeGateway({ scope, sim, resources, database, companyId, key, port: config.http.port })
}

type Started = Pick<TestGateway, 'sim' | 'resources' | 'database' | 'companyId' | 'key' | 'port'> & {
  scope: AsyncDisposableStack
}

let addresses = 0

function describeGateway({ scope, ...started }: Started): TestGateway {
  const url = `http://127.0.0.1:${started.port}`
  const baseUrl = `${url}/llm/v1`
  const { database } = started
  addresses += 1
  const address = `198.51.${process.pid % 256}.${addresses % 256}`
  const headers = (key = started.key.raw) => ({ authorization: `Bearer ${key}`, 'x-forwarded-for': address })
  return {
    ...started,
    url,
    baseUrl,
    headers,
    addKey: (settings = {}) => addKey(database, { companyId: started.companyId, ...settings }),
    post: (path, body, own = {}) =>
      fetch(baseUrl + path, {
        method: 'POST',
        headers: { ...headers(), 'content-type': 'application/json', ...own },
        body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    get: (path, own = {}) => fetch(baseUrl + path, { headers: { ...headers(), ...own } }),
    [Symbol.asyncDispose]: () => scope.disposeAsync(),
  }
}

function readGatewayConfig(environment: Record<string, string>) {
  const outcome = readConfig(gatewayConfigSchema, environment)
  if (outcome.kind === 'invalid') throw new Error(`invalid settings: ${JSON.stringify(outcome.violations)}`)
  return { ...outcome.config, environment }
}

/** Connections for the tests themselves, with longer timeouts than a service has. */
function openDatabase(url: string) {
  const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
  const patience = { connectTimeoutMs: 20_000, queryTimeoutMs: 20_000 }
  const postgres = createPostgres({
    url: new Secret(url),
    applicationName: 'test',
    poolSizeMax: 2,
    logger,
    ...patience,
  })
  return { database: createDatabase<Tables>(postgres), postgres, close: postgres.close }
}
