// The payment provider, as far as we use it, as a server on loopback that the real SDK talks to: stateful, seeded,
// with a clock of its own, and with every way in which deliveries and answers go wrong. See README.md beside it.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Stripe } from 'stripe'
import { apiVersion, emitAgain, emitEvent } from './account/emit-event.ts'
import { createSimAccount, type PaymentBehaviour, type SimAccount } from './account/sim-account.ts'
import {
  createDeliveryEngine,
  type DeliveryEngine,
  type DeliveryRecord,
  payloadOf,
  type ReleaseOrder,
} from './delivery/delivery-engine.ts'
import { createDeliveryPlanBook, type DeliveryPlan } from './delivery/delivery-fault.ts'
import { signPayload } from './delivery/sign-payload.ts'
import { completeSession, finishDelayedPayment, type PayingBy } from './lifecycle/complete-session.ts'
import { closeDispute, failRefund, openDispute } from './lifecycle/refund-charge.ts'
import { newWebhookEndpoint } from './objects/new-webhook-endpoint.ts'
import { type ApiFaultPlan, type ApiRequestFacts, createApiFaultBook } from './server/api-fault.ts'
import { createIdempotencyKeys } from './server/idempotency-keys.ts'
import { servePayPage, serveSessionsPage } from './server/pay-page.ts'
import { type ApiServer, serveApiRequest } from './server/serve-api-request.ts'

export type StripeSimOptions = {
  /** 0, the default, chooses a free one. */
  port?: number | undefined
  /** The same seed and the same requests give the same ids. */
  seed?: string | undefined
  /** Where its clock stands at first; by default now, because receivers have real clocks. */
  startSeconds?: number | undefined
  /** What the receiver's clock says when a delivery is signed; the real time by default. */
  signingSeconds?: (() => number) | undefined
  apiKey?: string | undefined
  /** What becomes of a subscription when the last try to collect its invoice has failed; `cancel` by default. */
  afterLastRetry?: SimAccount['afterLastRetry'] | undefined
  /** 30 at the provider. More for tests that press months into one delivery. */
  eventDays?: number | undefined
}

type EndpointOrder = {
  url: string
  /** Several during a rotation: each delivery is signed with all of them. */
  secrets: readonly string[]
  /** All by default. */
  events?: readonly string[] | undefined
}

type EmitExtras = NonNullable<Parameters<typeof emitEvent>[3]>

export type StripeSim = {
  readonly baseUrl: string
  readonly port: number
  readonly apiKey: string
  /** For `new Stripe(sim.apiKey, sim.clientOptions)`. */
  readonly clientOptions: { host: string; port: number; protocol: 'http'; apiVersion: typeof apiVersion }
  /** Everything that was stated, in the order of statement. */
  readonly events: readonly Stripe.Event[]
  /** Every attempt to deliver, in the order in which they ended. */
  readonly deliveries: readonly DeliveryRecord[]
  readonly apiRequests: readonly ApiRequestFacts[]
  /** What the provider knows; for looking, not for changing. */
  readonly account: SimAccount
  nowSeconds(): number
  /** Moves the clock; what falls due on the way happens at its second, and is delivered, before this resolves. */
  advanceTo(seconds: number): Promise<void>
  advanceBy(seconds: number): Promise<void>
  addEndpoint(order: EndpointOrder): Stripe.WebhookEndpoint
  /** Other secrets from now on, as after a rotation. */
  setSecrets(endpointId: string, secrets: readonly string[]): void
  /** When nothing is on its way any more. */
  idle(): Promise<void>

  /** The customer pays on the page. Resolves when what it caused has been delivered, like all that follow. */
  pay(sessionId: string, by?: PayingBy): Promise<Stripe.Checkout.Session>
  finishDelayedPayment(sessionId: string, outcome: 'succeeded' | 'failed'): Promise<Stripe.Checkout.Session>
  failRefund(refundId: string): Promise<Stripe.Refund>
  openDispute(chargeId: string): Promise<Stripe.Dispute>
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): Promise<Stripe.Dispute>
  setPaymentBehaviour(customerId: string, behaviour: PaymentBehaviour): void
  failNextFinalization(customerId: string): void
  /** States anything at all, for shapes the simulated provider does not come to by itself. */
  emit(type: string, object: object, extras?: EmitExtras): Promise<Stripe.Event>
  /** The same fact under a new event id. */
  emitAgain(eventId: string): Promise<Stripe.Event>
  /** The same event once more, whatever became of it before. */
  redeliver(eventId: string): Promise<void>
  /** The body and the header of a delivery, for tests that send it themselves. */
  signed(event: Stripe.Event, secrets: readonly string[]): { body: string; signature: string }
  /** The header of any body at all, dated as many seconds ahead of the receiver's clock; negative behind. */
  signBody(body: string, order: { secrets: readonly string[]; offsetSeconds?: number }): string

  planDelivery(plan: DeliveryPlan): void
  planApi(plan: ApiFaultPlan): void
  clearPlans(): void
  /** From now on events wait, to be released in another order. */
  holdDeliveries(): void
  releaseDeliveries(order?: ReleaseOrder): Promise<void>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const host = '127.0.0.1'

export async function startStripeSim(options: StripeSimOptions = {}): Promise<StripeSim> {
  const { seed = 'stripe-sim', apiKey = 'sk_test_sim', afterLastRetry = 'cancel' } = options
  const signingSeconds = options.signingSeconds ?? realSeconds
  let port = 0
  const account = createSimAccount({
    seed,
    startSeconds: options.startSeconds ?? realSeconds(),
    baseUrl: () => `http://${host}:${port}`,
  })
  account.afterLastRetry = afterLastRetry
  account.eventDays = options.eventDays ?? account.eventDays
  const secrets = new Map<string, readonly string[]>()
  const plans = createDeliveryPlanBook()
  const engine = createDeliveryEngine({
    account,
    plans,
    secretsOf: ({ id, secret = '' }) => secrets.get(id) ?? [secret],
    signingSeconds,
  })
  account.onEvent = (event) => engine.accept(event)
  const faults = createApiFaultBook()
  const api: ApiServer = {
    account,
    apiKeys: [apiKey],
    idempotencyKeys: createIdempotencyKeys(),
    faults,
    requests: [],
  }
  const server = createSimServer(api)
  port = await listen(server, options.port ?? 0)
  const close = async () => {
    engine.close()
    await closeAtOnce(server)
  }
  return {
    baseUrl: `http://${host}:${port}`,
    port,
    apiKey,
    clientOptions: { host, port, protocol: 'http', apiVersion },
    events: account.events,
    deliveries: engine.records,
    apiRequests: api.requests,
    account,
    ...clockControls(account, engine),
    ...customerControls(account, engine),
    addEndpoint({ url, secrets: own, events = ['*'] }) {
      const endpoint = newWebhookEndpoint(account, {
        url,
        enabled_events: [...events],
        api_version: apiVersion,
        secret: own[0] ?? '',
      })
      account.endpoints.set(endpoint.id, endpoint)
      secrets.set(endpoint.id, own)
      return endpoint
    },
    setSecrets: (endpointId, own) => void secrets.set(endpointId, own),
    signed(event, own) {
      const body = payloadOf(event)
      return { body, signature: signPayload(body, { secrets: own, timestampSeconds: signingSeconds() }) }
    },
    signBody: (body, { secrets: own, offsetSeconds = 0 }) =>
      signPayload(body, { secrets: own, timestampSeconds: signingSeconds() + offsetSeconds }),
    planDelivery: (plan) => plans.plan(plan),
    planApi: (plan) => faults.plan(plan),
    clearPlans() {
      plans.clear()
      faults.clear()
    },
    holdDeliveries: () => engine.hold(),
    releaseDeliveries: (order = 'as_emitted') => engine.release(order),
    close,
    [Symbol.asyncDispose]: close,
  }
}

type ClockControls = Pick<StripeSim, 'nowSeconds' | 'advanceTo' | 'advanceBy' | 'idle'>

function clockControls({ agenda }: SimAccount, engine: DeliveryEngine): ClockControls {
  async function advanceTo(seconds: number): Promise<void> {
    await engine.idle()
    for (let task = agenda.takeDue(seconds); task; task = agenda.takeDue(seconds)) {
      await task()
      await engine.idle()
    }
    agenda.moveTo(seconds)
  }
  return {
    nowSeconds: () => agenda.nowSeconds(),
    advanceTo,
    advanceBy: (seconds) => advanceTo(agenda.nowSeconds() + seconds),
    idle: () => engine.idle(),
  }
}

type CustomerControls = Pick<
  StripeSim,
  | 'pay'
  | 'finishDelayedPayment'
  | 'failRefund'
  | 'openDispute'
  | 'closeDispute'
  | 'setPaymentBehaviour'
  | 'failNextFinalization'
  | 'emit'
  | 'emitAgain'
  | 'redeliver'
>

function customerControls(account: SimAccount, engine: DeliveryEngine): CustomerControls {
  const whenDelivered = async <Value>(value: Value): Promise<Value> => {
    await engine.idle()
    return value
  }
  const find = (eventId: string): Stripe.Event => {
    const event = account.events.find(({ id }) => id === eventId)
    if (!event) throw new RangeError(`there is no event ${eventId}`)
    return event
  }
  return {
    pay: async (sessionId, by) => whenDelivered(completeSession(account, sessionId, by)),
    finishDelayedPayment: async (sessionId, outcome) =>
      whenDelivered(finishDelayedPayment(account, sessionId, outcome)),
    failRefund: async (refundId) => whenDelivered(failRefund(account, refundId)),
    openDispute: async (chargeId) => whenDelivered(openDispute(account, chargeId)),
    closeDispute: async (disputeId, outcome) => whenDelivered(closeDispute(account, disputeId, outcome)),
    setPaymentBehaviour: (customerId, behaviour) => void account.paymentBehaviours.set(customerId, behaviour),
    failNextFinalization: (customerId) => void account.finalizationFailures.add(customerId),
    emit: async (type, object, extras) => whenDelivered(emitEvent(account, type, object, extras)),
    emitAgain: async (eventId) => whenDelivered(emitAgain(account, find(eventId))),
    async redeliver(eventId) {
      engine.redeliver(find(eventId))
      await engine.idle()
    },
  }
}

function createSimServer(api: ApiServer): Server {
  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 })
  server.on('request', (message, response) => {
    const served = serve(api, message, response)
    // Only a bug of the simulator, or a client that hung up, gets here. It shall be seen, and not hang a client.
    served.catch((error: Error) => {
      process.emitWarning(error)
      response.destroy()
    })
  })
  return server
}

function serve(api: ApiServer, message: IncomingMessage, response: ServerResponse): Promise<void> {
  if (message.url === '/' && message.method === 'GET') return serveSessionsPage(api.account, response)
  if (message.url?.startsWith('/pay/')) return servePayPage(api.account, message, response)
  return serveApiRequest(api, message, response)
}

async function listen(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen({ host, port }, () => resolve())
  await promise
  return (server.address() as AddressInfo).port
}

function closeAtOnce(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // The only error is that it is closed already.
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

function realSeconds(): number {
  return Math.floor(Date.now() / 1_000)
}
