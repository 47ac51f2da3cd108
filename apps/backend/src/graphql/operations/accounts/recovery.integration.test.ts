import { randomFillSync } from 'node:crypto'
import type { User } from '@gatehouse/identity/users'
import { createMailStore } from '@gatehouse/mail/postgres/mail-store'
import { createMailSeal } from '@gatehouse/mail/seal-mail'
import { namedSecrets } from '@gatehouse/runtime/named-secrets'
import { addSession, addUser, testMailSecrets } from '@gatehouse/testkit/seed-backend'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend
let user: User
let mailStore: ReturnType<typeof createMailStore>

const password = 'the present password'
const next = 'the replacement password'

beforeAll(async () => {
  backend = await startTestBackend({ CONSOLE_URL: 'https://console.example' })
  const secrets = namedSecrets('secret').parse(testMailSecrets)
  const seal = createMailSeal({ secrets, fillRandom: randomFillSync })
  mailStore = createMailStore({ postgres: backend.postgres, ids: backend.resources.ids, seal })
})
afterAll(() => backend[Symbol.asyncDispose]())
beforeEach(async () => {
  user = await addUser(backend.database, { password })
})

const faultsOf = ({ errors }: Awaited<ReturnType<TestBackend['ask']>>) =>
  errors?.map(({ extensions }) => extensions.fault) ?? []

async function mailsTo(recipient: string) {
  const rows = await backend.database
    .selectFrom('mails')
    .select(['id', 'template', 'subject'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
  return Promise.all(
    rows.map(async ({ id, template, subject }) => {
      const { text = '' } = (await mailStore.readQueued(id)) ?? {}
      return {
        template,
        subject,
        link: /https:\S+/.exec(text)?.[0] ?? '',
        token: /#(\S+)/.exec(text)?.[1] ?? '',
      }
    }),
  )
}

let addresses = 0
/** A new client address for each request, for tests that are not about addresses. */
const fromNewAddress = () => ({ 'x-forwarded-for': `203.0.113.${(addresses += 1)}` })

const ask = (query: string, variables: Record<string, unknown>) =>
  backend.ask(query, { variables, headers: fromNewAddress() })
const requestReset = (email: string) =>
  ask('mutation ($email: String!) { requestPasswordReset(email: $email) }', { email })
const reset = (token: string, newPassword = next) =>
  ask(
    'mutation ($token: String!, $newPassword: String!) { resetPassword(token: $token, newPassword: $newPassword) }',
    { token, newPassword },
  )
const logIn = (given: string, email = user.email) =>
  ask(
    'mutation ($email: String!, $given: String!) { login(email: $email, password: $given) { expiresAt } }',
    { email, given },
  )

/** Requests a reset and returns the token of its mail. */
async function resetToken(): Promise<string> {
  const before = (await mailsTo(user.email)).length
  expect(await requestReset(user.email)).toEqual({ data: { requestPasswordReset: true } })
  await waitUntil(async () => (await mailsTo(user.email)).length > before, {
    withinMs: 15_000,
    what: 'the link is mailed',
  })
  return (await mailsTo(user.email)).at(-1)?.token ?? ''
}

test('a mailed link sets a new password once, ends all sessions and is reported to the user', async () => {
  const { cookie } = await addSession(backend.database, user.id)
  const token = await resetToken()
  expect((await mailsTo(user.email))[0]?.link).toMatch(/^https:\/\/console\.example\/reset#[\w-]{43}$/)
  expect(await reset(token)).toEqual({ data: { resetPassword: true } })
  expect(faultsOf(await reset(token, 'yet another password'))).toEqual(['identity.link_over'])
  expect(faultsOf(await logIn(password))).toEqual(['identity.wrong_credentials'])
  expect(faultsOf(await logIn(next))).toEqual([])
  const refreshed = await backend.ask('mutation { refresh { expiresAt } }', { headers: { cookie } })
  expect(codesOf(refreshed)).toEqual(['UNAUTHENTICATED'])
  expect((await mailsTo(user.email)).map(({ subject }) => subject)).toEqual([
    'Set a new password',
    'Your password was changed',
  ])
})

test('of concurrent uses of a link, one succeeds', async () => {
  const token = await resetToken()
  const answers = await Promise.all(
    ['first', 'second', 'third'].map((name) => reset(token, `${name} replacement password`)),
  )
  const faults = answers.flatMap(faultsOf)
  expect(faults).toEqual(['identity.link_over', 'identity.link_over'])
})

test('links that are expired, malformed, or older than the present password are refused', async () => {
  const expired = await resetToken()
  await backend.database
    .updateTable('password_resets')
    .set({ expires_at: new Date(0) })
    .where('user_id', '=', user.id)
    .execute()
  for (const token of [expired, 'A'.repeat(43), '', "' or true --"])
    expect(faultsOf(await reset(token))).toEqual(['identity.link_over'])
  const [first, second] = [await resetToken(), await resetToken()]
  expect(faultsOf(await reset(second, 'short'))).toEqual(['identity.password'])
  expect(faultsOf(await reset(second))).toEqual([])
  expect(faultsOf(await reset(first))).toEqual(['identity.link_over'])
})

test('a request reveals nothing about the account, and requests are limited alike', async () => {
  const answersFor = async (email: string) => {
    const answers: unknown[] = []
    for (let turn = 0; turn < 7; turn += 1) {
      const { data, errors } = await requestReset(email)
      answers.push({ data, faults: errors?.map(({ extensions, message }) => [extensions.fault, message]) })
    }
    return answers
  }
  const known = await answersFor(user.email)
  expect(known.at(-1)).toMatchObject({ faults: [['identity.too_many_attempts', expect.any(String)]] })
  expect(await answersFor(`unknown-${user.email}`)).toEqual(known)
  expect(await mailsTo(`unknown-${user.email}`)).toEqual([])
})

test('the answer to a request does not wait for anything that depends on the account', async () => {
  // While these tables are locked, neither the account nor its link or mail can be read or written, so an answer that
  // needed one of them would not come.
  await backend.postgres.transaction(async (tx) => {
    await tx.query('lock table users, password_resets, mails in access exclusive mode')
    for (const email of [user.email, `unknown-${user.email}`])
      expect(await requestReset(email)).toEqual({ data: { requestPasswordReset: true } })
  })
})

test('the token of a reset is in no row of the database', async () => {
  const token = await resetToken()
  // A column of bytes is printed in hexadecimal, and could hold the token's text or its raw bytes.
  const forms = [
    token,
    Buffer.from(token).toString('hex'),
    Buffer.from(token, 'base64url').toString('hex'),
  ].map((form) => `%${form}%`)
  const { rows } = await backend.postgres.query<{ found: boolean }>({
    text: `select exists (select from mails m where m::text like any ($1))
               or exists (select from password_resets r where r::text like any ($1))
               or exists (select from audit_log l where l::text like any ($1)) as found`,
    values: [forms],
  })
  expect(rows).toEqual([{ found: false }])
})

const changeEmail = (newEmail: string, isRecent = true) =>
  backend.ask('mutation ($newEmail: String!) { requestEmailChange(newEmail: $newEmail) }', {
    user,
    isRecent,
    variables: { newEmail },
  })
const confirm = (token: string | undefined) =>
  ask('mutation ($token: String!) { confirmEmailChange(token: $token) }', { token })

test('an address changes when both addresses have confirmed it, and links to the old one end', async () => {
  const newEmail = `new-${user.email}`
  const pending = await resetToken()
  expect(await changeEmail(newEmail)).toEqual({ data: { requestEmailChange: true } })
  const oldToken = (await mailsTo(user.email)).at(-1)?.token
  const newToken = (await mailsTo(newEmail)).at(-1)?.token
  expect(await confirm(newToken)).toEqual({ data: { confirmEmailChange: 'WAITING' } })
  // The same link twice is not the confirmation of both.
  expect(await confirm(newToken)).toEqual({ data: { confirmEmailChange: 'WAITING' } })
  expect(faultsOf(await logIn(password, newEmail))).toEqual(['identity.wrong_credentials'])
  expect(await confirm(oldToken)).toEqual({ data: { confirmEmailChange: 'CHANGED' } })
  expect(faultsOf(await confirm(oldToken))).toEqual(['identity.link_over'])
  expect(faultsOf(await logIn(password, newEmail))).toEqual([])
  expect(faultsOf(await reset(pending))).toEqual(['identity.link_over'])
})

test('a change to the address of another account looks the same to the caller and never takes effect', async () => {
  const other = await addUser(backend.database)
  expect(await changeEmail(other.email)).toEqual({ data: { requestEmailChange: true } })
  expect(await mailsTo(other.email)).toEqual([])
  expect(await confirm((await mailsTo(user.email))[0]?.token)).toEqual({
    data: { confirmEmailChange: 'WAITING' },
  })
})

test('an address that another user takes in the meantime is not taken from them', async () => {
  const newEmail = `contested-${user.email}`
  await changeEmail(newEmail)
  await confirm((await mailsTo(user.email))[0]?.token)
  await addUser(backend.database, { email: newEmail })
  expect(faultsOf(await confirm((await mailsTo(newEmail))[0]?.token))).toEqual(['identity.email_taken'])
})

test('a new request replaces the earlier one', async () => {
  await changeEmail(`first-${user.email}`)
  await changeEmail(`second-${user.email}`)
  const [first] = await mailsTo(`first-${user.email}`)
  expect(faultsOf(await confirm(first?.token))).toEqual(['identity.link_over'])
})

test('of concurrent requests, the last one counts', async () => {
  const names = ['first', 'second', 'third'] as const
  const answers = await Promise.all(names.map((name) => changeEmail(`${name}-${user.email}`)))
  expect(answers.flatMap(faultsOf)).toEqual([])
  const confirmed = await Promise.all(
    names.map(async (name) => confirm((await mailsTo(`${name}-${user.email}`))[0]?.token)),
  )
  expect(confirmed.flatMap(faultsOf)).toEqual(['identity.link_over', 'identity.link_over'])
})

test('an invalid new address is reported for its input', async () => {
  expect(await changeEmail('nowhere')).toMatchObject({
    errors: [{ extensions: { fault: 'identity.email', input: 'newEmail' } }],
  })
})

test('a request for a reset is in the audit log of the user, and expired links are removed', async () => {
  const old = await resetToken()
  await backend.database
    .updateTable('password_resets')
    .set({ expires_at: new Date(Date.now() - 8 * 86_400_000) })
    .where('user_id', '=', user.id)
    .execute()
  expect(old).not.toBe(await resetToken())
  const kept = await backend.database
    .selectFrom('password_resets')
    .select('id')
    .where('user_id', '=', user.id)
    .execute()
  expect(kept).toHaveLength(1)
  const entries = await backend.database
    .selectFrom('audit_log')
    .select(['actor_kind', 'client_address'])
    .where('subject_id', '=', user.id)
    .where('action', '=', 'user.request_password_reset')
    .execute()
  expect(entries).toEqual(
    Array.from({ length: 2 }, () => ({
      actor_kind: 'service',
      client_address: expect.stringMatching(/^203\.0\.113\./) as string,
    })),
  )
})

test('a dangerous operation needs a recent login in the caller’s own session', async () => {
  const required = ['identity.recent_login_required']
  expect(faultsOf(await changeEmail(`none-${user.email}`, false))).toEqual(required)
  const own = await addSession(backend.database, user.id)
  const foreign = await addSession(backend.database, (await addUser(backend.database)).id)
  const begin = (cookie: string) =>
    backend.ask(`mutation { requestEmailChange(newEmail: "x-${user.email}") }`, { user, headers: { cookie } })
  const again = (given: string, cookie = own.cookie) =>
    backend.ask(`mutation { reauthenticate(password: "${given}") }`, { user, headers: { cookie } })
  expect(faultsOf(await begin(foreign.cookie))).toEqual(required)
  await backend.database
    .updateTable('login_sessions')
    .set({ created_at: new Date(Date.now() - 16 * 60_000) })
    .where('id', '=', own.sessionId)
    .execute()
  const refused = await begin(own.cookie)
  expect(faultsOf(refused)).toEqual(required)
  expect(codesOf(refused)).toEqual(['FORBIDDEN'])
  expect(faultsOf(await again('a guess'))).toEqual(['identity.wrong_password'])
  expect(faultsOf(await again(password, foreign.cookie))).toEqual(['identity.session_required'])
  expect(faultsOf(await begin(own.cookie))).toEqual(required)
  expect(faultsOf(await again(password))).toEqual([])
  expect(faultsOf(await begin(own.cookie))).toEqual([])
})

test('a refresh token that was exchanged does not count as a session after the leeway', async () => {
  const { cookie } = await addSession(backend.database, user.id)
  await backend.post({ query: 'mutation { refresh { expiresAt } }' }, { cookie })
  const begin = () =>
    backend.ask(`mutation { requestEmailChange(newEmail: "z-${user.email}") }`, { user, headers: { cookie } })
  expect(faultsOf(await begin())).toEqual([])
  await backend.postgres.query(
    `update refresh_tokens set used_at = now() - interval '11 seconds'
     where used_at is not null and session_id in (select id from login_sessions where user_id = $1)`,
    [user.id],
  )
  expect(faultsOf(await begin())).toEqual(['identity.recent_login_required'])
})

test('a refresh does not make a login recent', async () => {
  const { cookie, sessionId } = await addSession(backend.database, user.id)
  await backend.database
    .updateTable('login_sessions')
    .set({ created_at: new Date(Date.now() - 16 * 60_000) })
    .where('id', '=', sessionId)
    .execute()
  const response = await backend.post({ query: 'mutation { refresh { expiresAt } }' }, { cookie })
  const renewed = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const body = await backend.ask(`mutation { requestEmailChange(newEmail: "y-${user.email}") }`, {
    user,
    headers: { cookie: renewed },
  })
  expect(faultsOf(body)).toEqual(['identity.recent_login_required'])
})
