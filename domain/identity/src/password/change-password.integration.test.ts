import { Secret } from '@gatehouse/runtime/secret'
import { type OpenIdentity, openIdentity } from '@gatehouse/testkit/open-identity'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addTotp } from '@gatehouse/testkit/seed-factors'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { logIn } from '../login/log-in.ts'
import { sendResetLink } from '../recovery/reset-password.ts'
import type { User } from '../users.ts'
import { changePassword, setPassword } from './change-password.ts'

const by = { actor: { kind: 'user', id: 'test' } } as const
const first = new Secret('the first of the passwords')
const second = new Secret('the second of the passwords')
const client = { addressRange: '198.51.100.0/24' }

let open: OpenIdentity
let user: User
beforeAll(async () => {
  open = await openIdentity()
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  user = await addUser(open.database, { password: first.reveal() })
})

const change = (current: Secret, next: Secret, code: Secret | null = null) =>
  changePassword(open.deps, { user, current, next, code, client }, by)
const enter = (password: Secret, deviceToken?: Secret) =>
  logIn(open.deps, { email: user.email, password }, { ...client, deviceToken })
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (thrown: unknown) => (thrown as { code: string }).code,
  )

test('a new password replaces the old one, ends all sessions and opens one for the caller', async () => {
  await open.openSession(user.id)
  await open.openSession(user.id)
  const { access, refresh, device, user: changed } = await change(first, second)
  expect(changed).toEqual(user)
  expect(await open.deps.tokens.verify(access.token)).toMatchObject({ userId: user.id })
  expect(refresh.token.reveal()).toHaveLength(43)
  expect(await open.countSessions(user.id)).toBe(1)
  expect(open.deps.devices.read(device.token)).toMatchObject({ userId: user.id })
  expect(await codeOf(enter(first))).toBe('identity.wrong_credentials')
  expect(await codeOf(enter(second))).toBe('done')
  const { rows } = await open.postgres.query<{ end_reason: string | null }>(
    'select end_reason from login_sessions where user_id = $1 order by id',
    [user.id],
  )
  expect(rows.map(({ end_reason }) => end_reason)).toEqual(['PASSWORD', 'PASSWORD', null, null])
  expect((await open.readAudit(user.id)).map(({ action }) => action)).toContain('user.set_password')
})

test('a wrong or an unusable password changes nothing', async () => {
  await open.openSession(user.id)
  expect(await codeOf(change(second, first))).toBe('identity.wrong_password')
  expect(await codeOf(change(first, new Secret('eleven char')))).toBe('identity.password')
  expect(await open.countSessions(user.id)).toBe(1)
  expect(await codeOf(enter(first))).toBe('done')
})

test('a user without a password cannot set one this way', async () => {
  user = await addUser(open.database)
  expect(await codeOf(change(first, second))).toBe('identity.wrong_password')
})

test('a user with a second factor confirms it, and a wrong code changes nothing', async () => {
  const app = await addTotp(open.database, user.id)
  expect(await codeOf(change(first, second))).toBe('identity.code_required')
  expect(await codeOf(change(first, second, new Secret('000000')))).toBe('identity.wrong_code')
  expect(await codeOf(change(first, second, new Secret(app.code())))).toBe('done')
  expect(await codeOf(enter(first))).toBe('identity.wrong_credentials')
})

test('guesses of the current password are limited apart from those of strangers', async () => {
  const codes = new Set<string>()
  for (let attempt = 0; attempt < 12; attempt += 1) codes.add(await codeOf(change(second, first)))
  expect(codes).toEqual(new Set(['identity.wrong_password', 'identity.too_many_attempts']))
  expect(await codeOf(enter(first))).toBe('done')
})

test('a correct password resets the count of wrong ones', async () => {
  for (let round = 0; round < 3; round += 1) {
    for (let attempt = 0; attempt < 6; attempt += 1)
      expect(await codeOf(change(second, first))).toBe('identity.wrong_password')
    await change(first, first)
  }
})

test('of two changes of the same password, the second is refused', async () => {
  const set = (passwordHash: string, replacedHash: string) =>
    open.database
      .transaction()
      .execute((tx) =>
        setPassword({ ids: open.deps.ids, tx }, { userId: user.id, passwordHash, replacedHash }, by),
      )
  const found = await open.deps.store.findByEmail(user.email)
  const replaced = found?.passwordHash ?? ''
  expect((await set('next', replaced)).generation).toBe((found?.deviceGeneration ?? 0) + 1)
  expect(await codeOf(set('another', replaced))).toBe('identity.wrong_password')
  expect((await open.deps.store.findByEmail(user.email))?.passwordHash).toBe('next')
})

test('a password without a known user is refused', async () => {
  const userId = open.deps.ids.uuid()
  const set = open.database
    .transaction()
    .execute((tx) => setPassword({ ids: open.deps.ids, tx }, { userId, passwordHash: 'x' }, by))
  expect(await codeOf(set)).toBe('identity.user_unknown')
})

test('a new password ends the links that were mailed to set one, and forgets known devices', async () => {
  const { device } = await enter(first)
  await sendResetLink({ ...open.deps, mailLink: () => Promise.resolve() }, user.email, {})
  const other = await addUser(open.database, { password: first.reveal() })
  await sendResetLink({ ...open.deps, mailLink: () => Promise.resolve() }, other.email, {})
  await change(first, second)
  const { rows } = await open.postgres.query<{ user_id: string }>(
    'select user_id from password_resets where ended_at is null',
  )
  expect(rows.map(({ user_id }) => user_id)).toEqual([other.id])
  const known = open.deps.devices.read(device.token)
  expect(known?.generation).not.toBe((await open.deps.store.findByEmail(user.email))?.deviceGeneration)
})
