// The three services under a light load, so that their metrics have values.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createSystemClock, sleep } from '@gatehouse/runtime/clock'
import { testEventSecrets, testJwtSecrets } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { testInternalCaller, testPaymentSettings } from '@gatehouse/testkit/test-settings'
import { callHeaders, openGatewaySetup } from '../../gateway/gateway-setup.ts'

const callEveryMs = 200
const repositoryRoot = fileURLToPath(new URL('../../../../', import.meta.url))
const run = promisify(execFile)

export type ObservedPlatform = Awaited<ReturnType<typeof startObservedPlatform>>

export async function startObservedPlatform(scope: AsyncDisposableStack) {
  const sim = scope.use(await startProviderSim())
  const setup = await openGatewaySetup(scope, { providerUrl: sim.baseUrl })
  const gateway = await setup.startGateway()
  const environment = {
    ...setup.environment,
    JWT_SECRETS: testJwtSecrets,
    EVENT_SECRETS: testEventSecrets,
    ...testPaymentSettings,
    ...testInternalCaller.settings,
    GATEWAY_URL: `${gateway.url}/llm/v1`,
    GATEWAY_SERVICE_KEY: setup.key.raw,
  }
  const start = async (app: string) =>
    scope.use(await startServiceProcess({ entry: `apps/${app}/src/main.ts`, environment }))
  const services = [gateway, await start('backend'), await start('ai-service')]
  // The AI service reports the last reconciliation, so there must be one.
  const idleCompanyId = await addCompany(setup.database, 1_000_000n)
  await reconcile(environment)
  // As the server of the database reports its newest backup.
  const reportBackup = async (endedAtMs: number) => {
    const info = [{ status: { code: 0 }, backup: [{ timestamp: { stop: Math.floor(endedAtMs / 1_000) } }] }]
    await setup.pool.query('select report_backup($1)', [JSON.stringify(info)])
  }
  await reportBackup(Date.now())
  const stop = new AbortController()
  const calling = keepCalling(gateway.url, callHeaders(setup.key), stop.signal)
  scope.defer(async () => {
    stop.abort()
    await calling
  })
  return {
    targets: services.map(({ url }) => new URL(url).host),
    postgres: setup.postgres,
    pool: setup.pool,
    /** A company without calls. */
    idleCompanyId,
    reportBackup,
    reconcile: () => reconcile(environment),
  }
}

/** Drift, which exit code 1 reports, is what a drill may be about. */
async function reconcile(environment: Readonly<Record<string, string>>): Promise<void> {
  const order = ['apps/cli/src/main.ts', 'reconcile', '--no-freeze']
  await run(process.execPath, order, { cwd: repositoryRoot, env: environment }).catch((thrown: unknown) => {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 1)) throw thrown
  })
}

async function keepCalling(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  const clock = createSystemClock()
  for (let count = 0; !signal.aborted; count += 1) {
    const body = JSON.stringify({
      model: 'svc/chat-default',
      stream: count % 2 === 0,
      messages: [{ role: 'user', content: 'Hello' }],
    })
    await fetch(`${url}/llm/v1/chat/completions`, { method: 'POST', headers, body })
      .then((answer) => answer.text())
      .catch(() => undefined)
    await sleep(clock, callEveryMs, signal)
  }
}
