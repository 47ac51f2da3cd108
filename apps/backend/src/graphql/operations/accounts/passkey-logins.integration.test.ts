import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { testPasskeySettings } from '@gatehouse/testkit/seed-passkeys'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PasskeyUser, openPasskeyUser, optionsOf } from '../../../testing/passkey-user.ts'
import type { GraphqlBody } from '../../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend

beforeAll(async () => {
  backend = await startTestBackend(testPasskeySettings)
})
afterAll(() => backend[Symbol.asyncDispose]())

const faultsOf = ({ errors = [] }: GraphqlBody) => errors.map(({ extensions }) => extensions.fault)

async function openRegisteredUser(): Promise<PasskeyUser> {
  const opened = await openPasskeyUser(backend)
  expect(faultsOf(await opened.register())).toEqual([])
  return opened
}

const countSessions = async (userId: string) => {
  const { rows } = await backend.postgres.query<{ open: number }>(
    'select count(*)::int as open from login_sessions where user_id = $1',
    [userId],
  )
  return rows[0]?.open
}

test('a verified passkey logs in without a password, and its session works', async () => {
  const anna = await openRegisteredUser()
  const options = optionsOf(await anna.sendAnonymously('beginPasskeyLogin'))
  expect(options).toMatchObject({ rpId: 'console.test.example', userVerification: 'required' })
  expect(options).not.toHaveProperty('allowCredentials.0')
  const response = await backend.post({
    query:
      'mutation ($response: JSON!) { finishPasskeyLogin(response: $response) { accessToken user { id } } }',
    variables: { response: anna.authenticator.get(options) },
  })
  const { data } = (await response.json()) as { data: { finishPasskeyLogin: { accessToken: string } } }
  expect(data.finishPasskeyLogin).toMatchObject({ user: { id: anna.user.id } })
  const cookies = response.headers.getSetCookie().map((text) => text.split('=', 1)[0])
  expect(cookies).toEqual(['gatehouse_refresh', 'gatehouse_device'])
  const headers = { authorization: `Bearer ${data.finishPasskeyLogin.accessToken}` }
  expect(faultsOf(await backend.ask('{ sessions { nodes { id } } }', { headers }))).toEqual([])
})

test('a passkey that did not verify the user is only a second factor', async () => {
  const ben = await openRegisteredUser()
  const unverified = { isVerified: false }
  expect(faultsOf(await ben.logIn(undefined, unverified))).toEqual(['identity.passkey_not_verified'])
  expect(faultsOf(await ben.reauthenticate(unverified))).toEqual(['identity.passkey_not_verified'])
  expect(await countSessions(ben.user.id)).toBe(1)
  expect(faultsOf(await ben.logIn(await ben.enterPassword(), unverified))).toEqual([])
})

test.each([
  ['another origin', { origin: 'https://console.test.example.evil.example' }],
  ['http instead of https', { origin: 'http://console.test.example' }],
  ['another domain', { rpId: 'evil.example' }],
  ['another ceremony', { type: 'webauthn.create' }],
  ['a frame of another site', { isCrossOrigin: true }],
  ['the user handle of another user', { userHandle: Buffer.alloc(16, 1).toString('base64url') }],
])('a login with %s is refused and opens no session', async (_name, changes) => {
  const cleo = await openRegisteredUser()
  expect(faultsOf(await cleo.logIn(undefined, changes))).toEqual(['identity.passkey_refused'])
  expect(faultsOf(await cleo.logIn(await cleo.enterPassword(), changes))).toEqual([
    'identity.passkey_refused',
  ])
  expect(faultsOf(await cleo.reauthenticate(changes))).toEqual(['identity.passkey_refused'])
  expect(await countSessions(cleo.user.id)).toBe(1)
})

test('a login without a password needs the user handle, and the key that was registered', async () => {
  const dora = await openRegisteredUser()
  expect(faultsOf(await dora.logIn(undefined, { userHandle: null }))).toEqual(['identity.passkey_refused'])
  expect(faultsOf(await dora.logIn(await dora.enterPassword(), { userHandle: null }))).toEqual([])
  // Another user's key that claims to be this one.
  const thief = await openRegisteredUser()
  const known = await backend.database
    .selectFrom('passkeys')
    .select('credential_id')
    .where('user_id', '=', dora.user.id)
    .executeTakeFirstOrThrow()
  const credentialId = known.credential_id.toString('base64url')
  expect(faultsOf(await thief.logIn(undefined, { credentialId, userHandle: null }))).toEqual([
    'identity.passkey_refused',
  ])
  const handle = Buffer.from(dora.user.id.replaceAll('-', ''), 'hex').toString('base64url')
  expect(faultsOf(await thief.logIn(undefined, { credentialId, userHandle: handle }))).toEqual([
    'identity.passkey_refused',
  ])
})

test('a challenge is answered once, also if the answer is sent several times together', async () => {
  const eve = await openRegisteredUser()
  const challenge = await eve.enterPassword()
  for (const login of [undefined, challenge]) {
    const options = optionsOf(await eve.sendAnonymously('beginPasskeyLogin', { challenge: login }))
    // Like many authenticators, this one does not count, so only the challenge prevents the repeat.
    const response = eve.authenticator.get(options, { counter: 0 })
    const send = () => eve.sendAnonymously('finishPasskeyLogin', { response, challenge: login })
    const answers = await Promise.all(Array.from({ length: 5 }, send))
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1)
    expect((await send()).errors).toHaveLength(1)
  }
  expect(await countSessions(eve.user.id)).toBe(3)
})

test('a refused answer uses up its challenge', async () => {
  const fred = await openRegisteredUser()
  const options = optionsOf(await fred.sendAnonymously('beginPasskeyLogin'))
  const finish = (response: unknown) => fred.sendAnonymously('finishPasskeyLogin', { response })
  const foreign = fred.authenticator.get(options, { origin: 'https://evil.example' })
  expect(faultsOf(await finish(foreign))).toEqual(['identity.passkey_refused'])
  expect(faultsOf(await finish(fred.authenticator.get(options)))).toEqual(['identity.passkey_challenge_over'])
})

test('a challenge works only for its purpose, its login and its session', async () => {
  const gus = await openRegisteredUser()
  const [first, second] = [await gus.enterPassword(), await gus.enterPassword()]
  const over = ['identity.passkey_challenge_over']
  const begin = {
    passwordless: () => gus.sendAnonymously('beginPasskeyLogin'),
    first: () => gus.sendAnonymously('beginPasskeyLogin', { challenge: first }),
    session: () => gus.send('beginPasskeyReauthentication'),
    registration: () => gus.send('beginPasskeyRegistration'),
  }
  const finish = {
    passwordless: (response: unknown) => gus.sendAnonymously('finishPasskeyLogin', { response }),
    second: (response: unknown) => gus.sendAnonymously('finishPasskeyLogin', { response, challenge: second }),
    session: (response: unknown) => gus.send('finishPasskeyReauthentication', { response }),
  }
  const wrong = [
    ['passwordless', 'second'],
    ['passwordless', 'session'],
    ['first', 'second'],
    ['first', 'passwordless'],
    ['first', 'session'],
    ['session', 'passwordless'],
    ['session', 'second'],
    ['registration', 'passwordless'],
    ['registration', 'session'],
  ] as const
  for (const [begun, finished] of wrong) {
    const { challenge } = optionsOf(await begin[begun]()) as { challenge: string }
    const response = gus.authenticator.get({ challenge, rpId: 'console.test.example' })
    expect([begun, finished, faultsOf(await finish[finished](response))]).toEqual([begun, finished, over])
  }
  // Another session of the same user.
  const { challenge } = optionsOf(await begin.session()) as { challenge: string }
  const response = gus.authenticator.get({ challenge, rpId: 'console.test.example' })
  const elsewhere = await backend.ask(
    'mutation ($response: JSON!) { finishPasskeyReauthentication(response: $response) }',
    { user: gus.user, variables: { response }, isRecent: true },
  )
  expect(faultsOf(elsewhere)).toEqual(over)
})

test('a challenge ends after five minutes, is then deleted, and an invented one never works', async () => {
  const hal = await openRegisteredUser()
  const options = optionsOf(await hal.sendAnonymously('beginPasskeyLogin')) as { challenge: string }
  const rows = () =>
    backend.postgres.query('select from webauthn_challenges where challenge_hash = sha256($1::text::bytea)', [
      options.challenge,
    ])
  await backend.postgres.query(
    `update webauthn_challenges set expires_at = expires_at - interval '5 minutes'
      where challenge_hash = sha256($1::text::bytea)`,
    [options.challenge],
  )
  const finish = (response: unknown) => hal.sendAnonymously('finishPasskeyLogin', { response })
  const over = ['identity.passkey_challenge_over']
  expect(faultsOf(await finish(hal.authenticator.get(options)))).toEqual(over)
  expect((await rows()).rowCount).toBe(1)
  expect(faultsOf(await hal.logIn(undefined, { challenge: Buffer.alloc(32).toString('base64url') }))).toEqual(
    over,
  )
  expect((await rows()).rowCount).toBe(0)
})

test('a counter that does not rise is refused and audited, and the original still works', async () => {
  const ida = await openRegisteredUser()
  expect(faultsOf(await ida.logIn(undefined, { counter: 7 }))).toEqual([])
  for (const counter of [7, 3, 0]) {
    expect(faultsOf(await ida.logIn(undefined, { counter }))).toEqual(['identity.passkey_cloned'])
    expect(faultsOf(await ida.logIn(await ida.enterPassword(), { counter }))).toEqual([
      'identity.passkey_cloned',
    ])
    expect(faultsOf(await ida.reauthenticate({ counter }))).toEqual(['identity.passkey_cloned'])
  }
  expect(await countSessions(ida.user.id)).toBe(2)
  const entries = await backend.database
    .selectFrom('audit_log')
    .select('details')
    .where('subject_id', '=', ida.user.id)
    .where('action', '=', 'user.refuse_cloned_passkey')
    .orderBy('id')
    .execute()
  expect(entries).toHaveLength(9)
  expect(entries[0]).toMatchObject({ details: { counter: 7, counter_before: 7 } })
  expect(faultsOf(await ida.logIn(undefined, { counter: 8 }))).toEqual([])
})

test('a copy without the key does not count as a clone', async () => {
  const jon = await openRegisteredUser()
  const thief = await openRegisteredUser()
  expect(faultsOf(await jon.logIn(undefined, { counter: 7 }))).toEqual([])
  const { credential_id } = await backend.database
    .selectFrom('passkeys')
    .select('credential_id')
    .where('user_id', '=', jon.user.id)
    .executeTakeFirstOrThrow()
  const userHandle = Buffer.from(jon.user.id.replaceAll('-', ''), 'hex').toString('base64url')
  const changes = { counter: 1, credentialId: credential_id.toString('base64url'), userHandle }
  expect(faultsOf(await thief.logIn(undefined, changes))).toEqual(['identity.passkey_refused'])
})

test('a deleted passkey, and one of a user who changed the password during the login, do not log in', async () => {
  const kim = await openRegisteredUser()
  const challenge = await kim.enterPassword()
  const begun = optionsOf(await kim.sendAnonymously('beginPasskeyLogin', { challenge }))
  await backend.postgres.query('update users set device_generation = device_generation + 1 where id = $1', [
    kim.user.id,
  ])
  const response = kim.authenticator.get(begun)
  const answer = await kim.sendAnonymously('finishPasskeyLogin', { response, challenge })
  expect(faultsOf(answer)).toEqual(['identity.challenge_over'])
  const options = optionsOf(await kim.sendAnonymously('beginPasskeyLogin'))
  await backend.database.deleteFrom('passkeys').where('user_id', '=', kim.user.id).execute()
  const late = await kim.sendAnonymously('finishPasskeyLogin', { response: kim.authenticator.get(options) })
  expect(faultsOf(late)).toEqual(['identity.passkey_unknown'])
})

test('attempts are limited: of the second step per user, of logins without a password per address', async () => {
  const lea = await openRegisteredUser()
  const challenge = await lea.enterPassword()
  const evil = { origin: 'https://evil.example' }
  for (let attempt = 0; attempt < 10; attempt += 1)
    expect(faultsOf(await lea.logIn(challenge, evil))).toEqual(['identity.passkey_refused'])
  expect(faultsOf(await lea.logIn(challenge))).toEqual(['identity.too_many_attempts'])
  const begin = async () =>
    faultsOf(
      await backend.ask('mutation { beginPasskeyLogin { expiresAt } }', {
        headers: { 'x-forwarded-for': '203.0.113.77' },
      }),
    )
  await waitUntil(async () => (await begin()).includes('identity.too_many_attempts'), {
    withinMs: 30_000,
    what: 'the address has no attempts left',
  })
})

test('single sign-on that is enforced refuses passkeys, too', async () => {
  const companyId = await addCompany(backend.database, 1n)
  const max = await openPasskeyUser(backend, { email: 'max@enforced.example', companyId })
  expect(faultsOf(await max.register())).toEqual([])
  await backend.postgres.query(
    `with connection as (
       insert into sso_connections (company_id, issuer, client_id, client_secret, secret_id, is_enforced)
       values ($1, 'https://login.example', 'client', '', 'test', true))
     insert into sso_domains (company_id, domain, confirmed_at) values ($1, 'enforced.example', now())`,
    [companyId],
  )
  expect(faultsOf(await max.logIn(undefined))).toEqual(['sso.required'])
})
