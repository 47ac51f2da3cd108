// Runs the backend in this process with a real database and a real Redis.
import { toProblem } from '@gatehouse/http/fault-response'
import type { User } from '@gatehouse/identity/users'
import { createDatabase } from '@gatehouse/postgres/create-database'
import { type Postgres, createPostgres } from '@gatehouse/postgres/create-postgres'
import { readConfig } from '@gatehouse/runtime/read-config'
import { Secret } from '@gatehouse/runtime/secret'
import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import { type ServiceResources, startService } from '@gatehouse/service/start-service'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { testKeyPeppers, testReceiptKeys } from '@gatehouse/testkit/seed-gateway'
import { testFactorSecrets } from '@gatehouse/testkit/seed-factors'
import {
  addSession,
  issueToken,
  testJwtSecrets,
  testEventSecrets,
  testMailSecrets,
} from '@gatehouse/testkit/seed-backend'
import { testSsoSecrets } from '@gatehouse/testkit/seed-sso'
import { testPaymentSettings } from '@gatehouse/testkit/test-settings'
import { testDatabase, testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { createBackendRoutes } from '../backend.ts'
import { backendConfigSchema } from '../config.ts'
import { type GraphqlBody, readGraphql } from './read-graphql.ts'

export type TestBackend = AsyncDisposable & {
  url: string
  port: number
  /** For other services that share the database. */
  databaseUrl: string
  resources: ServiceResources
  /** The test's own connections, with long timeouts; the backend's give up after half a second. */
  postgres: Postgres
  database: Database
  post(body: unknown, headers?: Record<string, string>): Promise<Response>
  /** Sends a document as the given user, or anonymously. */
  ask(
    query: string,
    by?: {
      user?: User
      variables?: Record<string, unknown>
      headers?: Record<string, string>
      /** Sends the cookie of a session that the user has just opened. */
      isRecent?: boolean
    },
  ): Promise<GraphqlBody>
}

/** Undefined unsets a setting. */
type Environment = Readonly<Record<string, string | undefined>>

const testSecrets = {
  JWT_SECRETS: testJwtSecrets,
  KEY_PEPPERS: testKeyPeppers,
  MAIL_SECRETS: testMailSecrets,
  FACTOR_SECRETS: testFactorSecrets,
  EVENT_SECRETS: testEventSecrets,
  SSO_SECRETS: testSsoSecrets,
}

let addresses = 0

export async function startTestBackend(environment: Environment = {}): Promise<TestBackend> {
  const scope = new AsyncDisposableStack()
  const { url: databaseUrl } = scope.use(await testDatabase())
  const postgres = openPatiently(databaseUrl)
  scope.defer(postgres.close)
  const port = Number(environment['PORT'] ?? (await findFreePort()))
  const config = readBackendConfig({
    DATABASE_URL: databaseUrl,
    REDIS_URL: testRedisUrl(),
    PORT: String(port),
    LOG_LEVEL: 'fatal',
    ...testSecrets,
    RECEIPT_KEYS: testReceiptKeys,
    TRUSTED_PROXIES: '127.0.0.1',
    // The limit is high because the sockets and uploads of all tests come from one address.
    ADDRESS_REQUESTS_PER_MINUTE: '100000',
    ...testPaymentSettings,
    ...environment,
  })
  const opened = Promise.withResolvers<ServiceResources>()
  const serviceScope = scope.use(new AsyncDisposableStack())
  await startService(
    {
      name: 'backend',
      translateFault: toProblem,
      createRoutes(resources) {
        opened.resolve(resources)
        return createBackendRoutes(resources, config, serviceScope)
      },
    },
    config,
    serviceScope,
  )
  const resources = await opened.promise
  const url = `http://127.0.0.1:${port}`
  const database = createDatabase<Tables>(postgres)
  addresses += 1
  // A unique client address, so that tests do not share an address limit.
  const address = `198.51.${process.pid % 256}.${addresses % 256}`
  const post: TestBackend['post'] = (body, headers = {}) =>
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return {
    url,
    port,
    databaseUrl,
    resources,
    postgres,
    database,
    post,
    async ask(query, { user, variables = {}, headers = {}, isRecent = false } = {}) {
      const authorization = user ? { authorization: `Bearer ${await issueToken(user)}` } : {}
      const session = user && isRecent ? { cookie: (await addSession(database, user.id)).cookie } : {}
      return readGraphql(await post({ query, variables }, { ...authorization, ...session, ...headers }))
    },
    [Symbol.asyncDispose]: () => scope.disposeAsync(),
  }
}

function openPatiently(databaseUrl: string): Postgres {
  return createPostgres({
    url: new Secret(databaseUrl),
    applicationName: 'test',
    poolSizeMax: 4,
    connectTimeoutMs: 15_000,
    queryTimeoutMs: 15_000,
    logger: createLogger({ service: 'test', level: 'fatal', sinks: [] }),
  })
}

function readBackendConfig(environment: Environment) {
  const outcome = readConfig(backendConfigSchema, environment)
  if (outcome.kind === 'invalid') throw new Error(`invalid settings: ${JSON.stringify(outcome.violations)}`)
  return outcome.config
}
