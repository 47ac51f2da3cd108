import { Secret } from '@gatehouse/runtime/secret'
import type { User } from '@gatehouse/identity/users'
import { addSession, addUser } from '@gatehouse/testkit/seed-backend'
import { addChallenge, addTotp, appWith } from '@gatehouse/testkit/seed-factors'
import { addPasskey } from '@gatehouse/testkit/seed-passkeys'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GraphqlBody } from '../../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend
let strict: TestBackend
const password = 'four words and a number'

beforeAll(async () => {
  backend = await startTestBackend()
  strict = await startTestBackend({ SUPER_ADMIN_FACTOR: 'required' })
})
afterAll(async () => {
  await backend[Symbol.asyncDispose]()
  await strict[Symbol.asyncDispose]()
})

const faultsOf = ({ errors = [] }: GraphqlBody) => errors.map(({ extensions }) => extensions.fault)

function logIn(email: string) {
  return backend.ask(
    'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { accessToken } }',
    { variables: { email, password } },
  )
}

async function challengeOf(email: string): Promise<string> {
  const { errors } = await logIn(email)
  return String(errors?.[0]?.extensions.details?.['challenge'])
}

function complete(challenge: string, code: string) {
  return backend.ask(
    'mutation ($challenge: String!, $code: String!) { completeLogin(challenge: $challenge, code: $code) { accessToken user { id } } }',
    { variables: { challenge, code } },
  )
}

async function setUp(user: User, on = backend) {
  const { data } = await on.ask(
    'mutation ($password: String!) { setUpTotp(password: $password) { secret uri } }',
    { user, isRecent: true, variables: { password } },
  )
  const { secret, uri } = (data as { setUpTotp: { secret: string; uri: string } }).setUpTotp
  return { app: appWith(new Secret(secret)), secret, uri }
}

async function confirm(user: User, code: string, on = backend) {
  const answer = await on.ask('mutation ($code: String!) { confirmTotp(code: $code) }', {
    user,
    variables: { code },
  })
  return { ...answer, codes: (answer.data as { confirmTotp: string[] } | null)?.confirmTotp ?? [] }
}

async function auditOf(userId: string): Promise<string[]> {
  const rows = await backend.database
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('subject_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}

test('a confirmed app makes the login two-step, and neither secret nor codes are stored as text', async () => {
  const user = await addUser(backend.database, { password })
  const { app, secret, uri } = await setUp(user)
  expect(uri).toContain(`secret=${secret}&issuer=Gatehouse`)
  expect(faultsOf(await logIn(user.email))).toEqual([])
  expect(faultsOf(await confirm(user, '000000x'))).toEqual(['identity.wrong_code'])
  const { codes } = await confirm(user, app.code())
  expect(new Set(codes).size).toBe(10)

  const refused = await logIn(user.email)
  expect(refused.data).toBeNull()
  expect(refused.errors?.[0]?.extensions).toMatchObject({
    code: 'UNAUTHENTICATED',
    fault: 'identity.second_factor_required',
    details: { methods: ['TOTP', 'RECOVERY_CODE'] },
  })
  const answer = await complete(await challengeOf(user.email), app.code(1))
  expect(answer).toMatchObject({ data: { completeLogin: { user: { id: user.id } } } })
  const stored = await backend.postgres.query(
    `select (select json_agg(f) from totp_factors f)::text || (select json_agg(r) from recovery_codes r) as text`,
  )
  for (const text of [secret, codes[0] ?? '', codes[0]?.replaceAll('-', '') ?? ''])
    expect(JSON.stringify(stored.rows)).not.toContain(text)
  expect(await auditOf(user.id)).toEqual([
    'user.create',
    'user.set_up_totp',
    'user.enable_totp',
    'user.issue_recovery_codes',
  ])
})

test('a code works once, also if requests send it together, and a challenge for one login', async () => {
  const user = await addUser(backend.database, { password })
  const app = await addTotp(backend.database, user.id)
  const challenges = await Promise.all(
    Array.from({ length: 6 }, () => addChallenge(backend.database, user.id)),
  )
  const code = app.code()
  const answers = await Promise.all(challenges.map((challenge) => complete(challenge, code)))
  expect(answers.flatMap(faultsOf)).toEqual(Array.from({ length: 5 }, () => 'identity.wrong_code'))
  const used = challenges[answers.findIndex((answer) => !answer.errors)] ?? ''
  expect(faultsOf(await complete(used, app.code(1)))).toEqual(['identity.challenge_over'])
  expect(faultsOf(await complete('made-up', app.code(1)))).toEqual(['identity.challenge_over'])
})

test('a challenge ends after five minutes and with a new password', async () => {
  const user = await addUser(backend.database, { password })
  const app = await addTotp(backend.database, user.id)
  const [old, former] = [await challengeOf(user.email), await challengeOf(user.email)]
  await backend.postgres.query(
    `update login_challenges set expires_at = expires_at - interval '5 minutes'
      where token_hash = sha256($1::text::bytea)`,
    [old],
  )
  expect(faultsOf(await complete(old, app.code()))).toEqual(['identity.challenge_over'])
  await backend.postgres.query('update users set device_generation = device_generation + 1 where id = $1', [
    user.id,
  ])
  expect(faultsOf(await complete(former, app.code()))).toEqual(['identity.challenge_over'])
})

test('guesses are limited, and the limit also stops the right code', async () => {
  const user = await addUser(backend.database, { password })
  const app = await addTotp(backend.database, user.id)
  const challenge = await challengeOf(user.email)
  for (let attempt = 0; attempt < 10; attempt += 1)
    expect(faultsOf(await complete(challenge, 'abcd-efgh'))).toEqual(['identity.wrong_code'])
  expect(faultsOf(await complete(challenge, app.code()))).toEqual(['identity.too_many_attempts'])
})

test('a recovery code replaces a code once, however it is typed, and is audited', async () => {
  const user = await addUser(backend.database, { password })
  const { app } = await setUp(user)
  const { codes } = await confirm(user, app.code())
  const typed = codes[0]?.replaceAll('-', ' ').toUpperCase() ?? ''
  expect(faultsOf(await complete(await challengeOf(user.email), typed))).toEqual([])
  expect(faultsOf(await complete(await challengeOf(user.email), codes[0] ?? ''))).toEqual([
    'identity.wrong_code',
  ])
  const { data } = await backend.ask('{ secondFactors { recoveryCodesLeft totpSince isRequired } }', { user })
  expect(data).toMatchObject({ secondFactors: { recoveryCodesLeft: 9, isRequired: false } })
  expect(await auditOf(user.id)).toContain('user.use_recovery_code')
})

test('disabling needs the password and a code, and makes the login one step again', async () => {
  const user = await addUser(backend.database, { password })
  const { app } = await setUp(user)
  const { codes } = await confirm(user, app.code())
  const disable = (variables: { password: string; code: string }) =>
    backend.ask(
      'mutation ($password: String!, $code: String!) { disableTotp(password: $password, code: $code) }',
      { user, variables },
    )
  expect(faultsOf(await disable({ password: 'another password', code: app.code(1) }))).toEqual([
    'identity.wrong_password',
  ])
  expect(faultsOf(await disable({ password, code: app.code() }))).toEqual(['identity.wrong_code'])
  const renewed = await backend.ask(
    'mutation ($password: String!, $code: String!) { renewRecoveryCodes(password: $password, code: $code) }',
    { user, variables: { password, code: codes[0] } },
  )
  expect(faultsOf(await disable({ password, code: codes[1] ?? '' }))).toEqual(['identity.wrong_code'])
  const [fresh = ''] = (renewed.data as { renewRecoveryCodes: string[] }).renewRecoveryCodes
  expect(faultsOf(await disable({ password, code: fresh }))).toEqual([])
  expect(faultsOf(await logIn(user.email))).toEqual([])
  const { data } = await backend.ask('{ secondFactors { recoveryCodesLeft totpSince } }', { user })
  expect(data).toMatchObject({ secondFactors: { recoveryCodesLeft: 0, totpSince: null } })
})

test('a user with a factor confirms it when they confirm or change their password, and a refusal changes nothing', async () => {
  const user = await addUser(backend.database, { password })
  const app = await addTotp(backend.database, user.id)
  const { cookie } = await addSession(backend.database, user.id)
  const calls = [
    'reauthenticate(password: $password, code: $code)',
    'changePassword(currentPassword: $password, newPassword: "another good password", code: $code) { user { id } }',
  ]
  for (const [index, call] of calls.entries()) {
    const ask = (code?: string) =>
      backend.ask(`mutation ($password: String!, $code: String) { ${call} }`, {
        user,
        headers: { cookie },
        variables: { password, code },
      })
    const { errors } = await ask()
    expect(errors?.map(({ extensions }) => extensions)).toMatchObject([
      { fault: 'identity.code_required', input: 'code', details: { methods: ['TOTP', 'RECOVERY_CODE'] } },
    ])
    expect(faultsOf(await ask('abcd-efgh'))).toEqual(['identity.wrong_code'])
    expect(faultsOf(await logIn(user.email))).toEqual(['identity.second_factor_required'])
    expect(faultsOf(await ask(app.code(index)))).toEqual([])
  }
  expect(faultsOf(await logIn(user.email))).toEqual(['identity.wrong_credentials'])
  expect((await auditOf(user.id)).slice(1)).toEqual(['session.reauthenticate', 'user.set_password'])
})

test('a second app cannot replace the first one', async () => {
  const user = await addUser(backend.database, { password })
  await addTotp(backend.database, user.id)
  const answer = await backend.ask(
    'mutation ($password: String!) { setUpTotp(password: $password) { uri } }',
    { user, isRecent: true, variables: { password } },
  )
  expect(faultsOf(answer)).toEqual(['identity.totp_active'])
})

test('the password and an access token set up no app: it would be a way around the passkey of the account', async () => {
  const user = await addUser(backend.database, { password })
  await addPasskey(backend.database, user.id)
  const answer = await backend.ask(
    'mutation ($password: String!) { setUpTotp(password: $password) { uri } }',
    { user, variables: { password } },
  )
  expect(faultsOf(answer)).toEqual(['identity.recent_login_required'])
  expect((await auditOf(user.id)).filter((action) => action === 'user.set_up_totp')).toEqual([])
})

test('where it is required, a super admin without a factor can only set one up', async () => {
  const user = await addUser(strict.database, { password, isSuperAdmin: true })
  const member = await addUser(strict.database, { password })
  const ask = (query: string) => strict.ask(query, { user })
  expect(faultsOf(await ask('{ users { nodes { id } } }'))).toEqual(['identity.factor_required'])
  expect(faultsOf(await ask('{ sessions { nodes { id } } }'))).toEqual(['identity.factor_required'])
  expect(faultsOf(await strict.ask('{ sessions { nodes { id } } }', { user: member }))).toEqual([])
  const { data } = await ask('{ whoAmI { isSuperAdmin } secondFactors { isRequired } }')
  expect(data).toEqual({ whoAmI: { isSuperAdmin: true }, secondFactors: { isRequired: true } })
  const { app } = await setUp(user, strict)
  expect(faultsOf(await ask('{ users { nodes { id } } }'))).toEqual(['identity.factor_required'])
  await confirm(user, app.code(), strict)
  expect(faultsOf(await ask('{ users { nodes { id } } }'))).toEqual([])
})
