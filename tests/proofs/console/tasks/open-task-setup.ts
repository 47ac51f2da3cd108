// Everything that the tasks need: the console over its backend and AI service, a gateway with a simulated model provider,
// and a credit pack that is on sale at the simulated payment provider.
import type { TestBackend } from '@gatehouse/backend/testing/start-test-backend'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { addSession, addUser, issueToken } from '@gatehouse/testkit/seed-backend'
import { addAliases, addCompany, testKeyPeppers, testReceiptKeys } from '@gatehouse/testkit/seed-gateway'
import { type ProviderSim, startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { startS3Sim } from '@gatehouse/testkit/start-s3-sim'
import { startServiceProcess } from '@gatehouse/testkit/start-service-process'
import type { SeedTarget } from '../../../console/seed/seed-target.ts'
import { type ConsoleSetup, openConsoleSetup } from '../open-console-setup.ts'

export type TaskSetup = ConsoleSetup &
  SeedTarget & {
    /** Ends with `/llm/v1`. */
    gatewayUrl: string
    provider: ProviderSim
    /** 50 credits for 12.50 euros. */
    packId: string
  }

/** Undefined if the machine has no Chromium. */
export async function openTaskSetup(scope: AsyncDisposableStack): Promise<TaskSetup | undefined> {
  const objects = scope.use(await startS3Sim())
  const gatewayPort = String(await findFreePort())
  const gatewayUrl = `http://127.0.0.1:${gatewayPort}/llm/v1`
  const console = await openConsoleSetup(scope, {
    OBJECT_STORE_URL: objects.url,
    PUBLIC_GATEWAY_URL: gatewayUrl,
    RECEIPT_KEYS: testReceiptKeys,
  })
  if (!console) return undefined
  // Slow enough to be seen while it streams.
  const provider = scope.use(await startProviderSim({ tokensPerSecond: 200 }))
  await addAliases(console.database, provider.baseUrl)
  const gateway = await startServiceProcess({
    entry: 'apps/gateway/src/main.ts',
    environment: {
      PORT: gatewayPort,
      DATABASE_URL: console.databaseUrl,
      REDIS_URL: console.redisUrl,
      KEY_PEPPERS: testKeyPeppers,
      RECEIPT_KEYS: testReceiptKeys,
      CONSOLE_ORIGIN: console.url,
      // The machine may be busy with other work.
      OVERLOAD_LAG_MS: '60000',
    },
  })
  scope.use(gateway)
  const ask = createAsk(console)
  return {
    ...console,
    gatewayUrl,
    provider,
    packId: await putPackOnSale(console, ask),
    backend: {
      database: console.database,
      postgres: console.pool,
      ask,
      resources: { ids: createIds(createSystemClock()) },
    },
    async addCompanyUser(role = 'ADMIN', creditsMicros = 41_203_991n) {
      const companyId = await addCompany(console.database, creditsMicros)
      return { companyId, user: await addUser(console.database, { companyId, role }) }
    },
  }
}

type Ask = TestBackend['ask']

/** Throws what the backend refuses. */
function createAsk({ url, database }: ConsoleSetup): Ask {
  return async (query, { user, variables = {}, isRecent = false } = {}) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(user ? { authorization: `Bearer ${await issueToken(user)}` } : {}),
        ...(user && isRecent ? { cookie: (await addSession(database, user.id)).cookie } : {}),
      },
      body: JSON.stringify({ query, variables }),
    })
    const body = (await response.json()) as Awaited<ReturnType<Ask>>
    if (body.errors) throw new Error(JSON.stringify(body.errors))
    return body
  }
}

async function putPackOnSale({ database }: ConsoleSetup, ask: Ask): Promise<string> {
  const user = await addUser(database, { isSuperAdmin: true })
  const { data } = await ask(
    `mutation {
      createCreditPack(input: { name: "Starter", credits: 50, price: 12.5, currency: "eur", sortOrder: 1 }) { id }
      syncAllPlansProviderPricing { id } }`,
    { user, isRecent: true },
  )
  return (data as { createCreditPack: { id: string } }).createCreditPack.id
}
