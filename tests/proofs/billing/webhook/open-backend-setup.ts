// The real backend as a process, with a Postgres that can be cut off, a Redis, and the payment provider's simulator
// delivering to it.
import { registeredEventTypes } from '@gatehouse/billing/provider-event'
import { type FaultProxy, startFaultProxy } from '@gatehouse/testkit/fault-proxy'
import { testJwtSecrets } from '@gatehouse/testkit/seed-backend'
import { testKeyPeppers } from '@gatehouse/testkit/seed-gateway'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { type ServiceProcess, startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { startServers } from '../../kit/servers.ts'
import { type BillingSetup, openBillingSetup, signingSecret } from './open-billing-setup.ts'

export type BackendSetup = BillingSetup & {
  webhookUrl: string
  /** Settings that the backend runs with. */
  environment: Readonly<Record<string, string>>
  /** Fault proxy between the backend and Postgres. */
  proxy: FaultProxy
  /** Sends SIGKILL and waits for the exit. */
  killBackend(): Promise<void>
  startBackend(settings?: Readonly<Record<string, string>>): Promise<void>
}

export async function openBackendSetup({ seed }: { seed: string }): Promise<BackendSetup> {
  const scope = new AsyncDisposableStack()
  const { postgres: postgresServer, redis: redisServer } = await startServers(scope)
  const proxy = scope.use(await startFaultProxy({ targetPort: postgresServer.port }))
  const setup = scope.use(await openBillingSetup({ databaseUrl: postgresServer.url, seed }))
  const port = await findFreePort()
  const databaseUrl = new URL(postgresServer.url)
  databaseUrl.port = String(proxy.port)
  const environment = {
    PORT: String(port),
    DATABASE_URL: databaseUrl.href,
    REDIS_URL: redisServer.url,
    KEY_PEPPERS: testKeyPeppers,
    JWT_SECRETS: testJwtSecrets,
    PAYMENT_API_KEY: setup.sim.apiKey,
    PAYMENT_API_URL: setup.sim.baseUrl,
    PAYMENT_WEBHOOK_SECRETS: signingSecret,
  }
  let backend: ServiceProcess | undefined
  const startBackend = async (settings: Readonly<Record<string, string>> = {}) => {
    const entry = 'apps/backend/src/main.ts'
    backend = await startServiceProcess({ entry, environment: { ...environment, ...settings } })
    const { url } = backend
    const isReady = async () => (await fetch(`${url}/ready`)).status === 200
    await waitUntil(isReady, { withinMs: 30_000, what: 'the backend is ready' })
  }
  scope.defer(async () => {
    backend?.signal('SIGKILL')
    await backend?.exited
  })
  await startBackend()
  const webhookUrl = `http://127.0.0.1:${port}/payments/webhook`
  const events = [...registeredEventTypes]
  setup.sim.addEndpoint({ url: webhookUrl, secrets: [signingSecret], events })
  return {
    ...setup,
    webhookUrl,
    environment,
    proxy,
    startBackend,
    async killBackend() {
      backend?.signal('SIGKILL')
      await backend?.exited
    },
    [Symbol.asyncDispose]: () => scope.disposeAsync(),
  }
}
