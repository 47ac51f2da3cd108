// A real gateway over the provider simulator, for pages that call models from the browser. It shares the database and the
// Redis of the console's backend, and is started for the first test that asks for it: other pages do not wait for it.
import { addAliases, testKeyPeppers, testReceiptKeys } from '@gatehouse/testkit/seed-gateway'
import { type ProviderSim, startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { type ServiceProcess, startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import type { OpenConsole } from './open-console.ts'

let opened: Promise<{ sim: ProviderSim; gateway: ServiceProcess }> | undefined

/** Resolves to the simulator behind the gateway, without plans of former tests. */
export async function openGateway(console: OpenConsole): Promise<ProviderSim> {
  opened ??= start(console)
  const { sim } = await opened
  sim.reset()
  return sim
}

async function start({ backend, url, gatewayUrl }: OpenConsole) {
  const sim = await startProviderSim({ tokensPerSecond: 200 })
  await addAliases(backend.database, sim.baseUrl)
  const gateway = await startServiceProcess({
    entry: 'apps/gateway/src/main.ts',
    environment: {
      PORT: new URL(gatewayUrl).port,
      DATABASE_URL: backend.databaseUrl,
      REDIS_URL: testRedisUrl(),
      KEY_PEPPERS: testKeyPeppers,
      RECEIPT_KEYS: testReceiptKeys,
      CONSOLE_ORIGIN: url,
      OVERLOAD_LAG_MS: '60000',
    },
  })
  return { sim, gateway }
}
