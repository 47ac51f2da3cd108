import { Secret } from '@gatehouse/runtime/secret'
import { type OpenIdentity, openIdentity } from '@gatehouse/testkit/open-identity'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { type AddedTotp, addChallenge, addTotp, appWith } from '@gatehouse/testkit/seed-factors'
import { addPasskey } from '@gatehouse/testkit/seed-passkeys'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { logIn } from '../login/log-in.ts'
import { setPassword } from '../password/change-password.ts'
import type { User } from '../users.ts'
import { completeLogin } from './complete-login.ts'
import { hasFactor, readFactors } from './read-factors.ts'
import { removeFactors } from './remove-factors.ts'
import { confirmTotp, disableTotp, renewRecoveryCodes, setUpTotp } from './set-up-totp.ts'

const password = new Secret('four words and a number')
const client = { addressRange: '198.51.100.0/24', deviceToken: undefined as Secret | undefined }

let open: OpenIdentity
let user: User
let by: { actor: { kind: 'user'; id: string } }
beforeAll(async () => {
  open = await openIdentity()
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  user = await addUser(open.database, { password: password.reveal() })
  by = { actor: { kind: 'user', id: user.id } }
})

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (thrown: unknown) => (thrown as { code: string }).code,
  )
const secret = (text: string) => new Secret(text)
const complete = (challenge: string, code: string, deviceToken?: Secret) =>
  completeLogin(open.deps, { ...client, deviceToken, challenge: secret(challenge), code: secret(code) }, {})
const enter = () => logIn(open.deps, { email: user.email, password }, client)
const actions = async () => (await open.readAudit(user.id)).map(({ action }) => action)

/** An app that was set up and confirmed, and the recovery codes of the user. */
async function enable(): Promise<{ app: AddedTotp; codes: string[] }> {
  const { secret: shared } = await setUpTotp(open.deps, { user, password }, by)
  const app = appWith(shared)
  return { app, codes: await confirmTotp(open.deps, { user, code: secret(app.code(-1)) }, by) }
}

test('an app counts from its first code on, which also gives the recovery codes', async () => {
  expect(await codeOf(setUpTotp(open.deps, { user, password: secret('wrong') }, by))).toBe(
    'identity.wrong_password',
  )
  const { secret: shared, uri } = await setUpTotp(open.deps, { user, password }, by)
  expect(uri).toContain(encodeURIComponent(user.email))
  expect(uri).toContain('issuer=Gatehouse')
  expect(await hasFactor(open.database, user.id)).toBe(false)
  expect(await codeOf(enter())).toBe('done')
  expect(await codeOf(confirmTotp(open.deps, { user, code: secret('000000') }, by))).toBe(
    'identity.wrong_code',
  )
  const [left, right] = [appWith(shared).code().slice(0, 3), appWith(shared).code().slice(3)]
  const codes = await confirmTotp(open.deps, { user, code: secret(`${left} ${right}`) }, by)
  expect(codes).toHaveLength(10)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/)
  expect(await readFactors(open.database, user.id)).toEqual({
    totpSince: expect.any(Date) as Date,
    passkeyCount: 0,
    recoveryCodesLeft: 10,
  })
  expect(await hasFactor(open.database, user.id)).toBe(true)
  expect(await codeOf(setUpTotp(open.deps, { user, password }, by))).toBe('identity.totp_active')
  expect(await codeOf(confirmTotp(open.deps, { user, code: secret('000000') }, by))).toBe(
    'identity.totp_not_set_up',
  )
  expect((await actions()).slice(1)).toEqual([
    'user.set_up_totp',
    'user.enable_totp',
    'user.issue_recovery_codes',
  ])
})

test('a secret that was not confirmed is replaced by the next one', async () => {
  const { secret: first } = await setUpTotp(open.deps, { user, password }, by)
  const { secret: second } = await setUpTotp(open.deps, { user, password }, by)
  expect(await codeOf(confirmTotp(open.deps, { user, code: secret(appWith(first).code()) }, by))).toBe(
    'identity.wrong_code',
  )
  expect(await codeOf(confirmTotp(open.deps, { user, code: secret(appWith(second).code()) }, by))).toBe(
    'done',
  )
})

test('a login needs the second step, and each code works once', async () => {
  const { app } = await enable()
  const refused = (await enter().catch((thrown: unknown) => thrown)) as {
    code: string
    details: { challenge: string; methods: string[] }
  }
  expect(refused.code).toBe('identity.second_factor_required')
  const challenge = await addChallenge(open.database, user.id)
  expect(await codeOf(complete(challenge, '000000'))).toBe('identity.wrong_code')
  const code = app.code()
  const { user: loggedIn, refresh, device } = await complete(challenge, code)
  expect(loggedIn).toEqual(user)
  expect(refresh.token.reveal()).toHaveLength(43)
  expect(open.deps.devices.read(device.token)).toMatchObject({ userId: user.id })
  expect(await codeOf(complete(challenge, app.code(1)))).toBe('identity.challenge_over')
  const another = await addChallenge(open.database, user.id)
  expect(await codeOf(complete(another, code))).toBe('identity.wrong_code')
  expect(await codeOf(complete(another, app.code(-1)))).toBe('identity.wrong_code')
  expect(await codeOf(complete(another, app.code(1)))).toBe('done')
})

test('a recovery code works once, however it is typed', async () => {
  const { codes } = await enable()
  const [first = ''] = codes
  const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `
  const logInWith = async (code: string) => codeOf(complete(await addChallenge(open.database, user.id), code))
  expect(await logInWith('aaaa-bbbb-cccc-dddd')).toBe('identity.wrong_code')
  expect(await logInWith(typed)).toBe('done')
  expect(await logInWith(first)).toBe('identity.wrong_code')
  expect((await readFactors(open.database, user.id)).recoveryCodesLeft).toBe(9)
  expect((await open.readAudit(user.id)).at(-1)).toMatchObject({
    action: 'user.use_recovery_code',
    actor: `user ${user.id}`,
    details: { left: 9 },
  })
  const stranger = await addUser(open.database)
  const challenge = await addChallenge(open.database, stranger.id)
  expect(await codeOf(complete(challenge, codes[1] ?? ''))).toBe('identity.wrong_code')
})

test.each([
  ['has expired', 'update login_challenges set expires_at = now() where user_id = $1'],
  [
    'belongs to an earlier password',
    'update users set device_generation = device_generation + 1 where id = $1',
  ],
])('a challenge that %s is over', async (_name, statement) => {
  const { app } = await enable()
  const challenge = await addChallenge(open.database, user.id)
  await open.postgres.query(statement, [user.id])
  expect(await codeOf(complete(challenge, app.code()))).toBe('identity.challenge_over')
  expect(await open.countSessions(user.id)).toBe(0)
})

test('codes are limited for each user, apart from a device that has logged in before', async () => {
  const { app } = await enable()
  const known = (await complete(await addChallenge(open.database, user.id), app.code())).device.token
  const challenge = await addChallenge(open.database, user.id)
  const outcomes = new Set<string>()
  for (let attempt = 0; attempt < 11; attempt += 1) outcomes.add(await codeOf(complete(challenge, '000000')))
  expect(outcomes).toEqual(new Set(['identity.wrong_code', 'identity.too_many_attempts']))
  expect(await codeOf(complete(challenge, app.code(1)))).toBe('identity.too_many_attempts')
  const stranger = await addUser(open.database)
  const foreign = open.deps.devices.issue({ userId: stranger.id, generation: 0 }).token
  expect(await codeOf(complete(challenge, app.code(1), foreign))).toBe('identity.too_many_attempts')
  expect(await codeOf(complete(challenge, app.code(1), known))).toBe('done')
})

test('an app is disabled with password and code, and the recovery codes end with the last factor', async () => {
  const { app, codes } = await enable()
  const disable = (given: Secret, code: string) =>
    disableTotp(open.deps, { user, password: given, code: secret(code) }, by)
  expect(await codeOf(disable(secret('wrong'), app.code()))).toBe('identity.wrong_password')
  expect(await codeOf(disable(password, '000000'))).toBe('identity.wrong_code')
  await addPasskey(open.database, user.id)
  expect(await codeOf(disable(password, app.code()))).toBe('done')
  expect(await readFactors(open.database, user.id)).toEqual({
    totpSince: null,
    passkeyCount: 1,
    recoveryCodesLeft: 10,
  })
  // The code is given back, because the transaction is rolled back.
  expect(await codeOf(disable(password, codes[0] ?? ''))).toBe('identity.totp_not_set_up')
  expect((await readFactors(open.database, user.id)).recoveryCodesLeft).toBe(10)
  expect(await actions()).toContain('user.disable_totp')
})

test('without another factor, disabling the app leaves no recovery codes', async () => {
  const { app } = await enable()
  await disableTotp(open.deps, { user, password, code: secret(app.code()) }, by)
  expect(await readFactors(open.database, user.id)).toEqual({
    totpSince: null,
    passkeyCount: 0,
    recoveryCodesLeft: 0,
  })
  expect(await codeOf(enter())).toBe('done')
})

test('renewed recovery codes replace the earlier ones', async () => {
  const { app, codes } = await enable()
  const renew = (given: Secret, code: string) =>
    renewRecoveryCodes(open.deps, { user, password: given, code: secret(code) }, by)
  expect(await codeOf(renew(secret('wrong'), app.code()))).toBe('identity.wrong_password')
  const renewed = await renew(password, app.code())
  expect(renewed.filter((code) => codes.includes(code))).toEqual([])
  const challenge = await addChallenge(open.database, user.id)
  expect(await codeOf(complete(challenge, codes[0] ?? ''))).toBe('identity.wrong_code')
  expect(await codeOf(complete(challenge, renewed[0] ?? ''))).toBe('done')
})

test('a second factor that is added gives no new recovery codes while some are left', async () => {
  await addTotp(open.database, user.id, { isConfirmed: false })
  await open.database
    .insertInto('recovery_codes')
    .values({ user_id: user.id, code_hash: Buffer.alloc(32) })
    .execute()
  await setUpTotp(open.deps, { user, password }, by)
  const { secret: shared } = await setUpTotp(open.deps, { user, password }, by)
  expect(await confirmTotp(open.deps, { user, code: secret(appWith(shared).code()) }, by)).toEqual([])
})

test('an operator removes all factors of a user, whose sessions end', async () => {
  await enable()
  await addPasskey(open.database, user.id)
  const stranger = await addUser(open.database)
  await addTotp(open.database, stranger.id)
  await open.openSession(stranger.id)
  await open.openSession(user.id)
  await addChallenge(open.database, user.id)
  const remove = () =>
    open.database.transaction().execute((tx) => removeFactors({ ids: open.deps.ids, tx }, user.id, by))
  expect(await remove()).toBe(true)
  expect(await readFactors(open.database, user.id)).toEqual({
    totpSince: null,
    passkeyCount: 0,
    recoveryCodesLeft: 0,
  })
  expect(await open.countSessions(user.id)).toBe(0)
  expect((await actions()).at(-1)).toBe('user.remove_factors')
  const { rows } = await open.postgres.query('select from login_challenges where user_id = $1', [user.id])
  expect(rows).toEqual([])
  await open.openSession(user.id)
  expect(await remove()).toBe(false)
  expect(await open.countSessions(user.id)).toBe(1)
  expect(await hasFactor(open.database, stranger.id)).toBe(true)
  expect(await open.countSessions(stranger.id)).toBe(1)
})

test('a new password ends the second step of logins in progress', async () => {
  const { app } = await enable()
  const challenge = await addChallenge(open.database, user.id)
  await open.database
    .transaction()
    .execute((tx) => setPassword({ ids: open.deps.ids, tx }, { userId: user.id, passwordHash: 'x' }, by))
  expect(await codeOf(complete(challenge, app.code()))).toBe('identity.challenge_over')
})
