// The platform on a Postgres cluster: two gateways, the backend and the AI service, with calls, payments and tasks.
import { migrate } from '@gatehouse/postgres/migrate'
import { migrationsDirectory } from '@gatehouse/schema/migrations-directory'
import { testJwtSecrets } from '@gatehouse/testkit/seed-backend'
import { addAliases, addCompany, addKey, testKeyPeppers } from '@gatehouse/testkit/seed-gateway'
import { type PatroniCluster, type PatroniOptions, startPatroni } from '@gatehouse/testkit/start-patroni'
import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { startRedis } from '@gatehouse/testkit/start-redis'
import { type ServiceProcess, startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { testInternalCaller } from '@gatehouse/testkit/test-settings'
import { openBillingSetup, signingSecret } from '../../billing/webhook/open-billing-setup.ts'
import { type ProofDatabase, connectToDatabase } from '../../kit/servers.ts'
import { planAnswers } from '../dependency-loss/plan-answers.ts'
import { type SteadyLoad, startSteadyLoad } from '../dependency-loss/steady-load.ts'
import { type SteadyPayments, startSteadyPayments } from './steady-payments.ts'
import { type SteadyTasks, startSteadyTasks } from './steady-tasks.ts'

export type Platform = ProofDatabase & {
  cluster: PatroniCluster
  redisUrl: string
  gateways: readonly ServiceProcess[]
  backend: ServiceProcess
  aiService: ServiceProcess
  startGateway(own?: Readonly<Record<string, string>>): Promise<ServiceProcess>
  load: SteadyLoad
  /** Numbers of the calls that reached the provider. */
  forwarded: ReadonlySet<number>
  payments: SteadyPayments
  tasks: SteadyTasks
}

export type ServiceName = 'gateway 1' | 'gateway 2' | 'backend' | 'ai-service'

export type PlatformOptions = {
  callsPerSecond: number
  /** Payments that are made in advance, to be announced during the acts. */
  paymentsMax: number
  /** Added to the settings of a service. */
  settingsOf?: (service: ServiceName) => Readonly<Record<string, string>>
  cluster?: PatroniOptions
  /** A group of Redis servers; a single one is started if omitted. */
  redisUrl?: string
  /** Returns the addresses that calls go to; they go to the gateways themselves if omitted. */
  balance?: (gateways: readonly ServiceProcess[]) => Promise<readonly string[]>
}

const companyCount = 4

export async function openPlatform(scope: AsyncDisposableStack, options: PlatformOptions): Promise<Platform> {
  const sim = scope.use(await startProviderSim({ recordRequests: false }))
  const forwarded = planAnswers(sim)
  const redisUrl = options.redisUrl ?? scope.use(await startRedis()).url
  const cluster = scope.use(await startPatroni(options.cluster))
  await migrate({ databaseUrl: cluster.url, directory: migrationsDirectory })
  const { pool, database } = connectToDatabase(scope, cluster.url)
  await addAliases(database, sim.baseUrl)
  const billing = scope.use(await openBillingSetup({ databaseUrl: cluster.url, seed: 'failover' }))
  const environment = {
    PORT: '0',
    DATABASE_URL: cluster.url,
    REDIS_URL: redisUrl,
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
    return scope.use(await startServiceProcess({ entry, environment: { ...environment, ...own } }))
  }
  const startGateway = (own: Readonly<Record<string, string>> = {}) => start('gateway', own)
  const settingsOf = options.settingsOf ?? (() => ({}))
  const gateways = [await startGateway(settingsOf('gateway 1')), await startGateway(settingsOf('gateway 2'))]
  const backend = await start('backend', settingsOf('backend'))
  const aiService = await start('ai-service', settingsOf('ai-service'))
  const paymentOptions = { webhookUrl: `${backend.url}/payments/webhook`, count: options.paymentsMax }
  const payments = await startSteadyPayments(billing, paymentOptions, scope)
  const tasks = await startSteadyTasks(cluster.url, scope)
  const keys = []
  for (let count = 0; count < companyCount; count += 1) {
    keys.push(await addKey(database, { companyId: await addCompany(database, 1_000_000_000_000n) }))
  }
  // No key of this proof is limited.
  const limitedKey = await addKey(database, { companyId: await addCompany(database, 1_000_000_000_000n) })
  const urls = (await options.balance?.(gateways)) ?? gateways.map(({ url }) => url)
  const load = startSteadyLoad({ urls, keys, limitedKey, callsPerSecond: options.callsPerSecond })
  // The services stop after the load.
  scope.defer(() => load.stop())
  return {
    cluster,
    redisUrl,
    gateways,
    backend,
    aiService,
    startGateway,
    pool,
    database,
    load,
    forwarded,
    payments,
    tasks,
  }
}
