// Provokes each refusal of a billable route over HTTP and summarises the answer. All billable routes share one
// pipeline, so their tests state only what they expect.
import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { readError } from './read-error.ts'
import type { TestGateway } from './start-test-gateway.ts'

export type BillableRoute = { path: string; body: Readonly<Record<string, unknown>> }

type Refuse = (gateway: TestGateway, route: BillableRoute) => Promise<Response>

/** Returns `status type code` of the refusal, and whether a client may retry. */
export async function refuseCall(
  status: keyof typeof provocations,
  gateway: TestGateway,
  route: BillableRoute,
): Promise<string> {
  const error = await readError(await provocations[status](gateway, route))
  const { type, code, shouldRetry, retryAfterMs } = error as Record<string, unknown>
  const retry = shouldRetry === 'false' ? 'final' : Number(retryAfterMs) > 0 ? 'later' : 'unsaid'
  return `${error.status} ${String(type)} ${String(code)} ${retry}`
}

const provocations = {
  400: (gateway, { path }) => gateway.post(path, '{"model":'),
  401: (gateway, { path, body }) => gateway.post(path, body, { authorization: 'Bearer svc_live_nobody' }),
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
} satisfies Record<number, Refuse>
