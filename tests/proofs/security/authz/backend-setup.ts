// A backend and an AI service as processes, with their own Postgres and Redis and a simulated payment provider that
// sends its webhooks to the backend.
import { registeredEventTypes } from '@gatehouse/billing/provider-event'
import { testFactorSecrets } from '@gatehouse/testkit/seed-factors'
import { testJwtSecrets, testEventSecrets, testMailSecrets } from '@gatehouse/testkit/seed-backend'
import { testKeyPeppers } from '@gatehouse/testkit/seed-gateway'
import { testPasskeySettings } from '@gatehouse/testkit/seed-passkeys'
import { testSsoSecrets } from '@gatehouse/testkit/seed-sso'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { spawnServiceProcess } from '@gatehouse/testkit/start-service-process'
import { type StripeSim, startStripeSim } from '@gatehouse/testkit/start-stripe-sim'
import { testInternalCaller } from '@gatehouse/testkit/test-settings'
import { Redis } from 'ioredis'
import { type ProofDatabase, connectToDatabase, startServers } from '../../kit/servers.ts'

export type BackendSetup = ProofDatabase & {
  url: string
  sim: StripeSim
  redis: Redis
  /** For other services that share the servers. */
  databaseUrl: string
  redisUrl: string
}

const signingSecret = 'whsec_authz_0123456789'

/** `settings` are added to those of the backend. The AI service shares its object store. */
export async function openBackendSetup(
  scope: AsyncDisposableStack,
  settings: Readonly<Record<string, string>> = {},
): Promise<BackendSetup> {
  const [{ postgres, redis: redisServer }, sim] = await Promise.all([startServers(scope), startStripeSim()])
  scope.use(sim)
  const connected = connectToDatabase(scope, postgres.url)
  const redis = new Redis(redisServer.url)
  scope.defer(() => redis.disconnect())
  // Chosen in advance, so that both services can start concurrently.
  const aiPort = String(await findFreePort())
  const aiService = await spawnServiceProcess({
    entry: 'apps/ai-service/src/main.ts',
    environment: {
      PORT: aiPort,
      DATABASE_URL: postgres.url,
      REDIS_URL: redisServer.url,
      // A running generator would change rows while they are compared.
      GENERATOR_INITIAL_STATE: 'stopped',
      // The AI service lists its models only if it has a gateway; this one does not respond, and tasks wait.
      GATEWAY_URL: 'http://127.0.0.1:1/llm/v1',
      GATEWAY_SERVICE_KEY: 'svc_live_unused',
      ...(settings['OBJECT_STORE_URL'] === undefined
        ? {}
        : { OBJECT_STORE_URL: settings['OBJECT_STORE_URL'] }),
      ...testInternalCaller.settings,
    },
  })
  scope.use(aiService)
  const backend = await spawnServiceProcess({
    entry: 'apps/backend/src/main.ts',
    environment: {
      PORT: '0',
      DATABASE_URL: postgres.url,
      REDIS_URL: redisServer.url,
      KEY_PEPPERS: testKeyPeppers,
      JWT_SECRETS: testJwtSecrets,
      MAIL_SECRETS: testMailSecrets,
      FACTOR_SECRETS: testFactorSecrets,
      EVENT_SECRETS: testEventSecrets,
      SSO_SECRETS: testSsoSecrets,
      ...testPasskeySettings,
      PAYMENT_API_KEY: sim.apiKey,
      PAYMENT_API_URL: sim.baseUrl,
      PAYMENT_WEBHOOK_SECRETS: signingSecret,
      AI_SERVICE_URL: `http://127.0.0.1:${aiPort}`,
      AI_SERVICE_SECRET: testInternalCaller.secret,
      // All roles call from one address.
      ADDRESS_REQUESTS_PER_MINUTE: '1000000',
      ...settings,
    },
  })
  scope.use(backend)
  const [url] = await Promise.all([backend.address, aiService.address])
  const webhookUrl = `${url}/payments/webhook`
  sim.addEndpoint({ url: webhookUrl, secrets: [signingSecret], events: [...registeredEventTypes] })
  return { url, ...connected, sim, redis, databaseUrl: postgres.url, redisUrl: redisServer.url }
}
