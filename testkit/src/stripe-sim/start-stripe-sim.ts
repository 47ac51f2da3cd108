// The part of the payment provider that we use, as a loopback server for the real SDK: stateful, seeded, with its own
// clock, and with every way in which deliveries and responses can go wrong. See README.md in this folder.
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Stripe } from 'stripe'
import { apiVersion, emitAgain, emitEvent } from './account/emit-event.ts'
import { type PaymentBehaviour, type SimAccount, createSimAccount } from './account/sim-account.ts'
import { newWebhookEndpoint } from './api/event-routes.ts'
import {
  type DeliveryEngine,
  type DeliveryRecord,
  type ReleaseOrder,
  createDeliveryEngine,
  payloadOf,
  signPayload,
} from './delivery/delivery-engine.ts'
import { type DeliveryPlan, createDeliveryPlanQueue } from './delivery/delivery-fault.ts'
import { type PayingBy, completeSession, finishDelayedPayment } from './lifecycle/complete-session.ts'
import { closeDispute, failRefund, openDispute } from './lifecycle/refund-charge.ts'
import { type ApiFaultPlan, type ApiRequestFacts, createApiFaultBook } from './server/api-fault.ts'
import { createIdempotencyKeys } from './server/idempotency-keys.ts'
import { servePayPage, serveSessionsPage } from './server/pay-page.ts'
import { type ApiServer, serveApiRequest } from './server/serve-api-request.ts'

export type StripeSimOptions = {
  /** 0, the default, picks a free port. */
  port?: number | undefined
  /** The same seed and the same requests give the same ids. */
  seed?: string | undefined
  /** Initial time of the simulator's clock. The default is now, because receivers use the real time. */
  startSeconds?: number | undefined
  /** The receiver's time when a delivery is signed; the real time by default. */
  signingSeconds?: (() => number) | undefined
  apiKey?: string | undefined
  /** What happens to a subscription when the last attempt to collect its invoice has failed; `cancel` by default. */
  afterLastRetry?: SimAccount['afterLastRetry'] | undefined
  /**
   * Number of days for which events can be listed: 30 by default, as at the provider. Tests that simulate longer spans
   * of time need more.
   */
  eventDays?: number | undefined
  /**
   * The account's default API version: events are listed in it, and delivered in 2023-10-16, with which the endpoints are
   * registered. The default is 2023-10-16 for both.
   */
  accountApiVersion?: string | undefined
}

type EndpointOrder = {
  url: string
  /** The signing secrets. During a rotation there are several, and each delivery is signed with all of them. */
  secrets: readonly string[]
  /** The event types to deliver; all by default. */
  events?: readonly string[] | undefined
}

type EmitExtras = NonNullable<Parameters<typeof emitEvent>[3]>

export type StripeSim = {
  readonly baseUrl: string
  readonly port: number
  readonly apiKey: string
  /** For `new Stripe(sim.apiKey, sim.clientOptions)`. */
  readonly clientOptions: { host: string; port: number; protocol: 'http'; apiVersion: typeof apiVersion }
  /** All events, in the order emitted. */
  readonly events: readonly Stripe.Event[]
  /** All delivery attempts, in the order in which they ended. */
  readonly deliveries: readonly DeliveryRecord[]
  readonly apiRequests: readonly ApiRequestFacts[]
  /** The simulated account's state, read-only for tests. */
  readonly account: SimAccount
  nowSeconds(): number
  /**
   * Advances the clock; tasks that fall due run at their own second, and their events are delivered, before this
   * resolves.
   */
  advanceTo(seconds: number): Promise<void>
  advanceBy(seconds: number): Promise<void>
  addEndpoint(order: EndpointOrder): Stripe.WebhookEndpoint
  /** Replaces the secrets, as after a rotation. */
  setSecrets(endpointId: string, secrets: readonly string[]): void
  /** Resolves when no delivery is in flight. */
  idle(): Promise<void>

  /**
   * The customer pays on the page. Like the following methods, resolves when the resulting events have been delivered.
   */
  pay(sessionId: string, by?: PayingBy): Promise<Stripe.Checkout.Session>
  finishDelayedPayment(sessionId: string, outcome: 'succeeded' | 'failed'): Promise<Stripe.Checkout.Session>
  failRefund(refundId: string): Promise<Stripe.Refund>
  openDispute(chargeId: string): Promise<Stripe.Dispute>
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): Promise<Stripe.Dispute>
  setPaymentBehaviour(customerId: string, behaviour: PaymentBehaviour): void
  /** Gives the customer a discount on all later invoices. */
  setDiscount(customerId: string, percentOff: number): void
  failNextFinalization(customerId: string): void
  /** Emits an arbitrary event, for shapes that the simulator does not produce itself. */
  emit(type: string, object: object, extras?: EmitExtras): Promise<Stripe.Event>
  /** Emits the same fact under a new event id. */
  emitAgain(eventId: string): Promise<Stripe.Event>
  /** Delivers the same event again, whatever happened to it before. */
  redeliver(eventId: string): Promise<void>
  /** Body and signature header of a delivery, for tests that send it themselves. */
  signed(event: Stripe.Event, secrets: readonly string[]): { body: string; signature: string }
  /** Signature header for any body, dated this many seconds ahead of the receiver's clock; negative for behind. */
  signBody(body: string, order: { secrets: readonly string[]; offsetSeconds?: number }): string

  planDelivery(plan: DeliveryPlan): void
  planApi(plan: ApiFaultPlan): void
  clearPlans(): void
  /** Holds events from now on, so that they can be released in another order. */
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
  account.listedApiVersion = options.accountApiVersion
  const secrets = new Map<string, readonly string[]>()
  const plans = createDeliveryPlanQueue()
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
  | 'setDiscount'
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
    setDiscount: (customerId, percentOff) => void account.discounts.set(customerId, percentOff),
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
    // Only a bug in the simulator, or a client that disconnected, gets here. Make it visible instead of letting the
    // client hang.
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
    // The only possible error is that the server is already closed.
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

function realSeconds(): number {
  return Math.floor(Date.now() / 1_000)
}
