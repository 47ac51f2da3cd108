import { Secret } from '@gatehouse/runtime/secret'
import { type OpenIdentity, openIdentity } from '@gatehouse/testkit/open-identity'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addChallenge } from '@gatehouse/testkit/seed-factors'
import { testOrigin } from '@gatehouse/testkit/seed-passkeys'
import {
  type AnswerChanges,
  type SoftwareAuthenticator,
  createSoftwareAuthenticator,
} from '@gatehouse/testkit/software-authenticator'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readFactors } from '../factors/read-factors.ts'
import { requireRecentLogin } from '../sessions/recent-login.ts'
import type { User } from '../users.ts'
import { beginPasskeyLogin, finishPasskeyLogin } from './log-in-with-passkey.ts'
import { deletePasskey, listPasskeys, renamePasskey } from './passkey.ts'
import { beginPasskeyReauthentication, finishPasskeyReauthentication } from './reauthenticate-with-passkey.ts'
import { type PasskeyDeps, beginPasskeyRegistration, finishPasskeyRegistration } from './register-passkey.ts'

const relyingParty = { id: new URL(testOrigin).hostname, origins: [testOrigin] }

let open: OpenIdentity
let deps: OpenIdentity['deps'] & PasskeyDeps
let user: User
let token: Secret
let authenticator: SoftwareAuthenticator
let addressRange: string
beforeAll(async () => {
  open = await openIdentity()
  deps = { ...open.deps, relyingParty }
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  user = await addUser(open.database, { password: 'four words and a number' })
  ;({ token } = await open.openSession(user.id))
  authenticator = createSoftwareAuthenticator(testOrigin)
  addressRange = open.deps.ids.uuid()
})

const by = { actor: { kind: 'operator', id: 'test' } } as const
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (thrown: unknown) => (thrown as { code: string }).code,
  )
async function register(changes?: AnswerChanges, name = ' Laptop ') {
  const { options } = await beginPasskeyRegistration(deps, { user, token })
  return finishPasskeyRegistration(
    deps,
    { user, token, name, response: authenticator.create(options, changes) },
    by,
  )
}
async function logIn(challenge?: string, changes?: AnswerChanges, deviceToken?: Secret) {
  const login = {
    addressRange,
    deviceToken,
    challenge: challenge === undefined ? undefined : new Secret(challenge),
  }
  const { options } = await beginPasskeyLogin(deps, login)
  return finishPasskeyLogin(deps, { ...login, response: authenticator.get(options, changes) }, {})
}
async function reauthenticate(changes?: AnswerChanges) {
  const { options } = await beginPasskeyReauthentication(deps, { user, token })
  return finishPasskeyReauthentication(
    deps,
    { user, token, response: authenticator.get(options, changes) },
    by,
  )
}

test('a passkey is registered with its name, and the first factor gives recovery codes', async () => {
  const { passkey, recoveryCodes } = await register()
  expect(passkey).toMatchObject({ name: 'Laptop', isBackedUp: false, lastUsedAt: null })
  expect(recoveryCodes).toHaveLength(10)
  expect((await register(undefined, 'Phone')).recoveryCodes).toEqual([])
  expect((await listPasskeys(open.database, user.id)).map(({ name }) => name)).toEqual(['Laptop', 'Phone'])
  expect(await readFactors(open.database, user.id)).toMatchObject({ passkeyCount: 2, recoveryCodesLeft: 10 })
  expect((await open.readAudit(user.id)).map(({ action }) => action)).toEqual([
    'user.create',
    'user.add_passkey',
    'user.issue_recovery_codes',
    'user.add_passkey',
  ])
})

test.each(['', ' ', 'x'.repeat(101), 'a\u0007b'])('the name %j is refused', async (name) => {
  expect(await codeOf(register(undefined, name))).toBe('identity.passkey_name')
})

test('a registration needs the session that began it, and its challenge works once', async () => {
  const { options } = await beginPasskeyRegistration(deps, { user, token })
  const response = authenticator.create(options)
  const other = (await open.openSession(user.id)).token
  const finish = (given: Secret | undefined) =>
    codeOf(finishPasskeyRegistration(deps, { user, token: given, name: 'Key', response }, by))
  expect(await finish(undefined)).toBe('identity.session_required')
  expect(await finish(other)).toBe('identity.passkey_challenge_over')
  expect(await finish(token)).toBe('done')
  expect(await finish(token)).toBe('identity.passkey_challenge_over')
  expect(await codeOf(beginPasskeyRegistration(deps, { user, token: undefined }))).toBe(
    'identity.session_required',
  )
})

test('without a relying party there are no passkeys, and a user has at most twenty', async () => {
  const none = { ...deps, relyingParty: undefined }
  expect(await codeOf(beginPasskeyRegistration(none, { user, token }))).toBe('identity.passkeys_unavailable')
  for (let count = 0; count < 20; count += 1) await register()
  expect(await codeOf(register())).toBe('identity.too_many_passkeys')
})

test('a verified passkey logs in without a password, and keeps the known device', async () => {
  await register()
  const { user: loggedIn, refresh, device, access } = await logIn()
  expect(loggedIn).toEqual(user)
  expect(refresh.token.reveal()).toHaveLength(43)
  expect(await deps.tokens.verify(access.token)).toMatchObject({ userId: user.id })
  const first = deps.devices.read(device.token)
  const second = deps.devices.read((await logIn(undefined, {}, device.token)).device.token)
  expect(second?.deviceId).toBe(first?.deviceId)
  const [passkey] = await listPasskeys(open.database, user.id)
  expect(passkey?.lastUsedAt).toBeInstanceOf(Date)
})

test('a passkey that did not verify the user is only a second factor', async () => {
  await register()
  const changes = { isVerified: false }
  expect(await codeOf(logIn(undefined, changes))).toBe('identity.passkey_not_verified')
  expect(await codeOf(reauthenticate(changes))).toBe('identity.passkey_not_verified')
  expect(await codeOf(logIn(await addChallenge(open.database, user.id), changes))).toBe('done')
})

test.each([
  ['another origin', { origin: 'https://console.test.example.evil.example' }],
  ['another domain', { rpId: 'evil.example' }],
  ['another ceremony', { type: 'webauthn.create' }],
  ['a frame of another site', { isCrossOrigin: true }],
  ['the handle of another user', { userHandle: Buffer.alloc(16, 1).toString('base64url') }],
])('an answer with %s is refused', async (_name, changes) => {
  await register()
  expect(await codeOf(logIn(undefined, changes))).toBe('identity.passkey_refused')
  expect(await codeOf(logIn(await addChallenge(open.database, user.id), changes))).toBe(
    'identity.passkey_refused',
  )
})

test('a login without a password needs the user handle', async () => {
  await register()
  expect(await codeOf(logIn(undefined, { userHandle: null }))).toBe('identity.passkey_refused')
  expect(await codeOf(logIn(await addChallenge(open.database, user.id), { userHandle: null }))).toBe('done')
})

test('a counter that does not rise is refused and recorded', async () => {
  await register()
  expect(await codeOf(logIn(undefined, { counter: 5 }))).toBe('done')
  for (const counter of [5, 4, 0])
    expect(await codeOf(logIn(undefined, { counter }))).toBe('identity.passkey_cloned')
  expect((await open.readAudit(user.id)).at(-1)).toMatchObject({
    action: 'user.refuse_cloned_passkey',
    actor: `user ${user.id}`,
    details: { counter: 0, counter_before: 5 },
  })
  expect(await codeOf(logIn(undefined, { counter: 6 }))).toBe('done')
})

test('a passkey of another user confirms nothing', async () => {
  await register()
  const [owner, ownToken] = [user, token]
  user = await addUser(open.database)
  ;({ token } = await open.openSession(user.id))
  expect(await codeOf(beginPasskeyReauthentication(deps, { user, token }))).toBe('identity.passkey_unknown')
  const { options } = await beginPasskeyReauthentication(deps, { user: owner, token: ownToken })
  const response = authenticator.get(options)
  expect(await codeOf(finishPasskeyReauthentication(deps, { user, token, response }, by))).toBe(
    'identity.passkey_challenge_over',
  )
})

test('a passkey makes a session recent again', async () => {
  await register()
  await open.postgres.query(
    `update login_sessions set created_at = now() - interval '1 hour' where user_id = $1`,
    [user.id],
  )
  const recent = () => codeOf(requireRecentLogin(open.database, { userId: user.id, token }))
  expect(await recent()).toBe('identity.recent_login_required')
  const minutes = ((await reauthenticate()).getTime() - deps.clock.wallMs()) / 60_000
  expect(Math.round(minutes)).toBe(15)
  expect(await recent()).toBe('done')
  expect((await open.readAudit(user.id)).at(-1)).toMatchObject({
    action: 'session.reauthenticate',
    details: { method: 'passkey' },
  })
})

test('a challenge is over after five minutes, and when its login is', async () => {
  await register()
  const challenge = await addChallenge(open.database, user.id)
  const login = { addressRange, deviceToken: undefined, challenge: new Secret(challenge) }
  const { options, expiresAt } = await beginPasskeyLogin(deps, login)
  expect(Math.round((expiresAt.getTime() - deps.clock.wallMs()) / 60_000)).toBe(5)
  await open.postgres.query('update webauthn_challenges set expires_at = now() where user_id = $1', [user.id])
  const response = authenticator.get(options)
  expect(await codeOf(finishPasskeyLogin(deps, { ...login, response }, {}))).toBe(
    'identity.passkey_challenge_over',
  )
  await open.postgres.query('update login_challenges set expires_at = now() where user_id = $1', [user.id])
  expect(await codeOf(beginPasskeyLogin(deps, login))).toBe('identity.challenge_over')
})

test('passkeys are renamed and deleted by their user only, and the last one ends the recovery codes', async () => {
  const { passkey } = await register()
  const stranger = await addUser(open.database)
  const own = { userId: user.id, passkeyId: passkey.id }
  const foreign = { userId: stranger.id, passkeyId: passkey.id }
  expect(await codeOf(renamePasskey(deps, { ...foreign, name: 'Mine' }, by))).toBe('identity.passkey_unknown')
  expect(await codeOf(deletePasskey(deps, foreign, by))).toBe('identity.passkey_unknown')
  expect(await renamePasskey(deps, { ...own, name: ' Old laptop ' }, by)).toMatchObject({
    name: 'Old laptop',
  })
  await deletePasskey(deps, own, by)
  expect(await codeOf(deletePasskey(deps, own, by))).toBe('identity.passkey_unknown')
  expect(await readFactors(open.database, user.id)).toMatchObject({ passkeyCount: 0, recoveryCodesLeft: 0 })
  expect((await open.readAudit(user.id)).slice(-2)).toMatchObject([
    { action: 'user.rename_passkey', details: { passkey: passkey.id, name: 'Old laptop' } },
    { action: 'user.delete_passkey', details: { passkey: passkey.id, name: 'Old laptop' } },
  ])
  expect(await codeOf(logIn())).toBe('identity.passkey_unknown')
})

test('logins are counted for each address', async () => {
  const begin = () =>
    codeOf(beginPasskeyLogin(deps, { addressRange, deviceToken: undefined, challenge: undefined }))
  const outcomes = new Set<string>()
  for (let attempt = 0; attempt < 130 && !outcomes.has('identity.too_many_attempts'); attempt += 1)
    outcomes.add(await begin())
  expect([...outcomes]).toEqual(['done', 'identity.too_many_attempts'])
})
