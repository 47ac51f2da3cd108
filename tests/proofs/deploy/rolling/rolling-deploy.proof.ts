import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { testJwtSecrets } from '@gatehouse/testkit/seed-backend'
import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { type Balancer, startBalancer } from '@gatehouse/testkit/start-balancer'
import { findHaproxy } from '@gatehouse/testkit/start-haproxy'
import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { type ServiceProcess, startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { testInternalCaller } from '@gatehouse/testkit/test-settings'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { openBillingSetup, signingSecret } from '../../billing/webhook/open-billing-setup.ts'
import { openGatewaySetup } from '../../gateway/gateway-setup.ts'
import { compareLedger } from '../../platform/dependency-loss/compare-ledger.ts'
import { planAnswers } from '../../platform/dependency-loss/plan-answers.ts'
import { hasFailed, startSteadyLoad } from '../../platform/dependency-loss/steady-load.ts'
import { startSteadyPayments } from '../../platform/pg-failover/steady-payments.ts'
import { type NightProof, type ProofContext, judged, notMeasured } from '../../proof.ts'
import { checkOut } from './check-out.ts'
import { openSteadyMails } from './steady-mails.ts'

// The commit before failovers of Postgres and Redis were supported. The first release will take its place.
const earlierCommit = '58eb9320bb81025bc86fee00f17ccd5d895413a0'
const replicas = { gateway: 3, backend: 2, 'ai-service': 2 } as const
type App = keyof typeof replicas
const apps = Object.keys(replicas) as App[]
const callsPerSecond = 50
const companyCount = 4
const paymentCount = 400
// As in production; the load balancer needs two seconds to notice.
const leadMs = '5000'

export const proof: NightProof = {
  name: 'rolling-deploy',
  tier: 'night',
  claim:
    'all processes can be replaced one by one under load, and an earlier release works with the schema of the next one',
  bar: '0 failed calls, 0 broken streams, 0 lost or repeated charges, payments and mails, drift 0',
  async tryTools() {
    await findHaproxy()
  },
  async run(context) {
    if (await isMissing(findHaproxy()))
      return notMeasured('haproxy is not installed (Debian: apt install haproxy)')
    await using scope = new AsyncDisposableStack()
    context.progress(`installing the dependencies of ${earlierCommit.slice(0, 8)}`)
    const earlier = await checkOut(scope, earlierCommit).catch((thrown: unknown) => {
      context.progress(String(thrown))
      return undefined
    })
    const fleet = await openFleet(scope, earlier)
    await pause(2_000)
    if (earlier !== undefined) await fleet.replaceAll('the earlier release by this one', context)
    await fleet.replaceAll('this release by the same release', context)
    const found = await fleet.finish()
    for (const complaint of found.complaints) context.progress(complaint)
    const figure =
      `${found.replaced} processes replaced under ${found.calls} calls: ${found.failed} failed, ${found.brokenOff} streams ` +
      `broken off; ${found.lost} lost, ${found.repeated} repeated of charges, ${found.payments} payments and ${found.mails} mails, ` +
      `drift ${found.drifting}`
    if (earlier === undefined && found.isClean)
      return notMeasured(`${figure}; the earlier release could not be installed`)
    return judged({ figure, isPassed: found.isClean })
  },
}

async function isMissing(found: Promise<unknown>): Promise<boolean> {
  return found.then(
    () => false,
    () => true,
  )
}

async function openFleet(scope: AsyncDisposableStack, firstRoot: string | undefined) {
  const sim = scope.use(await startProviderSim({ recordRequests: false }))
  const forwarded = planAnswers(sim)
  const setup = await openGatewaySetup(scope, { providerUrl: sim.baseUrl })
  const billing = scope.use(await openBillingSetup({ databaseUrl: setup.postgres.url, seed: 'rolling' }))
  const mails = await openSteadyMails(scope, setup.pool, setup.companyId)
  const ports = new Map<App, number[]>()
  for (const app of apps) ports.set(app, await freePorts(replicas[app]))
  const environment = {
    ...setup.environment,
    SHUTDOWN_LEAD_MS: leadMs,
    JWT_SECRETS: testJwtSecrets,
    PAYMENT_API_KEY: billing.sim.apiKey,
    PAYMENT_API_URL: billing.sim.baseUrl,
    PAYMENT_WEBHOOK_SECRETS: signingSecret,
    ...testInternalCaller.settings,
    SMTP_URL: mails.smtpUrl,
    MAIL_FROM: 'Gatehouse <mail@example.com>',
  }
  const running = new Map<number, ServiceProcess>()
  const start = async (app: App, port: number, root?: string) => {
    const entry = `apps/${app}/src/main.ts`
    const own = { entry, environment: { ...environment, PORT: String(port) } }
    running.set(port, await startServiceProcess(root === undefined ? own : { ...own, root }))
  }
  scope.defer(async () => {
    await Promise.all(running.values().map((service) => service.stop()))
  })
  for (const app of apps) for (const port of ports.get(app) ?? []) await start(app, port, firstRoot)
  const balancer = await startBalancer(scope, {
    gateway: ports.get('gateway') ?? [],
    backend: ports.get('backend') ?? [],
  })
  await waitUntil(() => isServing(balancer), {
    withinMs: 30_000,
    what: 'the balancer leads to both services',
  })
  const webhookUrl = `${balancer.backendUrl}/payments/webhook`
  const payments = await startSteadyPayments(billing, { webhookUrl, count: paymentCount }, scope)
  mails.start()
  const keys = []
  for (let count = 0; count < companyCount; count += 1)
    keys.push(
      await addKey(setup.database, { companyId: await addCompany(setup.database, 1_000_000_000_000n) }),
    )
  // No key of this proof is limited.
  const limitedKey = await addKey(setup.database, { companyId: setup.companyId })
  const load = startSteadyLoad({ urls: [balancer.gatewayUrl], keys, limitedKey, callsPerSecond })
  scope.defer(() => load.stop())
  let replaced = 0

  return {
    async replaceAll(what: string, { progress }: ProofContext): Promise<void> {
      for (const app of apps) {
        for (const port of ports.get(app) ?? []) {
          await running.get(port)?.stop()
          await start(app, port)
          replaced += 1
          // As a supervisor does: the next process is stopped only when this one serves.
          await waitUntil(() => isHealthy(app, port), {
            withinMs: 30_000,
            what: 'the new process is healthy',
          })
          await pause(1_500)
        }
        progress(
          `${what}: every ${app} was replaced, ${load.calls.filter(hasFailed).length} calls have failed`,
        )
      }
    },
    async finish() {
      await load.stop()
      await Promise.all([payments.stop(), mails.stop()])
      const [paid, sent] = [await payments.compare(), await mails.compare()]
      const ledger = await compareLedger(setup, load.calls, { forwarded })
      const failedCalls = load.calls.filter(hasFailed)
      const brokenOff = failedCalls.filter(({ ending }) => ending === 'broken off').length
      const lost = ledger.lost + ledger.unrecorded + paid.lost + sent.lost
      const repeated = ledger.chargedForNothing + ledger.doubled + paid.doubled + sent.doubled
      return {
        replaced,
        calls: load.calls.length,
        failed: failedCalls.length,
        brokenOff,
        lost,
        repeated,
        payments: paid.acknowledged,
        mails: sent.sent,
        drifting: ledger.drifting,
        isClean: failedCalls.length + lost + repeated + ledger.drifting === 0 && paid.acknowledged > 0,
        complaints: [...failedCalls.slice(0, 5).map(({ description }) => description), ...ledger.complaints],
      }
    },
  }
}

async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  for (let index = 0; index < count; index += 1) ports.push(await findFreePort())
  return ports
}

async function isServing({ gatewayUrl, backendUrl }: Balancer): Promise<boolean> {
  const answers = await Promise.all(
    [gatewayUrl, backendUrl].map((url) => fetch(`${url}/healthz`).catch(() => undefined)),
  )
  return answers.every((answer) => answer?.status === 200)
}

async function isHealthy(app: App, port: number): Promise<boolean> {
  const path = app === 'ai-service' ? '/health/live' : '/healthz'
  const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
  return answer?.status === 200
}
