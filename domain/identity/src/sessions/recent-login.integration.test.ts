import { Secret } from '@gatehouse/runtime/secret'
import { type OpenIdentity, openIdentity } from '@gatehouse/testkit/open-identity'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addTotp } from '@gatehouse/testkit/seed-factors'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { User } from '../users.ts'
import { reauthenticate, requireRecentLogin } from './recent-login.ts'

const by = { actor: { kind: 'user', id: 'test' } } as const
const password = new Secret('four words and a number')

let open: OpenIdentity
let user: User
let session: { sessionId: string; token: Secret }
beforeAll(async () => {
  open = await openIdentity()
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  user = await addUser(open.database, { password: password.reveal() })
  session = await open.openSession(user.id)
})

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'allowed',
    (thrown: unknown) => (thrown as { code: string }).code,
  )
const ask = (token: Secret | undefined = session.token, userId = user.id) =>
  codeOf(requireRecentLogin(open.database, { userId, token }))
const age = (column: 'authenticated_at' | 'created_at', minutes: number) =>
  open.postgres.query(
    `update login_sessions set ${column} = now() - make_interval(mins => $1) where id = $2`,
    [minutes, session.sessionId],
  )
const confirm = (given: Secret, code: Secret | null = null, token: Secret | undefined = session.token) =>
  reauthenticate(open.deps, { user, password: given, code, token }, by)

test('a login is recent for 15 minutes', async () => {
  expect(await ask()).toBe('allowed')
  await age('created_at', 14)
  expect(await ask()).toBe('allowed')
  await age('created_at', 15)
  expect(await ask()).toBe('identity.recent_login_required')
})

test('the session must be the user’s own, and its token usable', async () => {
  const stranger = await addUser(open.database)
  expect(await ask(session.token, stranger.id)).toBe('identity.recent_login_required')
  expect(await codeOf(requireRecentLogin(open.database, { userId: user.id, token: undefined }))).toBe(
    'identity.recent_login_required',
  )
  await open.postgres.query('update refresh_tokens set replaced_at = now() where session_id = $1', [
    session.sessionId,
  ])
  expect(await ask()).toBe('identity.recent_login_required')
})

test('the password makes the session recent again, until the time that is returned', async () => {
  await age('created_at', 60)
  await age('authenticated_at', 60)
  expect(await ask()).toBe('identity.recent_login_required')
  expect(await codeOf(confirm(new Secret('a wrong password')))).toBe('identity.wrong_password')
  expect(await ask()).toBe('identity.recent_login_required')
  const until = await confirm(password)
  const minutes = (until.getTime() - open.deps.clock.wallMs()) / 60_000
  expect(minutes).toBeGreaterThan(14)
  expect(minutes).toBeLessThanOrEqual(15.1)
  expect(await ask()).toBe('allowed')
  expect((await open.readAudit(user.id)).at(-1)).toMatchObject({
    action: 'session.reauthenticate',
    subject: 'user',
    details: { session: session.sessionId, method: 'password' },
  })
})

test('a user with a second factor must give its code, too', async () => {
  const app = await addTotp(open.database, user.id)
  await age('created_at', 60)
  expect(await codeOf(confirm(password))).toBe('identity.code_required')
  expect(await codeOf(confirm(password, new Secret('000000')))).toBe('identity.wrong_code')
  expect(await ask()).toBe('identity.recent_login_required')
  await confirm(password, new Secret(app.code()))
  expect(await ask()).toBe('allowed')
})

test('without a session nothing can be confirmed, and wrong passwords are limited', async () => {
  expect(await codeOf(reauthenticate(open.deps, { user, password, code: null, token: undefined }, by))).toBe(
    'identity.session_required',
  )
  const codes = new Set<string>()
  for (let attempt = 0; attempt < 12; attempt += 1) codes.add(await codeOf(confirm(new Secret('guessed'))))
  expect(codes).toEqual(new Set(['identity.wrong_password', 'identity.too_many_attempts']))
  expect(await codeOf(confirm(password))).toBe('identity.too_many_attempts')
})

test('a correct password resets the count of wrong ones', async () => {
  for (let round = 0; round < 3; round += 1) {
    for (let attempt = 0; attempt < 6; attempt += 1)
      expect(await codeOf(confirm(new Secret('guessed')))).toBe('identity.wrong_password')
    await confirm(password)
  }
})
