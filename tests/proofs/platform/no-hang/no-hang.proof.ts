import { setTimeout as pause } from 'node:timers/promises'
import { scopes } from '@gatehouse/keys/api-key'
import { startFaultProxy } from '@gatehouse/testkit/fault-proxy'
import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { startS3Sim } from '@gatehouse/testkit/start-s3-sim'
import { addUser, issueToken, testJwtSecrets } from '@gatehouse/testkit/seed-backend'
import { addKey } from '@gatehouse/testkit/seed-gateway'
import { testSsoSecrets } from '@gatehouse/testkit/seed-sso'
import { startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { testInternalCaller, testPaymentSettings } from '@gatehouse/testkit/test-settings'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { openGatewaySetup } from '../../gateway/gateway-setup.ts'
import { type Proof, type ProofContext, judged } from '../../proof.ts'
import { cutOffAll, findCutOffFaults } from './cut-off-bodies.ts'
import { type HungRequest, composeRequests } from './requests.ts'

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
  tier: 'daily',
  claim:
    'with Postgres or Redis accepting connections and never responding, no request of any route hangs, and all services ' +
    'recover automatically',
  bar:
    `wait ≤ ${waitLimitMs} ms, of calls that were already forwarded ≤ the charge wait + 1 s (${forwardedLimitMs} ms), ` +
    `each request has its usual answer or 503; the same with bodies that are cut off midway, before and during each fault, none of ` +
    `which is accepted; within ${recoveryLimitMs} ms after the fault every request has its usual answer again`,
  async run(context) {
    await using scope = new AsyncDisposableStack()
    const { platform, proxies } = await startPlatform(scope)
    await untilServed(platform.requests)
    const quiet = await watch(platform.requests, context.isShort ? 300 : 1_000)
    context.progress(`before: ${quiet.count} requests, the slowest took ${quiet.slowestMs.toFixed(0)} ms`)

    const cutLimitMs = context.isShort ? limitMsShort : waitLimitMs
    const cutFaults = await cutOff(context, platform, cutLimitMs)
    let wrong = quiet.wrong.size
    let slowestMs = 0
    let slowestForwardedMs = 0
    let slowestRecoveryMs = 0
    for (const dependency of ['Postgres', 'Redis'] as const) {
      for (const kind of ['blackHole', 'halfOpen'] as const) {
        await proxies[dependency].set({ kind })
        const during = await watch(platform.requests, context.isShort ? 1_300 : 15_000)
        cutFaults.push(...(await cutOff(context, platform, cutLimitMs)))
        const noticed = !(await isHealthy(platform.gateway))
        await proxies[dependency].heal()
        const recovery = await measureRecovery(platform)
        report(context, `${dependency} ${kind}`, { ...during, recovery, noticed })
        if (!noticed)
          throw new Error(`no service noticed that ${dependency} did not respond, so nothing was measured`)
        wrong += during.wrong.size
        slowestMs = Math.max(slowestMs, during.slowestMs)
        // Charges do not need Redis.
        if (dependency === 'Redis') slowestMs = Math.max(slowestMs, during.slowestForwardedMs)
        else slowestForwardedMs = Math.max(slowestForwardedMs, during.slowestForwardedMs)
        slowestRecoveryMs = Math.max(slowestRecoveryMs, recovery.tookMs)
      }
    }
    return judged({
      figure:
        `longest wait ${slowestMs.toFixed(0)} ms, of forwarded calls ${slowestForwardedMs.toFixed(0)} ms, ` +
        `longest recovery ${slowestRecoveryMs.toFixed(0)} ms, ${wrong} answers other than the usual one and 503, ` +
        `${cutFaults.length} connections with half a body left open or accepted, ` +
        `${platform.requests.length} kinds of requests`,
      isPassed:
        wrong + cutFaults.length === 0 &&
        (context.isShort
          ? Math.max(slowestMs, slowestForwardedMs, slowestRecoveryMs) <= limitMsShort
          : slowestMs <= waitLimitMs &&
            slowestForwardedMs <= forwardedLimitMs &&
            slowestRecoveryMs <= recoveryLimitMs),
    })
  },
}

type Watched = {
  count: number
  slowestMs: number
  slowestName: string
  slowestForwardedMs: number
  wrong: Set<string>
}

function report(
  { progress }: ProofContext,
  fault: string,
  result: Watched & { recovery: Recovery; noticed: boolean },
): void {
  const { count, slowestMs, slowestName, slowestForwardedMs, recovery, wrong } = result
  for (const answer of wrong) progress(`WRONG: ${fault}: ${answer}`)
  progress(
    `${fault}: ${count} requests, the slowest took ${slowestMs.toFixed(0)} ms (${slowestName}), ` +
      `the slowest forwarded call ${slowestForwardedMs.toFixed(0)} ms; recovered in ${recovery.tookMs.toFixed(0)} ms, ` +
      `the last was ${recovery.lastName}`,
  )
}

async function cutOff(
  { progress }: ProofContext,
  { requests }: Platform,
  limitMs: number,
): Promise<string[]> {
  const found = await cutOffAll(requests, limitMs)
  const faults = findCutOffFaults(found, limitMs)
  for (const fault of faults) progress(`WRONG: ${fault}`)
  progress(
    `half bodies: ${found.length} connections, the longest open for ${Math.max(...found.map(({ tookMs }) => tookMs)).toFixed(0)} ms`,
  )
  return faults
}

type Platform = { gateway: string; requests: readonly HungRequest[] }

async function startPlatform(scope: AsyncDisposableStack) {
  const sim = scope.use(await startProviderSim())
  const store = scope.use(await startS3Sim())
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
    SSO_SECRETS: testSsoSecrets,
    OBJECT_STORE_URL: store.url,
    ADDRESS_REQUESTS_PER_MINUTE: '1000000',
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
  const { companyId } = setup
  const key = await addKey(setup.database, { companyId, scopes: scopes })
  const token = await issueToken(await addUser(setup.database, { companyId }))
  const requests = composeRequests({ gateway, backend, aiService, key, companyId, token })
  return { platform: { gateway, requests }, proxies }
}

// A request that is answered at once is not sent again at once: 55 such loops would use both cores of a small machine, and
// the waits would be those for a core.
const pauseMs = 50

/** Sends all requests repeatedly and concurrently and records the longest wait. */
async function watch(requests: readonly HungRequest[], forMs: number): Promise<Watched> {
  const endsMs = performance.now() + forMs
  const watched: Watched = {
    count: 0,
    slowestMs: 0,
    slowestName: '',
    slowestForwardedMs: 0,
    wrong: new Set(),
  }
  const repeat = async (request: HungRequest) => {
    while (performance.now() < endsMs) {
      const startedMs = performance.now()
      const { status, isForwarded } = await send(request)
      const tookMs = performance.now() - startedMs
      watched.count += 1
      const isExpected = status === request.expected
      if (!isExpected && status !== 503) watched.wrong.add(`${describe(request)} ${status}`)
      if (isForwarded) watched.slowestForwardedMs = Math.max(watched.slowestForwardedMs, tookMs)
      else if (tookMs > watched.slowestMs)
        Object.assign(watched, { slowestMs: tookMs, slowestName: describe(request) })
      await pause(pauseMs)
    }
  }
  await Promise.all(requests.map(repeat))
  return watched
}

type Served = { status: number; isForwarded: boolean }

/** Resolves when the answer is complete; a stream that is broken off counts as 503. */
async function send({ url, init, isBillable = false }: HungRequest): Promise<Served> {
  const answer = await fetch(url, init())
  const text = await answer.text().catch(() => undefined)
  const isForwarded = isBillable && (answer.ok || text?.includes(notRecorded) === true)
  return { status: text === undefined ? 503 : answer.status, isForwarded }
}

// The answer to a call that the provider has answered, and whose charge could not be recorded in time.
const notRecorded = 'The charge could not be recorded'

async function isHealthy(gateway: string): Promise<boolean> {
  const body = (await (await fetch(`${gateway}/health`)).json()) as { status: string }
  return body.status === 'healthy'
}

const describe = ({ url, init }: HungRequest) => `${init().method ?? 'GET'} ${new URL(url).pathname}`

type Recovery = { tookMs: number; lastName: string }

/** Measures until each request has its usual answer again. */
async function measureRecovery({ requests }: Platform): Promise<Recovery> {
  const healedMs = performance.now()
  const recovery: Recovery = { tookMs: 0, lastName: '' }
  await untilServed(requests, (request) =>
    Object.assign(recovery, { tookMs: performance.now() - healedMs, lastName: describe(request) }),
  )
  return recovery
}

async function untilServed(
  requests: readonly HungRequest[],
  onServed: (request: HungRequest) => void = () => undefined,
): Promise<void> {
  await Promise.all(
    requests.map(async (request) => {
      await waitUntil(async () => (await send(request)).status === request.expected, {
        withinMs: 60_000,
        what: `${describe(request)} has status ${request.expected}`,
      })
      onServed(request)
    }),
  )
}
