import { Secret } from '@gatehouse/runtime/secret'
import { type OpenIdentity, openIdentity } from '@gatehouse/testkit/open-identity'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { logIn } from '../login/log-in.ts'
import type { User } from '../users.ts'
import { countResetRequest, resetPassword, sendResetLink } from './reset-password.ts'

const next = new Secret('the next of the passwords')
const addressRange = '198.51.100.0/24'
const from = { clientAddress: '198.51.100.7' }

let open: OpenIdentity
let user: User
let mailed: { id: string; user: User; token: Secret }[]
let noticed: string[]
beforeAll(async () => {
  open = await openIdentity()
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  user = await addUser(open.database, { password: 'the first of the passwords' })
  mailed = []
  noticed = []
})

const request = async (email = user.email) => {
  const mailLink = (_tx: unknown, link: (typeof mailed)[number]) => Promise.resolve(void mailed.push(link))
  await sendResetLink({ ...open.deps, mailLink }, email, from)
}
const reset = (token: Secret, password = next, range = addressRange) =>
  resetPassword(
    { ...open.deps, mailNotice: (_tx, { id }) => Promise.resolve(void noticed.push(id)) },
    { token, password, addressRange: range },
    from,
  )
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (thrown: unknown) => (thrown as { code: string }).code,
  )
const tokenOf = async () => {
  await request()
  const link = mailed.at(-1)
  if (!link) throw new Error('no link was mailed')
  return link.token
}
const enter = (password: Secret) =>
  logIn(open.deps, { email: user.email, password }, { addressRange, deviceToken: undefined })

test('a link is mailed to a user, and to no other address', async () => {
  await request(`  ${user.email.toUpperCase()} `)
  await request('unknown@people.example')
  expect(mailed.map((link) => link.user)).toEqual([user])
  expect((await open.readAudit(user.id)).at(-1)).toEqual({
    action: 'user.request_password_reset',
    actor: 'service password-reset',
    subject: 'user',
    details: {},
  })
  const { rows } = await open.postgres.query<{ minutes: number; row: string }>(
    `select extract(epoch from expires_at - created_at) / 60 as minutes, to_jsonb(r)::text as row
       from password_resets r where user_id = $1`,
    [user.id],
  )
  expect(Math.round(Number(rows[0]?.minutes))).toBe(60)
  expect(rows[0]?.row).not.toContain(mailed[0]?.token.reveal())
})

test('no link is mailed to an address that the account gives up at this moment', async () => {
  let requested: Promise<void> | undefined
  await open.database.transaction().execute(async (tx) => {
    const email = `new-${user.email}`
    await tx.updateTable('users').set({ email }).where('id', '=', user.id).execute()
    requested = request()
    await vi.waitFor(async () => {
      const { rows } = await open.postgres.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%"users"%no key update%'`,
      )
      expect(rows).toHaveLength(1)
    })
  })
  await requested
  expect(mailed).toEqual([])
  await request(`new-${user.email}`)
  expect(mailed).toHaveLength(1)
})

test('the link sets the password once, ends all sessions, and does not log in', async () => {
  await open.openSession(user.id)
  const token = await tokenOf()
  await reset(token)
  expect(noticed).toEqual([user.id])
  expect(await open.countSessions(user.id)).toBe(0)
  expect((await open.readAudit(user.id)).at(-1)).toMatchObject({
    action: 'user.set_password',
    actor: `user ${user.id}`,
  })
  expect(await codeOf(reset(token))).toBe('identity.link_over')
  expect(await codeOf(enter(next))).toBe('done')
})

test('all links of a user end with the first that is used', async () => {
  const [first, second] = [await tokenOf(), await tokenOf()]
  await reset(second)
  expect(await codeOf(reset(first))).toBe('identity.link_over')
})

test.each([
  ['has expired', 'update password_resets set expires_at = now() where user_id = $1'],
  ['has ended', 'update password_resets set ended_at = now() where user_id = $1'],
])('a link that %s changes nothing', async (_name, statement) => {
  const token = await tokenOf()
  await open.postgres.query(statement, [user.id])
  expect(await codeOf(reset(token))).toBe('identity.link_over')
  expect(await codeOf(enter(next))).toBe('identity.wrong_credentials')
})

test('a text that is not a token, or an unusable password, changes nothing', async () => {
  expect(await codeOf(reset(new Secret('short')))).toBe('identity.link_over')
  expect(await codeOf(reset(new Secret(Buffer.alloc(32).toString('base64url'))))).toBe('identity.link_over')
  const token = await tokenOf()
  expect(await codeOf(reset(token, new Secret('eleven char')))).toBe('identity.password')
  expect(await codeOf(reset(token))).toBe('done')
})

test('of two concurrent uses of a link, one succeeds', async () => {
  const token = await tokenOf()
  const codes = await Promise.all([codeOf(reset(token)), codeOf(reset(token))])
  expect(codes.toSorted()).toEqual(['done', 'identity.link_over'])
  expect(noticed).toHaveLength(1)
})

test('guesses of strangers do not keep the owner from logging in with the new password', async () => {
  for (let attempt = 0; attempt < 11; attempt += 1) await codeOf(enter(new Secret('guessed')))
  expect(await codeOf(enter(new Secret('guessed')))).toBe('identity.too_many_attempts')
  await reset(await tokenOf())
  expect(await codeOf(enter(next))).toBe('done')
})

test('links are guessed, and requested, against limits', async () => {
  const guess = new Secret(Buffer.alloc(32, 1).toString('base64url'))
  const outcomes = new Set<string>()
  for (let attempt = 0; attempt < 130 && !outcomes.has('identity.too_many_attempts'); attempt += 1)
    outcomes.add(await codeOf(reset(guess, next, '203.0.113.0/24')))
  expect([...outcomes]).toEqual(['identity.link_over', 'identity.too_many_attempts'])
  const count = (email: string, range: string) => countResetRequest(open.deps, { email, addressRange: range })
  for (let sent = 0; sent < 5; sent += 1)
    await count(sent % 2 ? user.email : ` ${user.email.toUpperCase()}`, `r${sent}`)
  expect(await codeOf(count(user.email, 'another range'))).toBe('identity.too_many_attempts')
  expect(await codeOf(count('another@people.example', '203.0.113.0/24'))).toBe('identity.too_many_attempts')
  expect(await codeOf(count('another@people.example', 'a free range'))).toBe('done')
})

test('links that expired more than a week ago are removed', async () => {
  await request()
  await open.postgres.query(
    `update password_resets set expires_at = now() - interval '8 days' where user_id = $1`,
    [user.id],
  )
  const other = await addUser(open.database)
  await request(other.email)
  const { rows } = await open.postgres.query('select id from password_resets where user_id = $1', [user.id])
  expect(rows).toEqual([])
})
