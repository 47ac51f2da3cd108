// Logins through a real OpenID provider, without the HTTP routes of the backend.
import { randomFillSync } from 'node:crypto'
import { namedSecrets } from '@gatehouse/runtime/named-secrets'
import { Secret } from '@gatehouse/runtime/secret'
import { openSsoBrowser } from '@gatehouse/testkit/oidc/open-sso-browser'
import { type OidcProvider, startOidcProvider } from '@gatehouse/testkit/oidc/start-oidc-provider'
import { type OpenIdentity, openIdentity } from '@gatehouse/testkit/open-identity'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { addSso, testSsoSecrets } from '@gatehouse/testkit/seed-sso'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireRecentLogin } from '../sessions/recent-login.ts'
import { finishSsoLogin } from './finish-sso-login.ts'
import { createOpenidProvider } from './provider/openid-provider.ts'
import { createSsoSeal } from './seal-client-secret.ts'
import { startSsoLogin } from './start-sso-login.ts'

const consoleUrl = 'https://console.example'
const client = { addressRange: '198.51.100.0/24' }
const seal = createSsoSeal({
  secrets: namedSecrets('secret').parse(testSsoSecrets),
  fillRandom: randomFillSync,
})

let open: OpenIdentity
let oidc: OidcProvider
let companyId: string
let deps: Parameters<typeof startSsoLogin>[0] & Pick<OpenIdentity['deps'], 'ids'>
beforeAll(async () => {
  open = await openIdentity()
  companyId = await addCompany(open.database, 0n)
  const redirectUri = (id: string) => `${consoleUrl}/sso/callback/${id}`
  oidc = await startOidcProvider([redirectUri(companyId)])
  await addSso(open.database, companyId, { provider: oidc, domains: ['managed.example'] })
  const clock = { monotonicMs: () => performance.now() }
  const provider = createOpenidProvider({ clock, request: fetch })
  deps = { ...open.deps, seal, provider, redirectUri }
})
afterAll(async () => {
  await oidc[Symbol.asyncDispose]()
  await open[Symbol.asyncDispose]()
})

const start = (changes: { domain?: string; isFresh?: boolean; browser?: Secret } = {}) =>
  startSsoLogin(deps, {
    domain: 'managed.example',
    returnPath: '/jobs',
    isFresh: false,
    browser: undefined,
    ...changes,
  })
const finish = (answer: URLSearchParams, browser: Secret | undefined, company = companyId) =>
  finishSsoLogin(deps, { companyId: company, answer, browser, client }, {})
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (thrown: unknown) => (thrown as { code: string }).code,
  )

/** What the provider sends back for a login that was started. */
async function answerOf(url: URL): Promise<URLSearchParams> {
  const browser = openSsoBrowser({ consoleUrl, backendUrl: consoleUrl, address: '198.51.100.7' })
  return (await browser.follow(url, { stopAt: '/sso/callback' })).reached.searchParams
}

test('a person logs in through the provider of the company, and comes back to their page', async () => {
  oidc.logInAs({ subject: 'ada', email: 'ada@managed.example', email_verified: true })
  const { url, browser } = await start()
  expect(url.origin).toBe(oidc.issuer)
  expect(url.searchParams.get('prompt')).toBeNull()
  const answer = await answerOf(url)
  const { user, refresh, returnPath } = await finish(answer, browser)
  expect(user.email).toBe('ada@managed.example')
  expect(returnPath).toBe('/jobs')
  expect(await open.countSessions(user.id)).toBe(1)
  // The provider did not say when the user last proved who they are.
  expect(await codeOf(requireRecentLogin(open.database, { userId: user.id, token: refresh.token }))).toBe(
    'identity.recent_login_required',
  )
  expect(await codeOf(finish(answer, browser))).toBe('sso.attempt_over')
})

test('a fresh login makes the session recent', async () => {
  oidc.logInAs({ subject: 'eva', email: 'eva@managed.example', email_verified: true })
  const { url, browser } = await start({ isFresh: true })
  expect(url.searchParams.get('prompt')).toBe('login')
  expect(url.searchParams.get('max_age')).toBe('900')
  const { user, refresh } = await finish(await answerOf(url), browser)
  expect(await codeOf(requireRecentLogin(open.database, { userId: user.id, token: refresh.token }))).toBe(
    'done',
  )
})

test('an answer counts only in the browser that started the login, and for its company', async () => {
  oidc.logInAs({ subject: 'ada', email: 'ada@managed.example', email_verified: true })
  const { url, browser } = await start()
  const answer = await answerOf(url)
  const stranger = new Secret(Buffer.alloc(32, 3).toString('base64url'))
  for (const other of [undefined, stranger, new Secret('short')])
    expect(await codeOf(finish(answer, other))).toBe('sso.attempt_over')
  expect(await codeOf(finish(answer, browser, await addCompany(open.database, 0n)))).toBe('sso.attempt_over')
  expect(await codeOf(finish(new URLSearchParams({ state: 'short' }), browser))).toBe('sso.attempt_over')
  expect(await codeOf(finish(answer, browser))).toBe('done')
})

test('two tabs of a browser share its secret', async () => {
  const { browser } = await start()
  expect((await start({ browser })).browser.reveal()).toBe(browser.reveal())
  expect((await start({ browser: new Secret('short') })).browser.reveal()).not.toBe('short')
})

test('a login that the provider does not confirm, or that was tampered with, is refused', async () => {
  oidc.logInAs({ subject: 'ada', email: 'ada@managed.example', email_verified: true })
  const { url, browser } = await start()
  const answer = await answerOf(url)
  answer.set('code', 'another code')
  expect(await codeOf(finish(answer, browser))).toBe('sso.provider_failed')
  oidc.logInAs({ subject: 'tim', email: 'tim@managed.example', email_verified: 'true' })
  const unverified = await start()
  expect(await codeOf(finish(await answerOf(unverified.url), unverified.browser))).toBe(
    'sso.email_not_verified',
  )
})

test('a login that was started with other settings is over', async () => {
  oidc.logInAs({ subject: 'ada', email: 'ada@managed.example', email_verified: true })
  const { url, browser } = await start()
  const answer = await answerOf(url)
  await open.postgres.query(`update sso_connections set client_id = 'another' where company_id = $1`, [
    companyId,
  ])
  expect(await codeOf(finish(answer, browser))).toBe('sso.attempt_over')
  await open.postgres.query('update sso_connections set client_id = $1 where company_id = $2', [
    oidc.clientId,
    companyId,
  ])
})

test('a domain without single sign-on is refused', async () => {
  expect(await codeOf(start({ domain: 'people.example' }))).toBe('sso.not_configured')
})
