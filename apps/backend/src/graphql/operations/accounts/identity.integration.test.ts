import { createLoginLimits } from '@gatehouse/identity/login-limits'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf, readGraphql } from '../../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend

beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend[Symbol.asyncDispose]())

const password = 'correct horse battery staple'
const login = `mutation ($email: String!, $password: String!) {
  login(email: $email, password: $password) { accessToken expiresAt user { id email } } }`
const refresh = 'mutation { refresh { accessToken user { id } } }'

let addresses = 0
/** Headers with a new client address for each request, for tests that are not about addresses. */
function fromNewAddress(): Record<string, string> {
  addresses += 1
  return { 'x-forwarded-for': `203.0.${addresses >> 8}.${addresses & 255}` }
}

async function logIn(email: string, given = password, headers = fromNewAddress()) {
  const response = await backend.post({ query: login, variables: { email, password: given } }, headers)
  return { response, body: await readGraphql(response) }
}

function cookieOf(response: Response, name = 'gatehouse_refresh'): string {
  const header = response.headers.getSetCookie().find((text) => text.startsWith(`${name}=`))
  return header?.split(';')[0] ?? ''
}

async function refreshWith(cookie: string, headers: Record<string, string> = {}) {
  const response = await backend.post({ query: refresh }, { cookie, ...headers })
  return { body: await readGraphql(response), cookie: cookieOf(response), response }
}

const faultOf = ({ errors }: Awaited<ReturnType<typeof readGraphql>>) => errors?.[0]?.extensions.fault

test('a login gives a valid access token, regardless of the case of the address', async () => {
  const user = await addUser(backend.database, { email: 'Anna@Case.example', password })
  const { body } = await logIn(' anna@CASE.example ')
  const session = body.data?.['login'] as { accessToken: string; user: unknown }
  expect(session.user).toEqual({ id: user.id, email: 'Anna@Case.example' })
  const headers = { authorization: `Bearer ${session.accessToken}` }
  await expect(backend.ask('{ whoAmI { id } }', { headers })).resolves.toEqual({
    data: { whoAmI: { id: user.id } },
  })
})

test('the refresh token is sent only as a cookie that scripts, other sites and plain HTTP cannot get', async () => {
  await addUser(backend.database, { email: 'cookie@test.example', password })
  const { response, body } = await logIn('cookie@test.example')
  const attributes = /; Expires=[^;]+; Path=\/graphql; HttpOnly; Secure; SameSite=Strict$/
  const headers = response.headers.getSetCookie()
  expect(headers).toHaveLength(2)
  for (const header of headers) expect(header).toMatch(attributes)
  expect(headers[0]).toMatch(/^gatehouse_refresh=[\w-]{43};/)
  expect(headers[1]).toMatch(/^gatehouse_device=[\w.-]+;/)
  const token = cookieOf(response).split('=')[1] ?? 'none'
  expect(JSON.stringify(body)).not.toContain(token)
  const stored = await backend.database.selectFrom('refresh_tokens').select('token_hash').execute()
  expect(stored.some(({ token_hash }) => token_hash.toString('latin1').includes(token))).toBe(false)
})

test('a wrong password, an unknown address and a user without a password get the same error', async () => {
  await addUser(backend.database, { email: 'known@test.example', password })
  await addUser(backend.database, { email: 'passwordless@test.example' })
  const answers = [
    await logIn('known@test.example', 'wrong'),
    await logIn('unknown@test.example'),
    await logIn('passwordless@test.example'),
    await logIn('passwordless@test.example', ''),
    await logIn("known@test.example' or true --"),
  ]
  const texts = answers.map(({ body }) => JSON.stringify(body).replace(/"request_id":"[^"]+"/, ''))
  expect(new Set(texts).size).toBe(1)
  expect(faultOf(answers[0]?.body ?? {})).toBe('identity.wrong_credentials')
  expect(answers.every(({ response }) => response.headers.get('set-cookie') === null)).toBe(true)
})

test('after ten wrong passwords an account is locked for unknown devices for a while, from every address, even with the right password', async () => {
  await addUser(backend.database, { email: 'guessed@test.example', password })
  // Concurrent, because an attacker does not wait for responses.
  const guesses = await Promise.all(Array.from({ length: 14 }, () => logIn('guessed@test.example', 'wrong')))
  const lookedAt = guesses.filter(({ body }) => faultOf(body) === 'identity.wrong_credentials')
  expect(lookedAt.length).toBeLessThanOrEqual(10)
  // On a busy machine some requests may have failed before they were counted.
  await waitUntil(
    async () => faultOf((await logIn('guessed@test.example', 'wrong')).body) === 'identity.too_many_attempts',
    { withinMs: 15_000, what: 'the account is locked' },
  )
  const right = await logIn('guessed@test.example')
  expect(codesOf(right.body)).toEqual(['RATE_LIMITED'])
  expect(right.body.errors?.[0]?.extensions).toMatchObject({ retry_after_ms: expect.any(Number) as number })
})

test('while the account is locked, its owner can log in on a known device, until the password is changed', async () => {
  const user = await addUser(backend.database, { email: 'besieged@test.example', password })
  const cookie = cookieOf((await logIn('besieged@test.example')).response, 'gatehouse_device')
  await waitUntil(
    async () =>
      faultOf((await logIn('besieged@test.example', 'wrong')).body) === 'identity.too_many_attempts',
    { withinMs: 30_000, what: 'the account is locked for unknown devices' },
  )
  const logInHere = (given = password) =>
    logIn('besieged@test.example', given, { ...fromNewAddress(), cookie: `other=1; ${cookie}` })
  expect(codesOf((await logInHere()).body)).toEqual([])
  const forged = { ...fromNewAddress(), cookie: `${cookie.slice(0, -2)}AA` }
  expect(faultOf((await logIn('besieged@test.example', password, forged)).body)).toBe(
    'identity.too_many_attempts',
  )
  // Failed guesses by others do not stop a logged-in user from changing the password. After the change, no device
  // counts as known any more.
  const next = 'another horse battery staple'
  const changing = `mutation { changePassword(currentPassword: "${password}", newPassword: "${next}") { expiresAt } }`
  expect(codesOf(await backend.ask(changing, { user }))).toEqual([])
  expect(faultOf((await logInHere(next)).body)).toBe('identity.too_many_attempts')
})

test('an account that does not exist is locked just like one that does', async () => {
  for (let guess = 0; guess < 10; guess += 1) await logIn('nobody@test.example', 'wrong')
  expect(faultOf((await logIn('nobody@test.example', 'wrong')).body)).toBe('identity.too_many_attempts')
})

test('a successful login restores all attempts', async () => {
  await addUser(backend.database, { email: 'clumsy@test.example', password })
  for (let turn = 0; turn < 2; turn += 1) {
    for (let slip = 0; slip < 9; slip += 1) await logIn('clumsy@test.example', 'wrong')
    expect(codesOf((await logIn('clumsy@test.example')).body)).toEqual([])
  }
})

test('an address with too many attempts is refused with its whole /64, for every account', async () => {
  const limits = createLoginLimits(backend.database)
  const spent = { kind: 'address', value: '2001:db8:1:2::/64' } as const
  const logInFrom = (address: string) =>
    logIn('sprayed@test.example', 'wrong', { 'x-forwarded-for': address })
  // Attempts come back with time, so on a slow machine one may be back before the login asks for it.
  await waitUntil(
    async () => {
      if ((await limits.take(spent)).kind !== 'refused') return false
      return faultOf((await logInFrom('2001:db8:1:2::77')).body) === 'identity.too_many_attempts'
    },
    { withinMs: 15_000, what: 'the address has no attempts left' },
  )
  const next = await logInFrom('2001:db8:1:3::77')
  expect(faultOf(next.body)).toBe('identity.wrong_credentials')
})

test('aliases cannot try several passwords in one request, because two logins exceed the cost limit', async () => {
  await addUser(backend.database, { email: 'aliased@test.example', password })
  const guess = (alias: string) =>
    `${alias}: login(email: "aliased@test.example", password: "${alias}") { expiresAt }`
  const body = await backend.ask(`mutation { ${guess('a')} ${guess('b')} }`)
  expect(faultOf(body)).toBe('graphql.too_expensive')
  const hidden = await backend.ask(
    `mutation { ...f ...g } fragment f on Mutation { ${guess('a')} } fragment g on Mutation { ${guess('b')} }`,
  )
  expect(faultOf(hidden)).toBe('graphql.too_expensive')
  const counted = await backend.database.selectFrom('login_limits').select('subject').execute()
  const one = await backend.ask(`mutation { ${guess('c')} }`)
  expect(faultOf(one)).toBe('identity.wrong_credentials')
  const after = await backend.database.selectFrom('login_limits').select('subject').execute()
  expect(after.length).toBeGreaterThan(counted.length)
})

test('each refresh gives a new access token and a new refresh token', async () => {
  const user = await addUser(backend.database, { email: 'refreshed@test.example', password })
  let cookie = cookieOf((await logIn('refreshed@test.example')).response)
  for (let turn = 0; turn < 3; turn += 1) {
    const next = await refreshWith(cookie)
    expect(next.body.data?.['refresh']).toMatchObject({ user: { id: user.id } })
    expect(next.cookie).not.toBe(cookie)
    cookie = next.cookie
  }
})

/** Moves the uses of all tokens into the past, as if the leeway were over. */
const endLeeway = () =>
  backend.database
    .updateTable('refresh_tokens')
    .set({ used_at: new Date(Date.now() - 11_000) })
    .where('used_at', 'is not', null)
    .execute()

const reuses = (user: { id: string }) =>
  backend.database
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('subject_id', '=', user.id)
    .where('action', '=', 'session.end')
    .execute()

test('a refresh token that is reused after the leeway ends the session, including its newest refresh token', async () => {
  const user = await addUser(backend.database, { email: 'stolen@test.example', password })
  const first = cookieOf((await logIn('stolen@test.example')).response)
  const elsewhere = cookieOf((await logIn('stolen@test.example')).response)
  const { cookie: second } = await refreshWith(first)
  await endLeeway()
  const reused = await refreshWith(first)
  expect(faultOf(reused.body)).toBe('identity.session_over')
  expect(reused.response.headers.get('set-cookie')).toMatch(/^gatehouse_refresh=; Max-Age=0/)
  expect(faultOf((await refreshWith(second)).body)).toBe('identity.session_over')
  expect((await refreshWith(elsewhere)).body.errors).toBeUndefined()
  expect(await reuses(user)).toMatchObject([{ details: { reason: 'REUSE' } }])
})

test('concurrent refreshes with one token all succeed and get the same refresh token', async () => {
  await addUser(backend.database, { email: 'raced@test.example', password })
  const cookie = cookieOf((await logIn('raced@test.example')).response)
  const all = await Promise.all(Array.from({ length: 8 }, () => refreshWith(cookie)))
  expect(all.every(({ body }) => body.errors === undefined)).toBe(true)
  expect(new Set(all.map((one) => one.cookie)).size).toBe(1)
  expect((await refreshWith(all[0]?.cookie ?? '')).body.errors).toBeUndefined()
  // A request that other tabs have overtaken gets the present token as well.
  const late = await refreshWith(cookie)
  expect(late.body.errors).toBeUndefined()
  expect(late.cookie).not.toBe(all[0]?.cookie)
})

test('a thief within the leeway is detected at the owner’s next refresh, whichever of them came first', async () => {
  const user = await addUser(backend.database, { email: 'watched@test.example', password })
  for (const isThiefFirst of [true, false]) {
    const cookie = cookieOf((await logIn('watched@test.example')).response)
    const thief = () => refreshWith(cookie, { 'x-forwarded-for': '192.0.2.66' })
    const stolen = isThiefFirst ? await thief() : undefined
    const own = await refreshWith(cookie)
    const taken = stolen ?? (await thief())
    expect([own.body.errors, taken.body.errors]).toEqual([undefined, undefined])
    const [first, second] = isThiefFirst ? [own, taken] : [taken, own]
    // The token that was replaced ends the session.
    expect(faultOf((await refreshWith(second.cookie)).body)).toBe('identity.session_over')
    expect(faultOf((await refreshWith(first.cookie)).body)).toBe('identity.session_over')
  }
  expect(await reuses(user)).toHaveLength(2)
})

test('the salts of earlier tokens are erased, so that an old token does not lead to the present one', async () => {
  await addUser(backend.database, { email: 'salted@test.example', password })
  const first = await refreshWith(cookieOf((await logIn('salted@test.example')).response))
  await endLeeway()
  await refreshWith(first.cookie)
  const salts = await backend.database
    .selectFrom('refresh_tokens')
    .innerJoin('login_sessions', 'login_sessions.id', 'refresh_tokens.session_id')
    .innerJoin('users', 'users.id', 'login_sessions.user_id')
    .select('successor_salt')
    .where('users.email', '=', 'salted@test.example')
    .where('used_at', '<', new Date(Date.now() - 10_500))
    .execute()
  expect(salts).toEqual([{ successor_salt: null }])
})

test.each([
  ['no cookie', ''],
  ['a cookie of another name', 'session=x'],
  ['an invented token', `gatehouse_refresh=${'A'.repeat(43)}`],
  ['a malformed token', 'gatehouse_refresh=%00; gatehouse_refresh=x'],
])('a refresh with %s is refused', async (_name, cookie) => {
  const { body } = await refreshWith(cookie)
  expect(codesOf(body)).toEqual(['UNAUTHENTICATED'])
})

test('an expired refresh token and an expired session are refused', async () => {
  await addUser(backend.database, { email: 'late@test.example', password })
  const cookie = cookieOf((await logIn('late@test.example')).response)
  const past = new Date(Date.now() - 1_000)
  await backend.database
    .updateTable('refresh_tokens')
    .set({ expires_at: past })
    .where('used_at', 'is', null)
    .execute()
  expect(faultOf((await refreshWith(cookie)).body)).toBe('identity.session_over')
  const again = cookieOf((await logIn('late@test.example')).response)
  await backend.database.updateTable('login_sessions').set({ expires_at: past }).execute()
  expect(faultOf((await refreshWith(again)).body)).toBe('identity.session_over')
})

test('a logout ends the session of the cookie, and only that of its own user', async () => {
  const owner = await addUser(backend.database, { email: 'leaving@test.example', password })
  const stranger = await addUser(backend.database)
  const cookie = cookieOf((await logIn('leaving@test.example')).response)
  const logOut = (user: typeof owner) => backend.ask('mutation { logout }', { user, headers: { cookie } })
  expect(await logOut(stranger)).toEqual({ data: { logout: false } })
  expect(await logOut(owner)).toEqual({ data: { logout: true } })
  expect(await logOut(owner)).toEqual({ data: { logout: false } })
  expect(faultOf((await refreshWith(cookie)).body)).toBe('identity.session_over')
})

test('the user and isSuperAdmin are read on every request, so a token does not outlive either', async () => {
  const user = await addUser(backend.database, { isSuperAdmin: true })
  const read = () => backend.ask('{ whoAmI { isSuperAdmin } }', { user })
  expect((await read()).data).toEqual({ whoAmI: { isSuperAdmin: true } })
  await backend.database
    .updateTable('users')
    .set({ is_super_admin: false })
    .where('id', '=', user.id)
    .execute()
  expect((await read()).data).toEqual({ whoAmI: { isSuperAdmin: false } })
  await backend.database.deleteFrom('users').where('id', '=', user.id).execute()
  expect(codesOf(await read())).toEqual(['UNAUTHENTICATED'])
})

const changePassword = `mutation ($current: String!, $next: String!) {
  changePassword(currentPassword: $current, newPassword: $next) { user { id } } }`

test('a changed password ends all earlier sessions and opens a new one', async () => {
  const user = await addUser(backend.database, { password: 'the current password' })
  const before = cookieOf((await logIn(user.email, 'the current password')).response)
  const { data } = await backend.ask(changePassword, {
    user,
    variables: { current: 'the current password', next: 'the replacement password' },
  })
  expect(data).toEqual({ changePassword: { user: { id: user.id } } })
  expect(codesOf((await refreshWith(before)).body)).toEqual(['UNAUTHENTICATED'])
  expect(codesOf((await logIn(user.email, 'the current password')).body)).toEqual(['UNAUTHENTICATED'])
  const { response } = await logIn(user.email, 'the replacement password')
  expect(codesOf((await refreshWith(cookieOf(response))).body)).toEqual([])
})

test('a wrong current password changes nothing, and attempts to guess it are limited', async () => {
  const user = await addUser(backend.database, { password: 'the current password' })
  const change = (current: string, next: string) =>
    backend.ask(changePassword, { user, variables: { current, next } })
  expect(codesOf(await change('the current password', 'short'))).toEqual(['BAD_USER_INPUT'])
  const bodies = [await change('a guess', 'the replacement password')]
  expect(codesOf(bodies[0] ?? {})).toEqual(['BAD_USER_INPUT'])
  for (let guess = 0; guess < 10; guess += 1) bodies.push(await change('a guess', 'the replacement password'))
  expect(faultOf(bodies.at(-1) ?? {})).toBe('identity.too_many_attempts')
})
