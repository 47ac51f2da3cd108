// The product, and what stays when its database is replaced: Redis, the object store, and the simulators of both providers.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { testJwtSecrets } from '@gatehouse/testkit/seed-backend'
import { testKeyPeppers } from '@gatehouse/testkit/seed-gateway'
import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { startRedis } from '@gatehouse/testkit/start-redis'
import { type S3Sim, startS3Sim } from '@gatehouse/testkit/start-s3-sim'
import { startServiceProcess } from '@gatehouse/testkit/start-service-process'
import type { StripeSim } from '@gatehouse/testkit/start-stripe-sim'
import { testInternalCaller } from '@gatehouse/testkit/test-settings'
import { signingSecret } from '../../billing/webhook/open-billing-setup.ts'
import { planAnswers } from '../../platform/dependency-loss/plan-answers.ts'

export type Surroundings = {
  providerUrl: string
  objects: S3Sim
  /** Settings of services and commands, apart from the database and the payment provider. */
  settings: Readonly<Record<string, string>>
}

export async function openSurroundings(scope: AsyncDisposableStack): Promise<Surroundings> {
  const sim = scope.use(await startProviderSim({ recordRequests: false }))
  planAnswers(sim, 40)
  const redis = scope.use(await startRedis())
  const objects = scope.use(await startS3Sim())
  const settings = {
    PORT: '0',
    REDIS_URL: redis.url,
    OBJECT_STORE_URL: objects.url,
    KEY_PEPPERS: testKeyPeppers,
    TRUSTED_PROXIES: '127.0.0.1',
    JWT_SECRETS: testJwtSecrets,
    ...testInternalCaller.settings,
  }
  return { providerUrl: sim.baseUrl, objects, settings }
}

export type Product = {
  start(app: 'gateway' | 'backend' | 'ai-service'): Promise<string>
  /** Stops all services, in the reverse order. */
  stop(): Promise<void>
  /** Runs the gatehouse command as an operator does. */
  command(...args: string[]): Promise<CommandEnd>
}

type CommandEnd = { exitCode: number; lines: string[] }

const repositoryRoot = fileURLToPath(new URL('../../../../', import.meta.url))

export function openProduct(
  scope: AsyncDisposableStack,
  { settings }: Surroundings,
  { databaseUrl, payments }: { databaseUrl: string; payments: StripeSim },
): Product {
  const environment = {
    ...settings,
    DATABASE_URL: databaseUrl,
    PAYMENT_API_KEY: payments.apiKey,
    PAYMENT_API_URL: payments.baseUrl,
    PAYMENT_WEBHOOK_SECRETS: signingSecret,
  }
  const services = scope.use(new AsyncDisposableStack())
  return {
    async start(app) {
      const service = await startServiceProcess({ entry: `apps/${app}/src/main.ts`, environment })
      return services.use(service).url
    },
    stop: () => services.disposeAsync(),
    command: (...args) => runCommand(args, environment),
  }
}

function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandEnd> {
  const env = { PATH: process.env['PATH'], USER: 'operator', ...environment }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['apps/cli/src/main.ts', ...args],
      { cwd: repositoryRoot, env },
      (error, stdout, stderr) => {
        const exitCode = error === null ? 0 : Number(error.code ?? 1)
        resolve({ exitCode, lines: `${stdout}${stderr}`.trimEnd().split('\n') })
      },
    )
  })
}
