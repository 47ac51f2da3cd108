import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { addSso } from '@gatehouse/testkit/seed-sso'
import { startOidcProvider } from '@gatehouse/testkit/oidc/start-oidc-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestBackend, startTestBackend } from '../../testing/start-test-backend.ts'

const consoleUrl = 'https://console.test.example'
const scope = new AsyncDisposableStack()
let backend: TestBackend
let companyId: string
let issuer: string

beforeAll(async () => {
  backend = scope.use(await startTestBackend({ CONSOLE_URL: consoleUrl, SSO_ALLOWED_RANGES: '127.0.0.0/8' }))
  companyId = await addCompany(backend.database, 1n)
  const provider = scope.use(await startOidcProvider([`${consoleUrl}/sso/callback/${companyId}`]))
  ;({ issuer } = provider)
  await addSso(backend.database, companyId, { provider, domains: ['acme.example'] })
})
afterAll(() => scope.disposeAsync())

function start(query: string, url = backend.url): Promise<Response> {
  return fetch(`${url}/sso/start?${query}`, { redirect: 'manual' })
}

test('303: the browser is sent to the provider with state, nonce and PKCE, and keeps a cookie', async () => {
  const response = await start('domain=ACME.example&return=/c/jobs')
  expect(response.status).toBe(303)
  const location = new URL(response.headers.get('location') ?? '')
  expect(location.origin).toBe(issuer)
  expect(Object.fromEntries(location.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'gatehouse',
    scope: 'openid email',
    redirect_uri: `${consoleUrl}/sso/callback/${companyId}`,
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
    nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
    state: expect.stringMatching(/^[\w-]{43}$/) as string,
  })
  expect(response.headers.get('set-cookie')).toMatch(
    /^__Host-gatehouse_sso=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
})

test.each(['elsewhere.example', '', 'acme.example.', 'sub.acme.example', '%00', 'acme.example%00'])(
  '303: the domain %j, for which there is no single sign-on, leads to the login page',
  async (domain) => {
    const response = await start(`domain=${domain}`)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toMatch(
      /^https:\/\/console\.test\.example\/login\?error=sso\.not_configured&request_id=/,
    )
  },
)

test.each([
  ['/c/jobs?page=2', '/c/jobs?page=2'],
  ['https://evil.example/', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/%0d%0aset-cookie:x', '/%0d%0aset-cookie:x'],
  ['/x\r\nset-cookie: y', '/'],
  ['javascript:alert(1)', '/'],
  [`/${'x'.repeat(600)}`, '/'],
])('the return path %j is kept only if it is a path of the console', async (given, kept) => {
  await start(new URLSearchParams({ domain: 'acme.example', return: given }).toString())
  const { rows } = await backend.postgres.query(
    'select return_path from sso_attempts order by expires_at desc limit 1',
  )
  expect(rows).toEqual([{ return_path: kept }])
})

test('a provider that does not answer, or is not public, leads to the login page', async () => {
  const dead = { issuer: 'http://127.0.0.1:1', clientId: 'x', clientSecret: 'x' }
  for (const provider of [dead, { ...dead, issuer: 'https://localhost' }]) {
    const id = await addCompany(backend.database, 1n)
    await addSso(backend.database, id, { provider, domains: [`of-${id}.example`] })
    const response = await start(`domain=of-${id}.example`)
    expect(response.headers.get('location')).toContain('/login?error=sso.provider_failed')
  }
})

test('429: an address that sends too many requests is refused', async () => {
  await using limited = await startTestBackend({ ADDRESS_REQUESTS_PER_MINUTE: '1' })
  await start('domain=x', limited.url)
  expect((await start('domain=x', limited.url)).status).toBe(429)
})

test('503: without SSO_SECRETS there is no single sign-on', async () => {
  await using without = await startTestBackend({ SSO_SECRETS: undefined })
  expect((await start('domain=acme.example', without.url)).status).toBe(503)
})
