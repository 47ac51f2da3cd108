import { Secret } from '@gatehouse/runtime/secret'
import { type OpenIdentity, openIdentity } from '@gatehouse/testkit/open-identity'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { addSso } from '@gatehouse/testkit/seed-sso'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type User, readUser } from '../users.ts'
import { type EmailChangeLink, confirmEmailChange, requestEmailChange } from './change-email.ts'
import { resetPassword, sendResetLink } from './reset-password.ts'

const addressRange = '198.51.100.0/24'

let open: OpenIdentity
let user: User
let newEmail: string
let mailed: EmailChangeLink[]
beforeAll(async () => {
  open = await openIdentity()
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  user = await addUser(open.database)
  newEmail = `${open.deps.ids.uuid()}@people.example`
  mailed = []
})

const request = (email = newEmail) =>
  requestEmailChange(
    { ...open.deps, mailLink: (_tx, link) => Promise.resolve(void mailed.push(link)) },
    { user, newEmail: email },
    {},
  )
const confirm = (token: Secret) => confirmEmailChange(open.deps, { token, addressRange }, {})
const codeOf = (work: Promise<unknown>) =>
  work.then(
    (result) => String(result),
    (thrown: unknown) => (thrown as { code: string }).code,
  )
const tokenTo = (address: string) => {
  const link = mailed.findLast(({ to }) => to === address)
  if (!link) throw new Error(`no link was mailed to ${address}`)
  return link.token
}
const emailNow = async () => (await readUser(open.database, user.id))?.email

test('the address changes when both addresses have confirmed it, in either order', async () => {
  await request(` ${newEmail} `)
  expect(mailed.map(({ to, newEmail: to2 }) => [to, to2])).toEqual([
    [user.email, newEmail],
    [newEmail, newEmail],
  ])
  expect(new Set(mailed.map(({ key }) => key)).size).toBe(2)
  expect(await codeOf(confirm(tokenTo(newEmail)))).toBe('WAITING')
  expect(await codeOf(confirm(tokenTo(newEmail)))).toBe('WAITING')
  expect(await emailNow()).toBe(user.email)
  expect(await codeOf(confirm(tokenTo(user.email)))).toBe('CHANGED')
  expect(await emailNow()).toBe(newEmail)
  expect(await codeOf(confirm(tokenTo(newEmail)))).toBe('identity.link_over')
  const actions = (await open.readAudit(user.id)).slice(1)
  expect(actions).toMatchObject([
    { action: 'user.request_email_change', actor: `user ${user.id}`, details: { new_email: newEmail } },
    { action: 'user.change_email', actor: `user ${user.id}`, details: { new_email: newEmail } },
  ])
})

test('an address that has an account gets no mail, and the caller does not learn it', async () => {
  const other = await addUser(open.database)
  expect(await codeOf(request(other.email.toUpperCase()))).toBe('undefined')
  expect(mailed.map(({ to }) => to)).toEqual([user.email])
  expect(await codeOf(confirm(tokenTo(user.email)))).toBe('WAITING')
})

test('an address that is taken in the meantime is refused', async () => {
  await request()
  await confirm(tokenTo(newEmail))
  await addUser(open.database, { email: newEmail })
  expect(await codeOf(confirm(tokenTo(user.email)))).toBe('identity.email_taken')
  expect(await emailNow()).toBe(user.email)
})

test('a later request ends the earlier one', async () => {
  await request()
  const [first] = mailed
  await request(`${open.deps.ids.uuid()}@people.example`)
  expect(await codeOf(confirm(first?.token ?? new Secret('')))).toBe('identity.link_over')
})

test.each([
  ['has expired', 'update email_changes set expires_at = now() where user_id = $1'],
  ['has ended', 'update email_changes set ended_at = now() where user_id = $1'],
])('a link that %s changes nothing', async (_name, statement) => {
  await request()
  await open.postgres.query(statement, [user.id])
  for (const { token } of mailed) expect(await codeOf(confirm(token))).toBe('identity.link_over')
  expect(await emailNow()).toBe(user.email)
})

test('invalid addresses, texts that are not tokens and too many requests are refused', async () => {
  expect(await codeOf(request('not an address'))).toBe('identity.email')
  expect(await codeOf(confirm(new Secret('short')))).toBe('identity.link_over')
  expect(await codeOf(confirm(new Secret(Buffer.alloc(32).toString('base64url'))))).toBe('identity.link_over')
  for (let sent = 0; sent < 5; sent += 1) await request()
  expect(await codeOf(request())).toBe('identity.too_many_attempts')
})

test('links to set a password that were mailed to the old address end', async () => {
  await sendResetLink({ ...open.deps, mailLink: () => Promise.resolve() }, user.email, {})
  await request()
  for (const { token } of mailed) await confirm(token)
  const { rows } = await open.postgres.query(
    'select id from password_resets where user_id = $1 and ended_at is null',
    [user.id],
  )
  expect(rows).toEqual([])
})

async function resetToken(): Promise<Secret> {
  let token: Secret | undefined
  const mailLink = (_tx: unknown, link: { token: Secret }) => Promise.resolve(void (token = link.token))
  await sendResetLink({ ...open.deps, mailLink }, user.email, {})
  return token ?? new Secret('')
}

const reset = (token: Secret) =>
  resetPassword(
    { ...open.deps, mailNotice: () => Promise.resolve() },
    { token, password: new Secret('the next of the passwords'), addressRange },
    {},
  )

test('a new password ends a change that was requested before it', async () => {
  await request()
  await confirm(tokenTo(newEmail))
  await reset(await resetToken())
  expect(await codeOf(confirm(tokenTo(user.email)))).toBe('identity.link_over')
  expect(await emailNow()).toBe(user.email)
})

test('a confirmation and a new password at the same moment wait for each other, and one of them is too late', async () => {
  await request()
  await confirm(tokenTo(newEmail))
  const token = await resetToken()
  let both: Promise<string[]> | undefined
  await open.database.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute()
    both = Promise.all([codeOf(confirm(tokenTo(user.email))), codeOf(reset(token))])
    await vi.waitFor(async () => {
      const { rows } = await open.postgres.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      expect(rows).toHaveLength(2)
    })
  })
  expect([
    ['CHANGED', 'identity.link_over'],
    ['identity.link_over', 'undefined'],
  ]).toContainEqual(await both)
})

test('the company that enforces single sign-on manages the address', async () => {
  const companyId = await addCompany(open.database, 0n)
  const provider = { issuer: 'https://id.example', clientId: 'client', clientSecret: 'secret' }
  user = await addUser(open.database, { companyId, email: `${open.deps.ids.uuid()}@managed.example` })
  await addSso(open.database, companyId, { provider, domains: ['managed.example'] })
  await request()
  await open.postgres.query('update sso_connections set is_enforced = true where company_id = $1', [
    companyId,
  ])
  expect(await codeOf(request())).toBe('sso.email_managed')
  await confirm(tokenTo(newEmail))
  expect(await codeOf(confirm(tokenTo(user.email)))).toBe('sso.email_managed')
  expect(await emailNow()).toBe(user.email)
})
