// The webhook route on the real HTTP server, with its own database and the payment provider's simulator.
import { oneShard } from '@gatehouse/postgres/shards'
import { openBilling, type Billing } from '@gatehouse/billing/open-billing'
import { createDatabase } from '@gatehouse/postgres/create-database'
import { createPostgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { type FaultProxy, startFaultProxy } from '@gatehouse/testkit/fault-proxy'
import { type StripeSim, startStripeSim } from '@gatehouse/testkit/start-stripe-sim'
import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { testDatabase } from '@gatehouse/testkit/vitest/test-servers'
import { paymentsWebhookRoute } from '../routes/payments-webhook/route.ts'

export const currentSecret = 'whsec_current_0123456789'
export const previousSecret = 'whsec_previous_012345678'

export type TestWebhook = AsyncDisposable & {
  url: string
  sim: StripeSim
  billing: Billing
  database: Database
  /** Proxy between the webhook and the database. */
  proxy: FaultProxy
  post(body: string | undefined, signature?: string): Promise<Response>
}

export async function startTestWebhook(): Promise<TestWebhook> {
  const scope = new AsyncDisposableStack()
  const clock = createSystemClock()
  const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
  const databaseUrl = new URL(scope.use(await testDatabase()).url)
  const proxy = scope.use(await startFaultProxy({ targetPort: Number(databaseUrl.port) }))
  databaseUrl.port = String(proxy.port)
  const postgres = createPostgres({
    url: new Secret(databaseUrl.href),
    applicationName: 'test',
    poolSizeMax: 4,
    // Longer than in a service, because the machine may be busy.
    connectTimeoutMs: 5_000,
    queryTimeoutMs: 5_000,
    logger,
  })
  scope.defer(() => postgres.close())
  const database = createDatabase<Tables>(postgres)
  const sim = scope.use(await startStripeSim())
  const billing = openBilling({
    databases: oneShard(database),
    clock,
    ids: createIds(clock),
    logger,
    settings: {
      apiKey: new Secret(sim.apiKey),
      apiUrl: sim.baseUrl,
      signingSecrets: [new Secret(currentSecret), new Secret(previousSecret)],
      consoleUrl: 'https://console.example',
    },
  })
  const http = scope.use(await startTestHttp([paymentsWebhookRoute(billing)]))
  const url = `${http.url}/payments/webhook`
  return {
    url,
    sim,
    billing,
    database,
    proxy,
    post: (body, signature) =>
      fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(signature === undefined ? {} : { 'stripe-signature': signature }),
        },
        ...(body === undefined ? {} : { body }),
      }),
    [Symbol.asyncDispose]: () => scope.disposeAsync(),
  }
}

/** An event of a type that nothing handles, in the provider's format. */
export function anEvent(sim: StripeSim, id: string): Parameters<StripeSim['signed']>[0] {
  const event = {
    id,
    object: 'event',
    type: 'customer.updated',
    created: sim.nowSeconds(),
    api_version: '2023-10-16',
    livemode: false,
    data: { object: { id: 'cus_1', object: 'customer' } },
  }
  return event as unknown as Parameters<StripeSim['signed']>[0]
}
