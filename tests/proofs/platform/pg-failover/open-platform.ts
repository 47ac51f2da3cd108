// The platform on a Postgres cluster: two gateways, the backend and the AI service, with calls, payments and tasks.
import { migrate } from '@gatehouse/postgres/migrate'
import { migrationsDirectory } from '@gatehouse/schema/migrations-directory'
import { testJwtSecrets } from '@gatehouse/testkit/seed-backend'
import { addAliases, addCompany, addKey, testKeyPeppers } from '@gatehouse/testkit/seed-gateway'
import { type PatroniCluster, type PatroniOptions, startPatroni } from '@gatehouse/testkit/start-patroni'
import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { type TestRedis, startRedis } from '@gatehouse/testkit/start-redis'
import { startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { testInternalCaller } from '@gatehouse/testkit/test-settings'
import { openBillingSetup, signingSecret } from '../../billing/webhook/open-billing-setup.ts'
import { type ProofDatabase, connectToDatabase } from '../../kit/servers.ts'
import { type SteadyLoad, longMark, readNumber, startSteadyLoad } from '../dependency-loss/steady-load.ts'
import { type SteadyPayments, startSteadyPayments } from './steady-payments.ts'
import { type SteadyTasks, startSteadyTasks } from './steady-tasks.ts'

export type Platform = ProofDatabase & {
  cluster: PatroniCluster
  redis: TestRedis
  load: SteadyLoad
  /** Numbers of the calls that reached the provider. */
  forwarded: ReadonlySet<number>
  payments: SteadyPayments
  tasks: SteadyTasks
}

export type PlatformOptions = {
  callsPerSecond: number
  /** Payments that are made in advance, to be announced during the acts. */
  paymentsMax: number
  /** Added to the settings of the gateways. */
  gatewaySettings?: Readonly<Record<string, string>>
  cluster?: PatroniOptions
}

const gatewayCount = 2
const companyCount = 4
/** Milliseconds that the provider needs for a long and for a short answer. */
export const longAnswerMs = 3_000
const longAnswer = { outputTokens: 60, tokensPerSecond: 20 }
const shortAnswer = { outputTokens: 8, tokensPerSecond: 40 }

export async function openPlatform(scope: AsyncDisposableStack, options: PlatformOptions): Promise<Platform> {
  const forwarded = new Set<number>()
  const sim = scope.use(await startProviderSim({ recordRequests: false }))
  const isLong = ({ body }: { body: Buffer }) => {
    const number = readNumber(body.toString('utf8'))
    if (number !== undefined) forwarded.add(number)
    return body.includes(longMark)
  }
  sim.planWhen(isLong, longAnswer)
  sim.planWhen(() => true, shortAnswer)
  const redis = scope.use(await startRedis())
  const cluster = scope.use(await startPatroni(options.cluster))
  await migrate({ databaseUrl: cluster.url, directory: migrationsDirectory })
  const { pool, database } = connectToDatabase(scope, cluster.url)
  await addAliases(database, sim.baseUrl)
  const billing = scope.use(await openBillingSetup({ databaseUrl: cluster.url, seed: 'failover' }))
  const environment = {
    PORT: '0',
    DATABASE_URL: cluster.url,
    REDIS_URL: redis.url,
    KEY_PEPPERS: testKeyPeppers,
    TRUSTED_PROXIES: '127.0.0.1',
    JWT_SECRETS: testJwtSecrets,
    PAYMENT_API_KEY: billing.sim.apiKey,
    PAYMENT_API_URL: billing.sim.baseUrl,
    PAYMENT_WEBHOOK_SECRETS: signingSecret,
    ...testInternalCaller.settings,
  }
  const start = async (app: string, own: Readonly<Record<string, string>> = {}) => {
    const entry = `apps/${app}/src/main.ts`
    return scope.use(await startServiceProcess({ entry, environment: { ...environment, ...own } })).url
  }
  const urls: string[] = []
  for (let count = 0; count < gatewayCount; count += 1)
    urls.push(await start('gateway', options.gatewaySettings))
  const backendUrl = await start('backend')
  await start('ai-service')
  const paymentOptions = { webhookUrl: `${backendUrl}/payments/webhook`, count: options.paymentsMax }
  const payments = await startSteadyPayments(billing, paymentOptions, scope)
  const tasks = await startSteadyTasks(cluster.url, scope)
  const keys = []
  for (let count = 0; count < companyCount; count += 1) {
    keys.push(await addKey(database, { companyId: await addCompany(database, 1_000_000_000_000n) }))
  }
  // No key of this proof is limited.
  const limitedKey = await addKey(database, { companyId: await addCompany(database, 1_000_000_000_000n) })
  const load = startSteadyLoad({ urls, keys, limitedKey, callsPerSecond: options.callsPerSecond })
  // The services stop after the load.
  scope.defer(() => load.stop())
  return { cluster, redis, pool, database, load, forwarded, payments, tasks }
}
