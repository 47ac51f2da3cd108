// Provokes each refusal of a route over HTTP and summarises the answer. All billable routes share one pipeline, and so do
// the routes that only read, so their tests state only what they expect.
import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { startPostgres } from '@gatehouse/testkit/start-postgres'
import { readError } from './read-error.ts'
import { sendUntilLimited } from './send-until-limited.ts'
import { type TestGateway, startTestGateway } from './start-test-gateway.ts'

export type BillableRoute = { path: string; body: Readonly<Record<string, unknown>> }

type RefuseCall = (gateway: TestGateway, route: BillableRoute) => Promise<Response>

/** Returns `status type code` of the refusal, and whether a client may retry. */
export async function refuseCall(
  status: keyof typeof callProvocations,
  gateway: TestGateway,
  route: BillableRoute,
): Promise<string> {
  return summarise(await callProvocations[status](gateway, route))
}

const callProvocations = {
  400: (gateway, { path }) => gateway.post(path, '{"model":'),
  401: (gateway, { path, body }) => gateway.post(path, body, { authorization: 'Bearer svc_live_unknown' }),
  async 402(gateway, { path, body }) {
    const { raw } = await addKey(gateway.database, { companyId: await addCompany(gateway.database, 0n) })
    return gateway.post(path, body, gateway.headers(raw))
  },
  async 403(gateway, { path, body }) {
    const { raw } = await gateway.addKey({ modelAllowlist: ['svc/chat-premium'] })
    return gateway.post(path, body, gateway.headers(raw))
  },
  404: (gateway, { path, body }) => gateway.post(path, { ...body, model: 'svc/none' }),
  async 409(gateway, { path, body }) {
    const headers = { 'idempotency-key': `once for ${path}` }
    await (await gateway.post(path, body, headers)).arrayBuffer()
    return gateway.post(path, { ...body, user: 'another' }, headers)
  },
  413: (gateway, { path, body }) => gateway.post(path, { ...body, user: 'x'.repeat(33 * 1024 * 1024) }),
  async 429(gateway, { path, body }) {
    const { raw } = await gateway.addKey({ rpmLimit: 1 })
    const send = () => gateway.post(path, body, gateway.headers(raw))
    await (await send()).arrayBuffer()
    return send()
  },
  503(gateway, { path, body }) {
    gateway.sim.planNext({ fault: { kind: 'status', status: 500 } })
    return gateway.post(path, body)
  },
} satisfies Record<number, RefuseCall>

export type ReadRoute = {
  path: string
  /** A scope that is not enough for the route. */
  otherScope: 'inference:chat' | 'usage:read'
  /** Client address that only this route's test uses, because all routes share the limit of an address. */
  address: string
}

type RefuseRead = (gateway: TestGateway, route: ReadRoute) => Promise<Response>

/** Provokes and summarises a refusal of a route that only reads. */
export async function refuseRead(
  status: keyof typeof readProvocations,
  gateway: TestGateway,
  route: ReadRoute,
): Promise<string> {
  return summarise(await readProvocations[status](gateway, route))
}

const readProvocations = {
  401: (gateway, { path }) => gateway.get(path, { authorization: '' }),
  async 403(gateway, { path, otherScope }) {
    const { raw } = await gateway.addKey({ scopes: [otherScope] })
    return gateway.get(path, gateway.headers(raw))
  },
  async 429(gateway, { path, address }) {
    const headers = { 'x-forwarded-for': address }
    // Uses up the address limit, which all routes share, with /models, because it responds fastest.
    await sendUntilLimited(() => gateway.get('/models', headers))
    return gateway.get(path, headers)
  },
  async 503(_gateway, { path }) {
    await using gone = await startPostgres({ storage: 'memory' })
    await gone.stop()
    await using gateway = await startTestGateway({ environment: { DATABASE_URL: gone.url } })
    const response = await gateway.get(path)
    return new Response(await response.arrayBuffer(), response)
  },
} satisfies Record<number, RefuseRead>

async function summarise(response: Response): Promise<string> {
  const error = await readError(response)
  const { type, code, shouldRetry, retryAfterMs } = error as Record<string, unknown>
  const retry = shouldRetry === 'false' ? 'final' : Number(retryAfterMs) > 0 ? 'later' : 'unsaid'
  return `${error.status} ${String(type)} ${String(code)} ${retry}`
}
