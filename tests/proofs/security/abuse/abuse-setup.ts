// The platform under attack: a gateway, a backend and an AI service as processes, with their own Postgres and Redis.
// The premium, default and embedding aliases route to a provider that colludes with the attacker (accomplice.ts), all
// others to the polite company's provider.
import { startS3Sim } from '@gatehouse/testkit/start-s3-sim'
import { testJwtSecrets, testMailSecrets } from '@gatehouse/testkit/seed-backend'
import { addCompany, addKey, addPlatformKey } from '@gatehouse/testkit/seed-gateway'
import {
  type ServiceProcess,
  spawnServiceProcess,
  startServiceProcess,
} from '@gatehouse/testkit/start-service-process'
import { testInternalCaller, testPaymentSettings } from '@gatehouse/testkit/test-settings'
import { type GatewaySetup, openGatewaySetup } from '../../gateway/gateway-setup.ts'
import { startAccomplice } from './accomplice.ts'
import type { Budgets, AbuseSetup } from './attack.ts'
import { callAsAttacker } from './attacker-call.ts'
import { addOwner } from './backend-owner.ts'
import { type PoliteCompany, startPoliteCompany } from './polite-company.ts'

const budgets: Budgets = {
  callBytes: 402_653_184,
  storedAnswerBytes: 1_048_576,
  companyStoredBytes: 8_388_608,
  abandoned: 20,
}

// Fields that change the model or the price, as an operator would list them for an aggregator.
const rejectedFields = ['models', 'service_tier', 'plugins']

export async function openAbuseSetup(
  scope: AsyncDisposableStack,
  isShort: boolean,
): Promise<{ platform: AbuseSetup; polite: PoliteCompany }> {
  const [accomplice, polite] = await Promise.all([startAccomplice(), startPoliteCompany()])
  scope.use(accomplice)
  scope.use(polite)
  const setup = await openGatewaySetup(scope, { providerUrl: polite.providerUrl })
  await setup.pool.query(
    `update model_routes set base_url = $1, rejected_fields = $2
      where alias in ('svc/chat-premium', 'svc/chat-default', 'svc/embed-default')`,
    [accomplice.baseUrl, rejectedFields],
  )
  const owner = await addOwner(setup.database)
  const { gateway, backend } = await startServices(scope, setup, isShort)
  const platform: AbuseSetup = {
    setup,
    gateway,
    backend,
    owner,
    accomplice,
    isShort,
    budgets,
    async addAttacker(creditMicros, limits = {}) {
      const companyId = await addCompany(setup.database, creditMicros)
      const key = await addKey(setup.database, { companyId, ...limits })
      return { companyId, key, grantedMicros: creditMicros }
    },
    call: (key, request) => callAsAttacker({ url: gateway.url, key, ...request }),
  }
  return { platform, polite }
}

async function startServices(
  scope: AsyncDisposableStack,
  setup: GatewaySetup,
  isShort: boolean,
): Promise<{ gateway: ServiceProcess; backend: ServiceProcess }> {
  const store = scope.use(await startS3Sim())
  const { raw: serviceKey } = await addPlatformKey(setup.database)
  const environment = { ...setup.environment, OBJECT_STORE_URL: store.url, MAIL_SECRETS: testMailSecrets }
  const startBackend = async () => {
    const settings = { ...environment, ...testPaymentSettings, JWT_SECRETS: testJwtSecrets }
    return scope.use(await startServiceProcess({ entry: 'apps/backend/src/main.ts', environment: settings }))
  }
  const startGateway = async () => {
    const gateway = await setup.startGateway({
      COMPANY_STORED_BYTES_MAX: String(budgets.companyStoredBytes),
      // The short form judges no times, and a stalled machine must not look like an overloaded gateway.
      ...(isShort ? { OVERLOAD_LAG_MS: '60000' } : {}),
    })
    const aiService = await spawnServiceProcess({
      entry: 'apps/ai-service/src/main.ts',
      environment: {
        ...environment,
        ...testInternalCaller.settings,
        GATEWAY_URL: `${gateway.url}/llm/v1`,
        GATEWAY_SERVICE_KEY: serviceKey,
      },
    })
    scope.use(aiService)
    return gateway
  }
  const [gateway, backend] = await Promise.all([startGateway(), startBackend()])
  return { gateway, backend }
}
