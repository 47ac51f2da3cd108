// A whole platform, including its servers, on one clock that can be moved ahead.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { testEventSecrets, testJwtSecrets } from '@gatehouse/testkit/seed-backend'
import { addPlatformKey } from '@gatehouse/testkit/seed-gateway'
import { type ServiceProcess, startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { testInternalCaller, testPaymentSettings } from '@gatehouse/testkit/test-settings'
import { type GatewaySetup, callHeaders, openGatewaySetup } from '../../gateway/gateway-setup.ts'
import { type MovingClock, createMovingClock } from './moving-clock.ts'

export type UpkeepSetup = GatewaySetup & {
  clock: MovingClock
  gateway: ServiceProcess
  services: readonly ServiceProcess[]
  /** Makes one billable call whose answer is stored, and returns its status. */
  call(gateway?: ServiceProcess): Promise<number>
}

export async function openUpkeepSetup(
  scope: AsyncDisposableStack,
  libfaketime: string,
): Promise<UpkeepSetup> {
  const clock = scope.use(await createMovingClock(libfaketime))
  const sim = scope.use(await startProviderSim())
  const setup = await openGatewaySetup(scope, {
    providerUrl: sim.baseUrl,
    serverEnvironment: clock.serverEnvironment,
  })
  const objects = await mkdtemp(join(tmpdir(), 'gatehouse-objects-'))
  scope.defer(() => rm(objects, { recursive: true, force: true }))
  const { raw } = await addPlatformKey(setup.database)
  const port = await findFreePort()
  const environment = {
    ...setup.environment,
    ...clock.environment,
    ...testPaymentSettings,
    ...testInternalCaller.settings,
    JWT_SECRETS: testJwtSecrets,
    EVENT_SECRETS: testEventSecrets,
    OBJECT_STORE_URL: pathToFileURL(objects).href,
    GATEWAY_URL: `http://127.0.0.1:${port}/llm/v1`,
    GATEWAY_SERVICE_KEY: raw,
    // How soon a due schedule is noticed; the intervals of the work itself are those of production.
    TASK_HOUSEKEEPING_SECONDS: '1',
  }
  const start = async (app: string) =>
    scope.use(await startServiceProcess({ entry: `apps/${app}/src/main.ts`, environment }))
  const [gateway, backend, aiService] = await Promise.all([
    setup.startGateway({ ...clock.environment, PORT: String(port) }),
    start('backend'),
    start('ai-service'),
  ])
  let calls = 0
  return {
    ...setup,
    clock,
    gateway,
    services: [gateway, backend, aiService],
    async call({ url } = gateway) {
      calls += 1
      const response = await fetch(`${url}/llm/v1/chat/completions`, {
        method: 'POST',
        headers: { ...callHeaders(setup.key), 'idempotency-key': `call-${calls}` },
        body: '{"model":"svc/chat-default","messages":[{"role":"user","content":"Hello"}]}',
      })
      await response.arrayBuffer()
      return response.status
    },
  }
}
