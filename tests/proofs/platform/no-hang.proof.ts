import { startFaultProxy } from '@gatehouse/testkit/fault-proxy'
import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { testJwtSecrets } from '@gatehouse/testkit/seed-backend'
import type { AddedKey } from '@gatehouse/testkit/seed-gateway'
import { startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { testInternalCaller, testPaymentSettings } from '@gatehouse/testkit/test-settings'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { callHeaders, openGatewaySetup } from '../gateway/gateway-setup.ts'
import { type Proof, type ProofContext, judged } from '../proof.ts'

const waitLimitMs = 2_000
const recoveryLimitMs = 2_000
/** Waits for the charge of a call that was already forwarded to its provider. */
const chargeWaitMs = 10_000
const forwardedLimitMs = chargeWaitMs + 1_000
// In CI a request may be slow, depending on the machine, so the limit is much longer; a request that hangs never ends
// and exceeds this limit too.
const limitMsShort = 30_000

export const proof: Proof = {
  name: 'no-hang',
  tier: 'push',
  claim:
    'with Postgres or Redis accepting connections and never responding, no request hangs, and all services recover automatically',
  bar:
    `wait ≤ ${waitLimitMs} ms, of calls that were already forwarded ≤ the charge wait + 1 s (${forwardedLimitMs} ms), ` +
    `recovery ≤ ${recoveryLimitMs} ms`,
  async run(context) {
    await using scope = new AsyncDisposableStack()
    const { platform, proxies } = await startPlatform(scope)
    await waitUntil(() => platform.isHealthy(), { withinMs: 60_000, what: 'every service is healthy' })
    const quiet = await watch(platform.requests, context.isShort ? 300 : 1_000)
    context.progress(`before: ${quiet.count} requests, the slowest took ${quiet.slowestMs.toFixed(0)} ms`)

    let slowestMs = 0
    let slowestForwardedMs = 0
    let slowestRecoveryMs = 0
    for (const dependency of ['Postgres', 'Redis'] as const) {
      for (const kind of ['blackHole', 'halfOpen'] as const) {
        await proxies[dependency].set({ kind })
        const during = await watch(platform.requests, context.isShort ? 1_300 : 15_000)
        const noticed = !(await platform.isHealthy())
        await proxies[dependency].heal()
        const recoveryMs = await measureRecovery(platform)
        report(context, `${dependency} ${kind}`, { ...during, recoveryMs, noticed })
        if (!noticed)
          throw new Error(`no service noticed that ${dependency} did not respond, so nothing was measured`)
        slowestMs = Math.max(slowestMs, during.slowestMs)
        // Charges do not need Redis.
        if (dependency === 'Redis') slowestMs = Math.max(slowestMs, during.slowestForwardedMs)
        else slowestForwardedMs = Math.max(slowestForwardedMs, during.slowestForwardedMs)
        slowestRecoveryMs = Math.max(slowestRecoveryMs, recoveryMs)
      }
    }
    return judged({
      figure:
        `longest wait ${slowestMs.toFixed(0)} ms, of forwarded calls ${slowestForwardedMs.toFixed(0)} ms, ` +
        `longest recovery ${slowestRecoveryMs.toFixed(0)} ms`,
      isPassed: context.isShort
        ? Math.max(slowestMs, slowestForwardedMs, slowestRecoveryMs) <= limitMsShort
        : slowestMs <= waitLimitMs &&
          slowestForwardedMs <= forwardedLimitMs &&
          slowestRecoveryMs <= recoveryLimitMs,
    })
  },
}

type Watched = { count: number; slowestMs: number; slowestName: string; slowestForwardedMs: number }

function report(
  { progress }: ProofContext,
  fault: string,
  result: Watched & { recoveryMs: number; noticed: boolean },
): void {
  const { count, slowestMs, slowestName, slowestForwardedMs, recoveryMs } = result
  progress(
    `${fault}: ${count} requests, the slowest took ${slowestMs.toFixed(0)} ms (${slowestName}), ` +
      `the slowest forwarded call ${slowestForwardedMs.toFixed(0)} ms; recovered in ${recoveryMs.toFixed(0)} ms`,
  )
}

type Platform = { requests: readonly Ask[]; isHealthy(): Promise<boolean> }
/** `send` resolves to true if the request was a call that the gateway forwarded to the provider. */
type Ask = { name: string; send(): Promise<boolean> }

async function startPlatform(scope: AsyncDisposableStack) {
  const sim = scope.use(await startProviderSim())
  const setup = await openGatewaySetup(scope, { providerUrl: sim.baseUrl })
  const { postgres, redis } = setup
  const proxies = {
    Postgres: scope.use(await startFaultProxy({ targetPort: postgres.port })),
    Redis: scope.use(await startFaultProxy({ targetPort: redis.port })),
  }
  const throughProxy = (url: string, port: number) => {
    const proxied = new URL(url)
    proxied.port = String(port)
    return proxied.href
  }
  const environment = {
    ...setup.environment,
    JWT_SECRETS: testJwtSecrets,
    ...testPaymentSettings,
    ...testInternalCaller.settings,
    DATABASE_URL: throughProxy(postgres.url, proxies.Postgres.port),
    REDIS_URL: throughProxy(redis.url, proxies.Redis.port),
  }
  const start = async (app: string) =>
    scope.use(await startServiceProcess({ entry: `apps/${app}/src/main.ts`, environment })).url
  const [gateway, backend, aiService] = await Promise.all([
    start('gateway'),
    start('backend'),
    start('ai-service'),
  ])
  return { platform: describePlatform({ gateway, backend, aiService, key: setup.key }), proxies }
}

type Places = { gateway: string; backend: string; aiService: string; key: AddedKey }

function describePlatform({ gateway, backend, aiService, key }: Places): Platform {
  const { headers } = testInternalCaller
  const ask = (url: string): Ask => ({
    name: url,
    async send() {
      await (await fetch(url, { headers })).text()
      return false
    },
  })
  const chat: Ask = {
    name: `${gateway}/llm/v1/chat/completions`,
    async send() {
      const answer = await fetch(`${gateway}/llm/v1/chat/completions`, {
        method: 'POST',
        headers: callHeaders(key),
        body: '{"model":"svc/chat-default","stream":true,"messages":[{"role":"user","content":"Hello"}]}',
      })
      await answer.text()
      // A stream begins with its provider's first frame.
      return answer.ok
    },
  }
  const common = ['/health', '/healthz', '/ready', '/metrics', '/nowhere']
  const ai = [
    '/health',
    '/health/live',
    '/health/ready',
    '/health/ready?form=flat',
    '/health/database',
    '/metrics',
    '/nowhere',
    '/docs',
    '/openapi.json',
    ...['stats', 'operations', 'app-logs', 'errors', 'ai-services'].map((name) => `/monitoring/${name}`),
    ...['status', 'metrics'].map((name) => `/api/v1/background-tasks/match-score-generator/${name}`),
  ]
  const isHealthyAt = async (url: string) => {
    const body = (await (await fetch(url)).json()) as { status: string }
    return body.status === 'healthy'
  }
  return {
    requests: [
      ...common.map((path) => ask(gateway + path)),
      ...common.map((path) => ask(backend + path)),
      ...ai.map((path) => ask(aiService + path)),
      chat,
    ],
    isHealthy: async () =>
      (await isHealthyAt(`${gateway}/health`)) &&
      (await isHealthyAt(`${backend}/health`)) &&
      // For the AI service readiness is enough: its workers may wait on a dead connection for seconds, as long as a
      // task may take.
      (await fetch(`${aiService}/health/ready`)).ok,
  }
}

/** Sends all requests repeatedly and concurrently and records the longest wait. */
async function watch(requests: readonly Ask[], forMs: number): Promise<Watched> {
  const endsMs = performance.now() + forMs
  const watched: Watched = { count: 0, slowestMs: 0, slowestName: '', slowestForwardedMs: 0 }
  const repeat = async ({ name, send }: Ask) => {
    while (performance.now() < endsMs) {
      const startedMs = performance.now()
      const isForwarded = await send()
      const tookMs = performance.now() - startedMs
      watched.count += 1
      if (isForwarded) watched.slowestForwardedMs = Math.max(watched.slowestForwardedMs, tookMs)
      else if (tookMs > watched.slowestMs) Object.assign(watched, { slowestMs: tookMs, slowestName: name })
    }
  }
  await Promise.all(requests.map(repeat))
  return watched
}

async function measureRecovery(platform: Platform): Promise<number> {
  const healedMs = performance.now()
  await waitUntil(() => platform.isHealthy(), { withinMs: 30_000, what: 'every service is healthy again' })
  return performance.now() - healedMs
}
