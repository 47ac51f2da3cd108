import { Secret } from '@gatehouse/runtime/secret'
import type { Transaction } from '@gatehouse/schema/database'
import { type OpenIdentity, openIdentity } from '@gatehouse/testkit/open-identity'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type MembershipRole, joinCompany, listMembers, listMemberships } from '../memberships.ts'
import { findUserByEmail, type User } from '../users.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { type InvitationDeps, inviteMember, listInvitations, revokeInvitation } from './invite-member.ts'

const password = new Secret('four words and a number')
const client = { addressRange: '198.51.100.0/24', deviceToken: undefined }
const operator = { actor: { kind: 'operator', id: 'test' } } as const

let open: OpenIdentity
let companyId: string
let admin: User
let by: { actor: { kind: 'user'; id: string } }
let joined: { companyId: string; userId: string }[]
beforeAll(async () => {
  open = await openIdentity()
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  companyId = await addCompany(open.database, 0n)
  admin = await addUser(open.database, { companyId })
  by = { actor: { kind: 'user', id: admin.id } }
  joined = []
})

const newEmail = () => `${open.deps.ids.uuid()}@people.example`
const invite = (
  email: string,
  changes: Partial<InvitationDeps> = {},
  actor: typeof by | typeof operator = by,
) => inviteMember({ ...open.deps, ...changes }, { companyId, email, role: 'MEMBER' }, actor)
const accept = (token: Secret, given = password) =>
  acceptInvitation(
    { ...open.deps, onJoined: (membership) => joined.push(membership) },
    { token, password: given, ...client },
    {},
  )
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (thrown: unknown) => (thrown as { code: string }).code,
  )
const listEmails = async () => (await listInvitations(open.database, companyId)).map(({ email }) => email)

test('an invitation is stored without its token, mailed in its transaction, and lasts a week', async () => {
  const email = newEmail()
  const mails: { id: string; token: string }[] = []
  const sendInvitation = (_tx: Transaction, { id }: { id: string }, token: Secret) => {
    mails.push({ id, token: token.reveal() })
    return Promise.resolve()
  }
  const { invitation, token } = await invite(` ${email} `, { sendInvitation })
  expect(invitation).toMatchObject({ companyId, email, role: 'MEMBER' })
  const days = (invitation.expiresAt.getTime() - invitation.createdAt.getTime()) / (24 * 3_600_000)
  expect(Math.round(days)).toBe(7)
  expect(mails).toEqual([{ id: invitation.id, token: token.reveal() }])
  const { rows } = await open.postgres.query<{ row: string }>(
    'select to_jsonb(i)::text as row from invitations i where id = $1',
    [invitation.id],
  )
  expect(rows[0]?.row).toContain(admin.id)
  expect(rows[0]?.row).not.toContain(token.reveal())
  expect(await open.readAudit(invitation.id)).toEqual([
    {
      action: 'invitation.create',
      actor: `user ${admin.id}`,
      subject: 'invitation',
      details: { email, role: 'MEMBER' },
    },
  ])
  const failing = { sendInvitation: () => Promise.reject(new Error('no mail')) }
  await expect(invite(newEmail(), failing)).rejects.toThrow('no mail')
  expect(await listEmails()).toEqual([email])
})

test('an invalid address, a member, and a sender who is not an admin are refused', async () => {
  expect(await codeOf(invite('not an address'))).toBe('identity.email')
  expect(await codeOf(invite(admin.email.toUpperCase()))).toBe('identity.already_member')
  const member = await addUser(open.database, { companyId, role: 'MEMBER' })
  const stranger = await addUser(open.database, { companyId: await addCompany(open.database, 0n) })
  for (const { id } of [member, stranger])
    expect(await codeOf(invite(newEmail(), {}, { actor: { kind: 'user', id } }))).toBe(
      'identity.member_unknown',
    )
  const superAdmin = await addUser(open.database, { isSuperAdmin: true })
  expect(await codeOf(invite(newEmail(), {}, { actor: { kind: 'user', id: superAdmin.id } }))).toBe('done')
  expect(await codeOf(invite(newEmail(), {}, operator))).toBe('done')
})

test('only the latest link of an address works, whatever the case of its letters', async () => {
  const email = newEmail()
  const first = await invite(email)
  const second = await invite(email.toUpperCase())
  expect(await codeOf(accept(first.token))).toBe('identity.invitation_over')
  expect((await accept(second.token)).user.email.toLowerCase()).toBe(email)
})

test('the invitation of one address does not end that of another, or of another company', async () => {
  const [email, other] = [newEmail(), newEmail()]
  await invite(email)
  await invite(other)
  const elsewhere = await addCompany(open.database, 0n)
  await inviteMember(open.deps, { companyId: elsewhere, email, role: 'ADMIN' }, operator)
  expect(await listEmails()).toEqual([other, email])
})

test('no company can revoke the invitation of another', async () => {
  const email = newEmail()
  const { invitation, token } = await invite(email)
  const elsewhere = await addCompany(open.database, 0n)
  const revoke = (company: string) =>
    revokeInvitation(open.deps, { companyId: company, invitationId: invitation.id }, by)
  expect(await codeOf(revoke(elsewhere))).toBe('identity.invitation_unknown')
  expect(await listEmails()).toEqual([email])
  expect(await revoke(companyId)).toMatchObject({ id: invitation.id, email })
  expect(await listEmails()).toEqual([])
  expect(await codeOf(revoke(companyId))).toBe('identity.invitation_unknown')
  expect(await codeOf(accept(token))).toBe('identity.invitation_over')
  expect((await open.readAudit(invitation.id)).at(-1)).toEqual({
    action: 'invitation.revoke',
    actor: `user ${admin.id}`,
    subject: 'invitation',
    details: { email },
  })
})

test('a company has a number of invitations for each day, and those that fail do not count', async () => {
  const failing = { perDay: 2, sendInvitation: () => Promise.reject(new Error('no mail')) }
  await expect(invite(newEmail(), failing)).rejects.toThrow('no mail')
  for (let sent = 0; sent < 2; sent += 1) expect(await codeOf(invite(newEmail(), { perDay: 2 }))).toBe('done')
  const refused = invite(newEmail(), { perDay: 2 }).catch((thrown: unknown) => thrown)
  const { code, retryAfterMs } = (await refused) as { code: string; retryAfterMs: number }
  expect(code).toBe('identity.too_many_invitations')
  expect(retryAfterMs / 3_600_000).toBeGreaterThan(11.9)
  expect(retryAfterMs / 3_600_000).toBeLessThanOrEqual(12)
  expect(await codeOf(invite(newEmail(), { perDay: 0 }))).toBe('identity.too_many_invitations')
})

test('a new user chooses a password, becomes a member with the role of the invitation, and is logged in', async () => {
  const email = newEmail()
  const { token, invitation } = await inviteMember(open.deps, { companyId, email, role: 'ADMIN' }, by)
  expect(await codeOf(accept(token, new Secret('too short')))).toBe('identity.password')
  expect(await findUserByEmail(open.database, email)).toBeUndefined()
  const { user, access } = await accept(token)
  expect(await open.deps.tokens.verify(access.token)).toMatchObject({ userId: user.id })
  expect(await listMemberships(open.database, user.id)).toEqual([
    { companyId, userId: user.id, role: 'ADMIN' },
  ])
  expect(joined).toEqual([{ companyId, userId: user.id }])
  const [created] = await open.readAudit(user.id)
  expect(created).toMatchObject({ action: 'user.create', actor: 'service invitation' })
  expect((await open.readAudit(invitation.id)).at(-1)).toMatchObject({
    action: 'invitation.accept',
    actor: `user ${user.id}`,
  })
  expect(await codeOf(accept(token))).toBe('identity.invitation_over')
})

test('a user with an account must know its password; the link alone does not open it', async () => {
  const user = await addUser(open.database, { password: password.reveal() })
  const { token } = await invite(user.email)
  expect(await codeOf(accept(token, new Secret('a password of a stranger')))).toBe(
    'identity.wrong_credentials',
  )
  expect(await listMemberships(open.database, user.id)).toEqual([])
  expect(joined).toEqual([])
  expect((await accept(token)).user).toEqual(user)
  expect((await listMembers(open.database, companyId)).map(({ email, role }) => ({ email, role }))).toEqual([
    { email: admin.email, role: 'ADMIN' },
    { email: user.email, role: 'MEMBER' },
  ])
})

test('a member who opens an older link gains its role, and never loses one', async () => {
  const [first, second] = [
    await addUser(open.database, { password: password.reveal() }),
    await addUser(open.database, { password: password.reveal() }),
  ]
  const asMember = await invite(first.email)
  const asAdmin = await inviteMember(open.deps, { companyId, email: second.email, role: 'ADMIN' }, by)
  const join = (user: User, role: MembershipRole) =>
    open.database
      .transaction()
      .execute((tx) =>
        joinCompany({ ids: open.deps.ids, tx }, { companyId, userId: user.id, role }, operator),
      )
  await join(first, 'ADMIN')
  await join(second, 'MEMBER')
  await accept(asMember.token)
  await accept(asAdmin.token)
  expect(await listMemberships(open.database, first.id)).toMatchObject([{ role: 'ADMIN' }])
  expect(await listMemberships(open.database, second.id)).toMatchObject([{ role: 'ADMIN' }])
})

test('a user whose account has no password is asked to set one first', async () => {
  const user = await addUser(open.database)
  await open.postgres.query('update users set password_hash = null where id = $1', [user.id])
  const { token } = await invite(user.email)
  expect(await codeOf(accept(token))).toBe('identity.password_missing')
  await open.postgres.query('update users set password_hash = $2 where id = $1', [
    user.id,
    await open.deps.hasher.hash(password.reveal()),
  ])
  expect((await accept(token)).user).toEqual(user)
})

test.each([
  ['is expired', `update invitations set expires_at = now() where company_id = $1`],
  ['has ended', `update invitations set ended_at = now(), end_reason = 'REVOKED' where company_id = $1`],
])('a link that %s lets no user join', async (_name, statement) => {
  const { token } = await invite(newEmail())
  await open.postgres.query(statement, [companyId])
  expect(await codeOf(accept(token))).toBe('identity.invitation_over')
  expect(await listEmails()).toEqual([])
  expect(await listMembers(open.database, companyId)).toHaveLength(1)
})

test('of two who accept a link concurrently, one joins', async () => {
  const { token } = await invite(newEmail())
  const codes = await Promise.all([codeOf(accept(token)), codeOf(accept(token))])
  expect(codes.filter((code) => code === 'done')).toHaveLength(1)
  expect(await listMembers(open.database, companyId)).toHaveLength(2)
})

test('links are guessed against a limit of the address', async () => {
  const guess = new Secret(Buffer.alloc(32, 9).toString('base64url'))
  const address = { addressRange: '203.0.113.0/24', deviceToken: undefined }
  const outcomes = new Set<string>()
  for (let attempt = 0; attempt < 130 && !outcomes.has('identity.too_many_attempts'); attempt += 1)
    outcomes.add(
      await codeOf(
        acceptInvitation({ ...open.deps, onJoined: () => {} }, { token: guess, password, ...address }, {}),
      ),
    )
  expect([...outcomes]).toEqual(['identity.invitation_over', 'identity.too_many_attempts'])
})
