// A gateway as a separate process, with a database, a provider simulator and the platform's own key, for tests that
// call models through it.
import { type ServiceNames, createServiceNames } from '@gatehouse/models/service-names'
import { Secret } from '@gatehouse/runtime/secret'
import { addAliases, addPlatformKey, testKeyPeppers } from '../seed/seed-gateway.ts'
import { type ProviderSim, startProviderSim } from '../provider-sim/start-provider-sim.ts'
import { type ServiceProcess, startServiceProcess } from '../server-process/start-service-process.ts'
import { type OpenTestDatabase, openTestDatabase } from './open-test-database.ts'
import { testRedisUrl } from './test-servers.ts'

export type GatewayProcess = AsyncDisposable & {
  /** Base URL of the gateway's API, which ends with `/llm/v1`. */
  gatewayUrl: string
  serviceKey: Secret
  names: ServiceNames
  sim: ProviderSim
  open: OpenTestDatabase
  service: ServiceProcess
}

export async function startGatewayProcess(
  environment: Readonly<Record<string, string>> = {},
): Promise<GatewayProcess> {
  await using scope = new AsyncDisposableStack()
  const open = scope.use(await openTestDatabase())
  const sim = scope.use(await startProviderSim())
  await addAliases(open.database, sim.baseUrl)
  const { raw } = await addPlatformKey(open.database)
  const service = scope.use(
    await startServiceProcess({
      entry: 'apps/gateway/src/main.ts',
      environment: {
        PORT: '0',
        DATABASE_URL: open.url,
        REDIS_URL: testRedisUrl(),
        KEY_PEPPERS: testKeyPeppers,
        OVERLOAD_LAG_MS: '60000',
        ...environment,
      },
    }),
  )
  const running = scope.move()
  return {
    gatewayUrl: `${service.url}/llm/v1`,
    serviceKey: new Secret(raw),
    names: createServiceNames('svc'),
    sim,
    open,
    service,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
