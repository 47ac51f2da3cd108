import { addSession, addUser } from '@gatehouse/testkit/seed-backend'
import { addPasskey, testPasskeySettings } from '@gatehouse/testkit/seed-passkeys'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPasskeyUser, optionsOf, passkeyPassword as password } from '../../../testing/passkey-user.ts'
import type { GraphqlBody } from '../../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend

beforeAll(async () => {
  backend = await startTestBackend(testPasskeySettings)
})
afterAll(() => backend[Symbol.asyncDispose]())

const faultsOf = ({ errors = [] }: GraphqlBody) => errors.map(({ extensions }) => extensions.fault)

async function auditOf(userId: string): Promise<string[]> {
  const rows = await backend.database
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}

type Registered = { finishPasskeyRegistration: { passkey: { id: string }; recoveryCodes: string[] } }

function registered({ data, errors }: GraphqlBody): Registered['finishPasskeyRegistration'] {
  if (errors) throw new Error(JSON.stringify(errors))
  return (data as Registered).finishPasskeyRegistration
}

const listing =
  '{ passkeys { id name isBackedUp lastUsedAt } secondFactors { passkeyCount recoveryCodesLeft } }'

test('a passkey makes the login two-step, and comes with recovery codes once', async () => {
  const anna = await openPasskeyUser(backend)
  const options = optionsOf(await anna.send('beginPasskeyRegistration'))
  expect(options).toMatchObject({
    rp: { id: 'console.test.example', name: 'Gatehouse' },
    user: { name: anna.user.email },
    attestation: 'none',
    excludeCredentials: [],
  })
  const { recoveryCodes } = registered(await anna.register())
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(registered(await anna.register()).recoveryCodes).toEqual([])

  const refused = await anna.sendAnonymously('login', { email: anna.user.email, password })
  expect(refused.errors?.[0]?.extensions).toMatchObject({
    fault: 'identity.second_factor_required',
    details: { methods: ['PASSKEY', 'RECOVERY_CODE'] },
  })
  expect(await anna.logIn(await anna.enterPassword())).toMatchObject({
    data: { finishPasskeyLogin: { user: { id: anna.user.id } } },
  })
  const completed = await backend.ask(
    'mutation ($challenge: String!, $code: String!) { completeLogin(challenge: $challenge, code: $code) { user { id } } }',
    { variables: { challenge: await anna.enterPassword(), code: recoveryCodes[0] } },
  )
  expect(faultsOf(completed)).toEqual([])
  const { data } = await backend.ask(listing, { user: anna.user })
  expect(data).toMatchObject({
    passkeys: [{ name: 'Laptop', lastUsedAt: null }, { lastUsedAt: expect.any(String) as string }],
    secondFactors: { passkeyCount: 2, recoveryCodesLeft: 9 },
  })
  expect(await auditOf(anna.user.id)).toEqual([
    'user.create',
    'user.add_passkey',
    'user.issue_recovery_codes',
    'user.add_passkey',
    'user.use_recovery_code',
  ])
})

test('registering and deleting need a recent login, and registering ends in the session that began it', async () => {
  const ben = await openPasskeyUser(backend)
  const begun = optionsOf(await ben.send('beginPasskeyRegistration'))
  const response = ben.authenticator.create(begun)
  const finish =
    'mutation ($response: JSON!) { finishPasskeyRegistration(response: $response, name: "x") { passkey { id } } }'
  const elsewhere = await backend.ask(finish, { user: ben.user, variables: { response }, isRecent: true })
  expect(faultsOf(elsewhere)).toEqual(['identity.passkey_challenge_over'])
  const withoutCookie = await backend.ask(finish, { user: ben.user, variables: { response } })
  expect(faultsOf(withoutCookie)).toEqual(['identity.session_required'])
  const { passkey } = registered(await ben.send('finishPasskeyRegistration', { response, name: 'Laptop' }))

  await backend.postgres.query(
    `update login_sessions set created_at = now() - interval '16 minutes' where user_id = $1`,
    [ben.user.id],
  )
  expect(faultsOf(await ben.send('beginPasskeyRegistration'))).toEqual(['identity.recent_login_required'])
  const deleting = { passkeyId: passkey.id }
  expect(faultsOf(await ben.send('deletePasskey', deleting))).toEqual(['identity.recent_login_required'])
  // A passkey confirms the session as the password does.
  expect(faultsOf(await ben.reauthenticate())).toEqual([])
  expect(faultsOf(await ben.send('deletePasskey', deleting))).toEqual([])
  expect(await auditOf(ben.user.id)).toEqual([
    'user.create',
    'user.add_passkey',
    'user.issue_recovery_codes',
    'session.reauthenticate',
    'user.delete_passkey',
  ])
})

test('the recovery codes end with the last factor, and the login has one step again', async () => {
  const cleo = await openPasskeyUser(backend)
  const first = registered(await cleo.register()).passkey
  const second = registered(await cleo.register()).passkey
  expect(faultsOf(await cleo.send('deletePasskey', { passkeyId: first.id }))).toEqual([])
  const { data } = await backend.ask(listing, { user: cleo.user })
  expect(data).toMatchObject({ secondFactors: { passkeyCount: 1, recoveryCodesLeft: 10 } })
  expect(faultsOf(await cleo.send('deletePasskey', { passkeyId: second.id }))).toEqual([])
  const after = await backend.ask(listing, { user: cleo.user })
  expect(after.data).toEqual({ passkeys: [], secondFactors: { passkeyCount: 0, recoveryCodesLeft: 0 } })
  const login = await cleo.sendAnonymously('login', { email: cleo.user.email, password })
  expect(faultsOf(login)).toEqual([])
})

test('the passkey of another user is not found, and its answers do not work for this user', async () => {
  const dora = await openPasskeyUser(backend)
  await dora.register()
  const stranger = await openPasskeyUser(backend)
  const { passkey } = registered(await stranger.register())
  for (const name of ['deletePasskey', 'renamePasskey'] as const) {
    const answer = await dora.send(name, { passkeyId: passkey.id, name: 'Mine' })
    expect(answer.errors?.[0]?.extensions).toMatchObject({
      code: 'NOT_FOUND',
      fault: 'identity.passkey_unknown',
    })
  }
  const challenge = await dora.enterPassword()
  const { challenge: toSign, rpId } = optionsOf(
    await dora.sendAnonymously('beginPasskeyLogin', { challenge }),
  ) as { challenge: string; rpId: string }
  const response = stranger.authenticator.get({ challenge: toSign, rpId })
  const answer = await dora.sendAnonymously('finishPasskeyLogin', { response, challenge })
  expect(faultsOf(answer)).toEqual(['identity.passkey_unknown'])
  expect(faultsOf(await dora.send('renamePasskey', { passkeyId: passkey.id, name: '' }))).toEqual([
    'identity.passkey_name',
  ])
})

test('a credential is registered once, and the browser is asked not to offer it again', async () => {
  const eve = await openPasskeyUser(backend)
  const response = eve.authenticator.create(optionsOf(await eve.send('beginPasskeyRegistration')))
  registered(await eve.send('finishPasskeyRegistration', { response, name: 'Laptop' }))
  const options = optionsOf(await eve.send('beginPasskeyRegistration')) as { excludeCredentials: unknown[] }
  expect(options.excludeCredentials).toMatchObject([{ id: response.id }])
  // The same credential for another account, as if its authenticator had been copied.
  const thief = await openPasskeyUser(backend)
  const own = thief.authenticator.create(optionsOf(await thief.send('beginPasskeyRegistration')))
  await backend.postgres.query('update passkeys set credential_id = $1 where user_id = $2', [
    Buffer.from(own.id, 'base64url'),
    eve.user.id,
  ])
  const answer = await thief.send('finishPasskeyRegistration', { response: own, name: 'Laptop' })
  expect(faultsOf(answer)).toEqual(['identity.passkey_exists'])
})

test.each([
  ['another origin', { origin: 'https://console.test.example.evil.example' }],
  ['another domain', { rpId: 'evil.example' }],
  ['another ceremony', { type: 'webauthn.get' }],
  ['a frame of another site', { isCrossOrigin: true }],
  ['certificates', { attestation: { format: 'packed', statement: new Map([['x5c', [Buffer.alloc(9)]]]) } }],
  ['an unusual attestation', { attestation: { format: 'fido-u2f', statement: new Map() } }],
])('a registration with %s is refused, and registers nothing', async (_name, changes) => {
  const fred = await openPasskeyUser(backend)
  expect(faultsOf(await fred.register(changes))).toEqual(['identity.passkey_refused'])
  const { data } = await backend.ask('{ passkeys { id } }', { user: fred.user })
  expect(data).toEqual({ passkeys: [] })
})

test.each([
  ['nothing', {}],
  ['a text', 'x'],
  [
    'client data that is not JSON',
    { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'eA', attestationObject: 'eA' } },
  ],
])('a response with %s is refused with a clear error', async (_name, response) => {
  const gus = await openPasskeyUser(backend)
  const answer = await gus.send('finishPasskeyRegistration', { response, name: 'Laptop' })
  expect(faultsOf(answer)).toEqual(['identity.passkey_refused'])
})

test('a user has at most 20 passkeys', async () => {
  const hal = await openPasskeyUser(backend)
  const begun = optionsOf(await hal.send('beginPasskeyRegistration'))
  for (let number = 0; number < 20; number += 1) await addPasskey(backend.database, hal.user.id)
  const response = hal.authenticator.create(begun)
  for (const answer of [
    await hal.send('finishPasskeyRegistration', { response, name: 'Laptop' }),
    await hal.send('beginPasskeyRegistration'),
  ])
    expect(faultsOf(answer)).toEqual(['identity.too_many_passkeys'])
})

test('where a factor is required, a passkey is enough, and its loss asks for a new one', async () => {
  await using strict = await startTestBackend({ ...testPasskeySettings, SUPER_ADMIN_FACTOR: 'required' })
  const ida = await openPasskeyUser(strict, { isSuperAdmin: true })
  const ask = () => strict.ask('{ users { nodes { id } } }', { user: ida.user })
  expect(faultsOf(await ask())).toEqual(['identity.factor_required'])
  const { passkey } = registered(await ida.register())
  expect(faultsOf(await ask())).toEqual([])
  expect(faultsOf(await ida.send('deletePasskey', { passkeyId: passkey.id }))).toEqual([])
  expect(faultsOf(await ask())).toEqual(['identity.factor_required'])
  registered(await ida.register())
  expect(faultsOf(await ask())).toEqual([])
})

test('without a domain for passkeys the error says which setting is missing', async () => {
  await using bare = await startTestBackend({ CONSOLE_URL: 'http://192.0.2.1' })
  const user = await addUser(bare.database, { password })
  const { cookie } = await addSession(bare.database, user.id)
  const answer = await bare.ask('mutation { beginPasskeyRegistration { expiresAt } }', {
    user,
    headers: { cookie },
  })
  expect(faultsOf(answer)).toEqual(['identity.passkeys_unavailable'])
  expect(answer.errors?.[0]?.message).toContain('PASSKEY_ORIGINS')
})
