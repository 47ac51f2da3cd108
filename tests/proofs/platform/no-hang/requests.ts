// One or more requests for every route of every service. A test compares them with the folders of the routes, so that a
// new route cannot be left out.
import { createHmac, randomUUID } from 'node:crypto'
import { callHeaders, nextAddress } from '../../gateway/gateway-setup.ts'
import type { AddedKey } from '@gatehouse/testkit/seed-gateway'
import { testInternalCaller, testPaymentSettings } from '@gatehouse/testkit/test-settings'

export type Places = {
  gateway: string
  backend: string
  aiService: string
  key: Pick<AddedKey, 'raw'>
  companyId: string
  /** Access token of an admin of the company. */
  token: string
}

export type HungRequest = {
  /** Folder of its route below `apps`; undefined for what the foundation serves. */
  route: string | undefined
  url: string
  init(): RequestInit
  /** Status while all servers respond. */
  expected: number
  /** A billable call: if it succeeds, the gateway has forwarded it to a provider. */
  isBillable?: boolean
}

export function composeRequests(places: Places): HungRequest[] {
  const common = ['/health', '/healthz', '/ready', '/metrics'].map((path) => ({ path, expected: 200 }))
  const everywhere = [...common, { path: '/nowhere', expected: 404 }]
  return [
    ...[places.gateway, places.backend].flatMap((url) =>
      everywhere.map(({ path, expected }) => get(url + path, { expected })),
    ),
    ...gatewayRequests(places),
    ...backendRequests(places),
    ...aiRequests(places),
  ]
}

type Given = { route?: string; expected?: number; headers?: () => Record<string, string> }

function get(url: string, { route, expected = 200, headers = () => ({}) }: Given = {}): HungRequest {
  return { route, url, expected, init: () => ({ headers: headers(), redirect: 'manual' }) }
}

function post(
  url: string,
  body: () => string,
  { route, expected = 200, headers = () => ({}) }: Given = {},
): HungRequest {
  const init = () => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers() },
    body: body(),
  })
  return { route, url, expected, init }
}

function gatewayRequests({ gateway, key }: Places): HungRequest[] {
  const base = `${gateway}/llm/v1`
  const headers = () => callHeaders(key)
  const at = (folder: string, expected = 200): Given => ({
    route: `gateway/src/entry/routes/${folder}`,
    headers,
    expected,
  })
  const billable = (folder: string, path: string, body: () => object): HungRequest => ({
    ...post(base + path, () => JSON.stringify(body()), at(folder)),
    isBillable: true,
  })
  const messages = [{ role: 'user', content: 'Hello' }]
  // A document that was parsed before is answered from the cache.
  const cv = () => ({
    text: `Jane Doe\njane@example.com\n\nExperience\nCook, ${randomUUID()}, 2019 - 2023`,
  })
  const tool = { name: 'list_models', arguments: {} }
  const mcpHeaders = () => ({
    ...headers(),
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  })
  return [
    billable('chat-completions', '/chat/completions', () => ({
      model: 'svc/chat-default',
      stream: true,
      messages,
    })),
    billable('chat-completions', '/chat/completions', () => ({ model: 'svc/chat-default', messages })),
    billable('completions', '/completions', () => ({ model: 'svc/chat-default', prompt: 'Hello' })),
    billable('embeddings', '/embeddings', () => ({ model: 'svc/embed-default', input: 'Hello' })),
    billable('parse', '/parse/cv', cv),
    billable('parse', '/parse/jd', cv),
    get(`${base}/models`, at('models')),
    get(`${base}/models/svc/chat-default`, at('model')),
    get(`${base}/usage`, at('usage')),
    get(`${base}/usage/calls/${randomUUID()}`, at('usage-call', 404)),
    get(`${base}/jobs`, at('jobs')),
    ...['/openapi.json', '/docs'].map((path) =>
      get(base + path, {
        route: 'gateway/src/entry/routes/public-document',
        headers: () => ({ 'x-forwarded-for': nextAddress() }),
      }),
    ),
    post(`${base}/mcp`, () => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool }), {
      ...at('mcp'),
      headers: mcpHeaders,
    }),
  ]
}

function backendRequests({ backend, companyId, token }: Places): HungRequest[] {
  const headers = () => ({ authorization: `Bearer ${token}`, 'x-forwarded-for': nextAddress() })
  const at = (folder: string, expected = 200): Given => ({
    route: `backend/src/routes/${folder}`,
    headers,
    expected,
  })
  const graphql = (query: string, variables: object) =>
    post(`${backend}/graphql`, () => JSON.stringify({ query, variables }), at('graphql'))
  const login = { email: 'unknown@test.example', password: 'not the password of this user' }
  const query = `companyId=${companyId}`
  return [
    graphql('query ($id: ID!) { companyOverview(companyId: $id) { __typename } }', { id: companyId }),
    graphql('query ($id: ID!) { keyLimits(companyId: $id, keyId: $id) { __typename } }', { id: companyId }),
    graphql(
      'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { __typename } }',
      login,
    ),
    get(`${backend}/exports/calls.csv?${query}`, at('exports')),
    get(`${backend}/exports/audit.csv?${query}`, at('exports')),
    get(`${backend}/documents/${randomUUID()}?${query}`, at('documents-download', 404)),
    post(`${backend}/documents?${query}&kind=cv&name=cv.txt`, () => `A CV ${randomUUID()}`, {
      ...at('documents-upload', 202),
      headers: () => ({ ...headers(), 'content-type': 'application/octet-stream' }),
    }),
    {
      route: 'backend/src/routes/payments-webhook',
      url: `${backend}/payments/webhook`,
      expected: 200,
      init: signedEvent,
    },
    get(`${backend}/sso/start?domain=unknown.example`, at('sso-start', 303)),
    get(`${backend}/sso/callback/${companyId}?code=none&state=none`, at('sso-callback', 303)),
  ]
}

/** A new event of the payment provider, signed as the provider signs. */
function signedEvent(): RequestInit {
  const seconds = Math.floor(Date.now() / 1_000)
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    api_version: '2026-10-28',
    created: seconds,
    livemode: false,
    type: 'charge.refunded',
    data: { object: { id: `ch_${randomUUID()}`, object: 'charge' } },
  })
  const signature = createHmac('sha256', testPaymentSettings.PAYMENT_WEBHOOK_SECRETS)
    .update(`${seconds}.${body}`)
    .digest('hex')
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` }
  return { method: 'POST', headers, body }
}

function aiRequests({ aiService }: Places): HungRequest[] {
  const headers = () => ({ ...testInternalCaller.headers })
  const at = (folder: string, expected = 200): Given => ({
    route: `ai-service/src/routes/${folder}`,
    headers,
    expected,
  })
  const room = () => ({ room: `room ${randomUUID()}`, timestamp: new Date().toISOString() })
  const event = (name: 'created' | 'destroyed') =>
    post(
      `${aiService}/api/events/room/${name}`,
      () => JSON.stringify({ event: `room_${name}`, ...room() }),
      at('meetings/room-event', 202),
    )
  const generator = `${aiService}/api/v1/background-tasks/match-score-generator`
  return [
    get(`${aiService}/health`, at('health')),
    get(`${aiService}/health/live`, at('health')),
    get(`${aiService}/health/ready`, at('health/ready')),
    get(`${aiService}/health/ready?form=flat`, at('health/ready')),
    get(`${aiService}/health/database`, at('health/database')),
    ...['stats', 'operations', 'app-logs', 'errors', 'ai-services'].map((name) =>
      get(`${aiService}/monitoring/${name}`, at(`monitoring/${name}`)),
    ),
    get(`${generator}/status`, at('generator/status')),
    get(`${generator}/metrics`, at('generator/metrics')),
    post(`${generator}/start`, () => '{}', at('generator/start')),
    post(`${generator}/stop`, () => '{}', at('generator/stop')),
    event('created'),
    event('destroyed'),
    post(
      `${aiService}/api/events/room/transcript`,
      () => {
        const { room: name, timestamp } = room()
        return JSON.stringify({ room: name, lines: [{ timestamp, speaker: 'A', text: 'Hello' }] })
      },
      at('meetings/room-transcript', 202),
    ),
    ...['/metrics', '/docs', '/openapi.json'].map((path) => get(aiService + path)),
    get(`${aiService}/nowhere`, { expected: 404 }),
  ]
}
