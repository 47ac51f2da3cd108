import { randomFillSync } from 'node:crypto'
import { confirmEmailChange, requestEmailChange } from '@gatehouse/identity/change-email'
import { createLoginLimits } from '@gatehouse/identity/login-limits'
import { setEnforced } from '@gatehouse/identity/sso-connection'
import { readRole } from '@gatehouse/identity/memberships'
import { changeSuperAdmin } from '@gatehouse/identity/manage-users'
import { removeMember } from '@gatehouse/identity/change-member'
import { type User, findUserByEmail } from '@gatehouse/identity/users'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { type SsoBrowser, openSsoBrowser } from '@gatehouse/testkit/oidc/open-sso-browser'
import {
  type OidcProvider,
  type Person,
  startOidcProvider,
} from '@gatehouse/testkit/oidc/start-oidc-provider'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { addSso } from '@gatehouse/testkit/seed-sso'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codesOf } from '../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../testing/start-test-backend.ts'

const consoleUrl = 'https://console.test.example'
const by = { actor: { kind: 'operator', id: 'test' } } as const
const ids = createIds(createSystemClock())
const password = 'a password before single sign-on'
const scope = new AsyncDisposableStack()

let backend: TestBackend
let provider: OidcProvider
let other: OidcProvider
let companyId: string
let otherId: string
let domain: string
let otherDomain: string

beforeAll(async () => {
  backend = scope.use(await startTestBackend({ CONSOLE_URL: consoleUrl, SSO_ALLOWED_RANGES: '127.0.0.0/8' }))
  companyId = await addCompany(backend.database, 1n)
  otherId = await addCompany(backend.database, 1n)
  const uris = [companyId, otherId].map((id) => `${consoleUrl}/sso/callback/${id}`)
  provider = scope.use(await startOidcProvider(uris))
  other = scope.use(await startOidcProvider(uris))
})
afterAll(() => scope.disposeAsync())

// Every test has domains of its own, and the providers as they were.
beforeEach(async () => {
  domain = `${ids.uuid()}.example`
  otherDomain = `${ids.uuid()}.example`
  await addSso(backend.database, companyId, { provider, domains: [domain] })
  await addSso(backend.database, otherId, { provider: other, domains: [otherDomain] })
  await setEnforced({ database: backend.database, ids }, { companyId, isEnforced: false }, by)
})

function openBrowser(): SsoBrowser {
  return openSsoBrowser({ consoleUrl, backendUrl: backend.url, address: '198.51.100.7' })
}

function person(of = domain): Person & { email: string } {
  const subject = ids.uuid()
  return { subject, email: `${subject}@${of}`, email_verified: true }
}

/** Logs in as the person, in a new browser unless one is given, and returns where the browser ends. */
async function logIn(as: Person, { browser = openBrowser(), at = provider, through = domain } = {}) {
  at.logInAs(as)
  const { reached, visited } = await browser.follow(`/sso/start?domain=${through}&return=/c/jobs`)
  return { browser, reached, visited, error: reached.searchParams.get('error') }
}

async function roleOf(email: string, inCompany = companyId) {
  const user = await findUserByEmail(backend.database, email)
  return user && readRole(backend.database, { userId: user.id, companyId: inCompany })
}

async function refresh(browser: SsoBrowser) {
  const cookie = `gatehouse_refresh=${browser.cookies.get('gatehouse_refresh') ?? ''}`
  return backend.ask('mutation { refresh { user { email } } }', { headers: { cookie } })
}

const logInByPassword = (email: string) =>
  backend.ask(
    'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { expiresAt } }',
    {
      variables: { email, password },
    },
  )

async function addMember(role: 'ADMIN' | 'MEMBER', email: string): Promise<User> {
  return addUser(backend.database, { email, password, companyId, role })
}

test('a new user of a confirmed domain becomes a member, and their session works', async () => {
  const ann = person()
  const { browser, reached } = await logIn(ann)
  expect(reached.href).toBe(`${consoleUrl}/c/jobs`)
  expect(await roleOf(ann.email)).toBe('MEMBER')
  expect((await refresh(browser)).data).toEqual({ refresh: { user: { email: ann.email } } })
  const { rows } = await backend.postgres.query(
    'select action, actor_id from audit_log where company_id = $1 order by id desc limit 2',
    [companyId],
  )
  expect(rows).toEqual([
    { action: 'membership.set', actor_id: 'single-sign-on' },
    { action: 'sso.link', actor_id: 'single-sign-on' },
  ])
})

test('an existing user is linked at the first login, and found by the subject when their address changes', async () => {
  const before = person()
  const user = await addMember('ADMIN', before.email)
  expect((await logIn(before)).error).toBeNull()
  expect(await roleOf(before.email)).toBe('ADMIN')
  const after = { ...before, email: `renamed-${before.email}` }
  const { browser } = await logIn(after)
  expect((await refresh(browser)).data).toEqual({ refresh: { user: { email: user.email } } })
  expect(await findUserByEmail(backend.database, after.email)).toBeUndefined()
})

test('an address that the provider gives to another person does not open the account of the first', async () => {
  const first = person()
  await logIn(first)
  const second = { ...first, subject: ids.uuid() }
  expect((await logIn(second)).error).toBe('sso.identity_changed')
  const user = await findUserByEmail(backend.database, first.email)
  await removeMember({ database: backend.database, ids }, { companyId, userId: user?.id ?? '' }, by)
  expect((await logIn(second)).error).toBeNull()
})

test('several tabs of one browser can log in at the same time', async () => {
  const ann = person()
  provider.logInAs(ann)
  const browser = openBrowser()
  const stopAt = '/sso/callback'
  const [one, two] = [
    await browser.follow(`/sso/start?domain=${domain}`, { stopAt }),
    await browser.follow(`/sso/start?domain=${domain}`, { stopAt }),
  ]
  expect((await browser.follow(one.reached)).reached.href).toBe(`${consoleUrl}/`)
  expect((await browser.follow(two.reached)).reached.href).toBe(`${consoleUrl}/`)
})

test('a wrong or missing state, and an answer in another browser, are refused', async () => {
  const ann = person()
  provider.logInAs(ann)
  const browser = openBrowser()
  const { reached } = await browser.follow(`/sso/start?domain=${domain}`, { stopAt: '/sso/callback' })
  const [wrong, missing] = [new URL(reached), new URL(reached)]
  wrong.searchParams.set('state', 'A'.repeat(43))
  missing.searchParams.delete('state')
  for (const [url, from] of [
    [wrong, browser],
    [missing, browser],
    [reached, openBrowser()],
  ] as const) {
    const end = await from.follow(url)
    expect(end.reached.pathname + end.reached.searchParams.get('error')).toBe('/loginsso.attempt_over')
    expect(from.cookies.has('gatehouse_refresh')).toBe(false)
  }
  const victim = openBrowser()
  await victim.follow(`/sso/start?domain=${domain}`, { stopAt: '/sso/callback' })
  expect((await victim.follow(reached)).reached.searchParams.get('error')).toBe('sso.attempt_over')
  // None of these has used up the login of the browser that started it.
  expect((await browser.follow(reached)).reached.href).toBe(`${consoleUrl}/`)
})

test('an answer of the provider can be used once, and its code in no other login', async () => {
  const { browser, visited } = await logIn(person())
  const callback = visited.find(({ pathname }) => pathname.startsWith('/sso/callback'))
  expect((await browser.follow(callback ?? '')).reached.searchParams.get('error')).toBe('sso.attempt_over')
  const next = await browser.follow(`/sso/start?domain=${domain}`, { stopAt: '/sso/callback' })
  next.reached.searchParams.set('code', callback?.searchParams.get('code') ?? '')
  expect((await browser.follow(next.reached)).reached.searchParams.get('error')).toBe('sso.provider_failed')
})

test('an attempt ends after ten minutes', async () => {
  provider.logInAs(person())
  const browser = openBrowser()
  const { reached } = await browser.follow(`/sso/start?domain=${domain}`, { stopAt: '/sso/callback' })
  await backend.postgres.query("update sso_attempts set expires_at = expires_at - interval '10 minutes'")
  expect((await browser.follow(reached)).reached.searchParams.get('error')).toBe('sso.attempt_over')
})

test.each([false, undefined, 'true', 1])('an address with email_verified %j is refused', async (verified) => {
  const ann = { ...person(), email_verified: verified }
  expect((await logIn(ann)).error).toBe('sso.email_not_verified')
  expect(await findUserByEmail(backend.database, ann.email)).toBeUndefined()
})

test('an address of a foreign, an unconfirmed or a similar domain is refused, and makes no user or member', async () => {
  const claimed = `${ids.uuid()}.example`
  await backend.postgres.query('insert into sso_domains (company_id, domain) values ($1, $2)', [
    companyId,
    claimed,
  ])
  for (const foreign of [otherDomain, claimed, `sub.${domain}`, `not-${domain}`, 'gmail.com']) {
    const stranger = person(foreign)
    expect((await logIn(stranger)).error).toBe('sso.email_outside_domains')
    expect(await findUserByEmail(backend.database, stranger.email)).toBeUndefined()
  }
})

test('a linked account whose address left the company is not opened by its provider', async () => {
  const ann = person()
  await logIn(ann)
  await backend.postgres.query('update users set email = $2 where email = $1', [
    ann.email,
    `private-${ann.subject}@home.example`,
  ])
  expect((await logIn(ann)).error).toBe('sso.email_outside_domains')
})

test('a company whose domain was released cannot log in its users any more', async () => {
  const ann = person()
  await logIn(ann)
  await backend.postgres.query('update sso_domains set confirmed_at = null where domain = $1', [domain])
  expect((await logIn(ann)).error).toBe('sso.not_configured')
})

test('a super admin cannot log in through a company', async () => {
  const root = person()
  await addUser(backend.database, { email: root.email, isSuperAdmin: true })
  expect((await logIn(root)).error).toBe('sso.super_admin')
})

test('a removed admin comes back as a member only, and a present admin stays one', async () => {
  const ann = person()
  const admin = await addMember('ADMIN', ann.email)
  await addMember('ADMIN', person().email)
  await logIn(ann)
  expect(await roleOf(ann.email)).toBe('ADMIN')
  await removeMember({ database: backend.database, ids }, { companyId, userId: admin.id }, by)
  expect((await logIn(ann)).error).toBeNull()
  expect(await roleOf(ann.email)).toBe('MEMBER')
})

test('a company that enforces single sign-on refuses passwords of its domains, but not of others or super admins', async () => {
  const [ann, guest, root] = [person(), person('elsewhere.example'), person()]
  await addMember('ADMIN', ann.email)
  await addMember('MEMBER', guest.email)
  await addUser(backend.database, { email: root.email, password, companyId, isSuperAdmin: true })
  expect((await logInByPassword(ann.email)).errors).toBeUndefined()
  await logIn(ann)
  await setEnforced({ database: backend.database, ids }, { companyId, isEnforced: true }, by)
  const refused = await logInByPassword(ann.email)
  expect(refused.errors?.map(({ extensions }) => [extensions.code, extensions.fault])).toEqual([
    ['FORBIDDEN', 'sso.required'],
  ])
  expect((await logInByPassword(guest.email)).errors).toBeUndefined()
  expect((await logInByPassword(root.email)).errors).toBeUndefined()
  expect((await logIn(ann)).error).toBeNull()
  // A wrong password must not reveal that the account exists.
  const wrong = await backend.ask(
    'mutation { login(email: "no-one@x.example", password: "wrong") { expiresAt } }',
  )
  expect(codesOf(wrong)).toEqual(['UNAUTHENTICATED'])
})

test('a user whose company enforces single sign-on cannot leave its domain by changing the address', async () => {
  const [ann, guest] = [person(), person('elsewhere.example')]
  const [user, other] = [await addMember('ADMIN', ann.email), await addMember('MEMBER', guest.email)]
  await logIn(ann)
  const deps = { database: backend.database, ids, limits: createLoginLimits(backend.database) }
  const enforce = (isEnforced: boolean) => setEnforced(deps, { companyId, isEnforced }, by)
  const tokens: Secret[] = []
  const mailLink = async (_tx: unknown, { token }: { token: Secret }) => void tokens.push(token)
  const request = (by: User) =>
    requestEmailChange(
      { ...deps, fillRandom: randomFillSync, mailLink },
      { user: by, newEmail: `${ids.uuid()}@home.example` },
      {},
    )
  const confirm = (token = new Secret('')) =>
    confirmEmailChange(deps, { token, addressRange: ids.uuid() }, {})
  await request(user)
  await enforce(true)
  await expect(request(user)).rejects.toMatchObject({ code: 'sso.email_managed' })
  // A change that was requested before the enforcement is refused when it is confirmed.
  expect(await confirm(tokens[0])).toBe('WAITING')
  await expect(confirm(tokens[1])).rejects.toMatchObject({ code: 'sso.email_managed' })
  await enforce(false)
  expect(await confirm(tokens[1])).toBe('CHANGED')
  await enforce(true)
  await request(other)
})

test('where single sign-on is enforced, a password cannot be changed, and stays as it is', async () => {
  const ann = person()
  const user = await addMember('MEMBER', ann.email)
  await logIn(ann)
  await setEnforced({ database: backend.database, ids }, { companyId, isEnforced: true }, by)
  const answer = await backend.ask(
    `mutation { changePassword(currentPassword: "${password}", newPassword: "a password of my own") { expiresAt } }`,
    { user },
  )
  expect(answer.errors?.map(({ extensions }) => extensions.fault)).toEqual(['sso.required'])
  await setEnforced({ database: backend.database, ids }, { companyId, isEnforced: false }, by)
  expect((await logInByPassword(ann.email)).errors).toBeUndefined()
})

test('a member who becomes a super admin loses the session that the provider opened', async () => {
  const ann = person()
  const { browser } = await logIn(ann)
  const user = await findUserByEmail(backend.database, ann.email)
  const change = { userId: user?.id ?? '', isSuperAdmin: true }
  await changeSuperAdmin({ database: backend.database, ids }, change, by)
  expect(codesOf(await refresh(browser))).toEqual(['UNAUTHENTICATED'])
  expect((await logIn(ann)).error).toBe('sso.super_admin')
})

test('a login is recent only if the provider says that the user has just logged in there', async () => {
  const ann = person()
  const user = await addMember('ADMIN', ann.email)
  const { browser } = await logIn(ann)
  const requestChange = async () => {
    const cookie = `gatehouse_refresh=${browser.cookies.get('gatehouse_refresh') ?? ''}`
    const { errors = [] } = await backend.ask(
      `mutation { requestEmailChange(newEmail: "${ids.uuid()}@home.example") }`,
      { user, headers: { cookie } },
    )
    return errors.map(({ extensions }) => extensions.fault)
  }
  expect(await requestChange()).toEqual(['identity.recent_login_required'])
  const { visited } = await browser.follow(`/sso/start?domain=${domain}&fresh=true&return=/c/jobs`)
  // The provider knows the browser already, and asks nevertheless.
  expect(visited.some(({ pathname }) => pathname.startsWith('/interaction/'))).toBe(true)
  expect(await requestChange()).toEqual([])
})

test('issuer mix-up: an answer of one provider is refused at the callback of another company', async () => {
  provider.logInAs(person())
  const browser = openBrowser()
  const start = () => browser.follow(`/sso/start?domain=${domain}`, { stopAt: '/sso/callback' })
  const elsewhere = new URL((await start()).reached)
  elsewhere.pathname = `/sso/callback/${otherId}`
  expect((await browser.follow(elsewhere)).reached.searchParams.get('error')).toBe('sso.attempt_over')
  const renamed = (await start()).reached
  renamed.searchParams.set('iss', other.issuer)
  expect((await browser.follow(renamed)).reached.searchParams.get('error')).toBe('sso.provider_failed')
  const changed = (await start()).reached
  await addSso(backend.database, companyId, { provider: other, domains: [] })
  expect((await browser.follow(changed)).reached.searchParams.get('error')).toBe('sso.attempt_over')
})

test('issuer mix-up: the same subject at another issuer is another person', async () => {
  const ann = person()
  await logIn(ann)
  const impostor = { ...person(otherDomain), subject: ann.subject }
  const { browser, error } = await logIn(impostor, { at: other, through: otherDomain })
  expect(error).toBeNull()
  expect((await refresh(browser)).data).toEqual({ refresh: { user: { email: impostor.email } } })
  expect(await roleOf(ann.email, otherId)).toBeUndefined()
})

test('a login that the provider refuses returns to the login page', async () => {
  const browser = openBrowser()
  provider.logInAs(person())
  const { reached } = await browser.follow(`/sso/start?domain=${domain}`, { stopAt: '/sso/callback' })
  reached.searchParams.delete('code')
  reached.searchParams.set('error', 'access_denied')
  expect((await browser.follow(reached)).reached.searchParams.get('error')).toBe('sso.provider_failed')
  expect((await browser.follow('/sso/callback/nonsense?state=x')).reached.searchParams.get('error')).toBe(
    'sso.attempt_over',
  )
})

test('303: the answer of a login that is not known leads to the login page, uncached', async () => {
  const response = await fetch(`${backend.url}/sso/callback/${companyId}?state=x&code=y`, {
    redirect: 'manual',
  })
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toContain(`${consoleUrl}/login?error=sso.attempt_over&request_id=`)
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('429: an address that sends too many requests is refused', async () => {
  await using limited = await startTestBackend({ ADDRESS_REQUESTS_PER_MINUTE: '1' })
  const url = `${limited.url}/sso/callback/${companyId}`
  await fetch(url, { redirect: 'manual' })
  expect((await fetch(url, { redirect: 'manual' })).status).toBe(429)
})

test('503: without SSO_SECRETS there is no single sign-on', async () => {
  await using without = await startTestBackend({ SSO_SECRETS: undefined })
  const response = await fetch(`${without.url}/sso/callback/${companyId}?state=x`)
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ code: 'sso.secret_missing' })
})
