import { randomFillSync } from 'node:crypto'
import type { User } from '@gatehouse/identity/users'
import { createMailStore } from '@gatehouse/mail/postgres/mail-store'
import { createMailSeal } from '@gatehouse/mail/seal-mail'
import { namedSecrets } from '@gatehouse/runtime/named-secrets'
import { addUser, testMailSecrets } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { testInternalCaller } from '@gatehouse/testkit/test-settings'
import { testDatabase, testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { dumpRows, spellingsOf } from '@gatehouse/testkit/vitest/dump-rows'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codesOf } from '../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../testing/start-test-backend.ts'

let backend: TestBackend
let companyId: string
let admin: User
/** A mail store that can decrypt mails, because it has the AI service's secret. */
let mailStore: ReturnType<typeof createMailStore>

beforeAll(async () => {
  backend = await startTestBackend({ CONSOLE_URL: 'https://console.example' })
  const seal = createMailSeal({
    secrets: namedSecrets('secret').parse(testMailSecrets),
    fillRandom: randomFillSync,
  })
  mailStore = createMailStore({ postgres: backend.postgres, ids: backend.resources.ids, seal })
})
afterAll(() => backend[Symbol.asyncDispose]())
beforeEach(async () => {
  companyId = await addCompany(backend.database, 0n)
  admin = await addUser(backend.database, { companyId })
})

type Issued = { url: string | null; invitation: { id: string; email: string; role: string } }

const inviting = `mutation ($companyId: ID!, $email: String!, $role: MembershipRole!) {
  inviteMember(companyId: $companyId, email: $email, role: $role) { url invitation { id email role } } }`
const accepting = `mutation ($token: String!, $password: String!) {
  acceptInvitation(token: $token, password: $password) { user { id email } } }`
const removing = `mutation ($companyId: ID!, $userId: ID!) { removeMember(companyId: $companyId, userId: $userId) }`
const changing = `mutation ($companyId: ID!, $userId: ID!, $role: MembershipRole!) {
  changeMemberRole(companyId: $companyId, userId: $userId, role: $role) { userId role } }`

async function invite(email: string, role = 'MEMBER', user = admin) {
  const body = await backend.ask(inviting, { user, variables: { companyId, email, role } })
  const issued = body.data?.['inviteMember'] as Issued | undefined
  const mail = await backend.database
    .selectFrom('mails')
    .select(['id', 'recipient'])
    .where('idempotency_key', '=', `invitation:${issued?.invitation.id}`)
    .executeTakeFirst()
  const content = mail && (await mailStore.readQueued(mail.id))
  const link = /https:.*/.exec(content?.text ?? '')?.[0] ?? ''
  return { body, issued, link, mailedTo: mail?.recipient, token: link.split('#')[1] ?? '' }
}

const accept = (token: string, password: string) => backend.ask(accepting, { variables: { token, password } })
const logIn = (email: string, password: string) =>
  backend.ask(
    'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { expiresAt } }',
    {
      variables: { email, password },
    },
  )
const remove = (userId: string, user = admin) =>
  backend.ask(removing, { user, variables: { companyId, userId } })

async function rolesOf(id = companyId) {
  const { data } = await backend.ask('query ($id: ID!) { members(companyId: $id) { email role } }', {
    user: await addUser(backend.database, { isSuperAdmin: true }),
    variables: { id },
  })
  const members = (data?.['members'] ?? []) as { email: string; role: string }[]
  return Object.fromEntries(members.map(({ email, role }) => [email, role]))
}

async function actions(): Promise<string[]> {
  const rows = await backend.database
    .selectFrom('audit_log')
    .select('action')
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}

test('a person without an account accepts with a new password, once', async () => {
  const email = `new-${companyId}@people.example`
  const { issued, link, mailedTo, token } = await invite(email)
  expect(issued).toMatchObject({ url: null, invitation: { email, role: 'MEMBER' } })
  expect(mailedTo).toBe(email)
  expect(link).toMatch(/^https:\/\/console\.example\/invitation#[\w-]{43}$/)
  expect(codesOf(await accept(token, 'short'))).toEqual(['BAD_USER_INPUT'])
  const { data } = await accept(token, 'a password of my choice')
  expect(data).toMatchObject({ acceptInvitation: { user: { email } } })
  expect(await rolesOf()).toMatchObject({ [email]: 'MEMBER' })
  expect((await logIn(email, 'a password of my choice')).errors).toBeUndefined()
  expect(codesOf(await accept(token, 'a password of my choice'))).toEqual(['NOT_FOUND'])
  expect(await actions()).toEqual([
    'membership.set',
    'invitation.create',
    'membership.set',
    'invitation.accept',
  ])
})

test('the link alone does not open an existing account, and the inviter does not learn that the account exists', async () => {
  const known = await addUser(backend.database, { password: 'the password they have' })
  const { issued, token } = await invite(known.email.toUpperCase(), 'ADMIN')
  const unknown = await invite(`unknown-${companyId}@people.example`, 'ADMIN')
  expect(Object.keys(issued ?? {})).toEqual(Object.keys(unknown.issued ?? {}))
  expect(codesOf(await accept(token, 'short'))).toEqual(['BAD_USER_INPUT'])
  expect(codesOf(await accept(unknown.token, 'short'))).toEqual(['BAD_USER_INPUT'])
  expect(codesOf(await accept(token, 'a password of my choice'))).toEqual(['UNAUTHENTICATED'])
  expect(await rolesOf()).not.toHaveProperty(known.email)
  expect(codesOf(await accept(token, 'the password they have'))).toEqual([])
  expect(await rolesOf()).toMatchObject({ [known.email]: 'ADMIN' })
})

test('a revoked, replaced or expired invitation is treated as unknown', async () => {
  const email = `late-${companyId}@people.example`
  const first = await invite(email)
  const second = await invite(email)
  expect(codesOf(await accept(first.token, 'a password of my choice'))).toEqual(['NOT_FOUND'])
  const open = await backend.ask('query ($id: ID!) { invitations(companyId: $id) { id } }', {
    user: admin,
    variables: { id: companyId },
  })
  expect(open.data).toEqual({ invitations: [{ id: second.issued?.invitation.id }] })
  await backend.ask(
    'mutation ($id: ID!, $one: ID!) { revokeInvitation(companyId: $id, invitationId: $one) { id } }',
    { user: admin, variables: { id: companyId, one: second.issued?.invitation.id } },
  )
  expect(codesOf(await accept(second.token, 'a password of my choice'))).toEqual(['NOT_FOUND'])
  const third = await invite(email)
  await backend.postgres.query(`update invitations set expires_at = now() where id = $1`, [
    third.issued?.invitation.id,
  ])
  expect(codesOf(await accept(third.token, 'a password of my choice'))).toEqual(['NOT_FOUND'])
})

test('only the invited address and super admins get the link', async () => {
  const platform = await addUser(backend.database, { isSuperAdmin: true })
  const { issued, link } = await invite(`first-${companyId}@people.example`, 'ADMIN', platform)
  expect(issued?.url).toBe(link)
})

/**
 * Starts an AI service as in production, with its own database: what it reports about mail does not depend on the
 * database.
 */
async function startAiService(scope: AsyncDisposableStack, settings: Record<string, string>) {
  const { url: databaseUrl } = scope.use(await testDatabase())
  const environment = { PORT: '0', DATABASE_URL: databaseUrl, REDIS_URL: testRedisUrl() }
  const { url } = scope.use(
    await startServiceProcess({
      entry: 'apps/ai-service/src/main.ts',
      environment: { ...environment, ...testInternalCaller.settings, ...settings },
    }),
  )
  return { AI_SERVICE_URL: url, AI_SERVICE_SECRET: testInternalCaller.secret }
}

test.each([
  ['QUEUED', 'a mail server', { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'mail@gatehouse.example' }],
  ['NO_MAIL_SERVER', 'no mail server', {}],
])('the mail status is %s while the AI service has %s', async (expected, _what, settings) => {
  await using scope = new AsyncDisposableStack()
  const asking = scope.use(await startTestBackend(await startAiService(scope, settings)))
  const company = await addCompany(asking.database, 0n)
  const user = await addUser(asking.database, { companyId: company })
  const inviteGrace = async () => {
    const { data } = await asking.ask(
      `mutation ($companyId: ID!) {
        inviteMember(companyId: $companyId, email: "grace@people.example", role: MEMBER) { mailStatus } }`,
      { user, variables: { companyId: company } },
    )
    return data
  }
  // Polled, because on a slow machine the AI service may miss the backend's time limit.
  await expect.poll(inviteGrace, { timeout: 60_000 }).toEqual({ inviteMember: { mailStatus: expected } })
})

test('an unreachable AI service does not prevent invitations', async () => {
  const settings = { AI_SERVICE_URL: 'http://127.0.0.1:1', AI_SERVICE_SECRET: testInternalCaller.secret }
  await using asking = await startTestBackend(settings)
  const company = await addCompany(asking.database, 0n)
  const user = await addUser(asking.database, { companyId: company })
  const { data } = await asking.ask(
    `mutation ($companyId: ID!) {
      inviteMember(companyId: $companyId, email: "grace@people.example", role: MEMBER) { mailStatus } }`,
    { user, variables: { companyId: company } },
  )
  expect(data).toEqual({ inviteMember: { mailStatus: 'QUEUED' } })
})

test.each(['removed', 'demoted'])(
  'a person who is %s cannot come back through an invitation they sent',
  async (end) => {
    const leaving = await addUser(backend.database, { companyId })
    const { token } = await invite(`own-${companyId}@people.example`, 'ADMIN', leaving)
    const kept = await invite(`kept-${companyId}@people.example`)
    if (end === 'removed') await remove(leaving.id)
    else
      await backend.ask(changing, {
        user: admin,
        variables: { companyId, userId: leaving.id, role: 'MEMBER' },
      })
    expect(codesOf(await accept(token, 'a password of my choice'))).toEqual(['NOT_FOUND'])
    expect(await actions()).toContain('invitation.revoke')
    expect(codesOf(await accept(kept.token, 'a password of my choice'))).toEqual([])
  },
)

test('a member cannot be invited again', async () => {
  expect(codesOf((await invite(admin.email)).body)).toEqual(['CONFLICT'])
  expect(codesOf((await invite('nobody')).body)).toEqual(['BAD_USER_INPUT'])
})

test('two admins who remove each other concurrently leave one', async () => {
  const other = await addUser(backend.database, { companyId })
  const bodies = await Promise.all([remove(other.id, admin), remove(admin.id, other)])
  // The second removal is refused, either because it would remove the last admin or because its caller has already been
  // removed.
  expect(bodies.flatMap(codesOf)).toHaveLength(1)
  expect(Object.values(await rolesOf())).toEqual(['ADMIN'])
})

test('the last admin can neither leave nor become a member', async () => {
  const member = await addUser(backend.database, { companyId, role: 'MEMBER' })
  const demote = () =>
    backend.ask(changing, { user: admin, variables: { companyId, userId: admin.id, role: 'MEMBER' } })
  expect(codesOf(await remove(admin.id))).toEqual(['CONFLICT'])
  expect(codesOf(await demote())).toEqual(['CONFLICT'])
  const promoted = await backend.ask(changing, {
    user: admin,
    variables: { companyId, userId: member.id, role: 'ADMIN' },
  })
  expect(promoted.data).toEqual({ changeMemberRole: { userId: member.id, role: 'ADMIN' } })
  expect(codesOf(await demote())).toEqual([])
  expect(codesOf(await remove(admin.id, member))).toEqual([])
  expect(await rolesOf()).toEqual({ [member.email]: 'ADMIN' })
})

test('a member of another company cannot be removed', async () => {
  const elsewhere = await addUser(backend.database, { companyId: await addCompany(backend.database, 0n) })
  expect(codesOf(await remove(elsewhere.id))).toEqual(['NOT_FOUND'])
})

test('the token of an invitation is never in the database, before and after it is accepted', async () => {
  const email = `sealed-${companyId}@people.example`
  const { token } = await invite(email)
  expect(token).toMatch(/^[\w-]{43}$/)
  const expectNoToken = async () => {
    const dump = await dumpRows(backend.postgres)
    expect(dump).toContain(email)
    for (const spelling of spellingsOf(token)) expect(dump).not.toContain(spelling)
  }
  await expectNoToken()
  expect(codesOf(await accept(token, 'a password of my choice'))).toEqual([])
  await expectNoToken()
})

test('a company’s invitations are limited until the limit refills, and other companies are not affected', async () => {
  await using limited = await startTestBackend({ INVITATIONS_PER_DAY: '7' })
  const company = await addCompany(limited.database, 0n)
  const other = await addCompany(limited.database, 0n)
  const inviteTo = async (of: string, number: number) =>
    limited.ask(inviting, {
      user: await addUser(limited.database, { companyId: of }),
      variables: { companyId: of, email: `somebody-${number}@people.example`, role: 'MEMBER' },
    })
  const answers = await Promise.all(Array.from({ length: 9 }, (_, number) => inviteTo(company, number)))
  const refused = answers.filter(({ errors }) => errors)
  expect(refused.map(codesOf)).toEqual([['RATE_LIMITED'], ['RATE_LIMITED']])
  const [error] = refused[0]?.errors ?? []
  const retryAfterMs = Number(error?.extensions.retry_after_ms)
  expect(retryAfterMs).toBeGreaterThan(60_000)
  expect(retryAfterMs).toBeLessThanOrEqual(24 * 3_600_000)
  const mails = await limited.database
    .selectFrom('mails')
    .select('id')
    .where('company_id', '=', company)
    .execute()
  expect(mails).toHaveLength(7)
  expect((await inviteTo(other, 1)).errors).toBeUndefined()
})
