import { type OpenIdentity, openIdentity } from '@gatehouse/testkit/open-identity'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeMemberRole, removeMember } from './change-member.ts'
import { inviteMember, listInvitations } from './invitations/invite-member.ts'
import {
  findPlainMembers,
  listMembers,
  listMemberships,
  type MembershipRole,
  readRole,
  readStanding,
} from './memberships.ts'
import type { User } from './users.ts'

const by = { actor: { kind: 'operator', id: 'test' } } as const

let open: OpenIdentity
let companyId: string
let admin: User
let member: User
beforeAll(async () => {
  open = await openIdentity()
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  companyId = await addCompany(open.database, 0n)
  admin = await addUser(open.database, { companyId })
  member = await addUser(open.database, { companyId, role: 'MEMBER' })
})

const setRole = ({ id: userId }: User, role: MembershipRole, company = companyId) =>
  changeMemberRole(open.deps, { companyId: company, userId, role }, by)
const remove = ({ id: userId }: User, company = companyId) =>
  removeMember(open.deps, { companyId: company, userId }, by)
const roleOf = ({ id: userId }: User, company = companyId) =>
  readRole(open.database, { userId, companyId: company })
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (thrown: unknown) => (thrown as { code: string }).code,
  )
const actionsOf = async ({ id }: User) => (await open.readAudit(id)).slice(2)

test('a role changes in its company only, with an entry; an unchanged one leaves none', async () => {
  const elsewhere = await addCompany(open.database, 0n)
  await open.database
    .insertInto('memberships')
    .values({ company_id: elsewhere, user_id: member.id, role: 'MEMBER' })
    .execute()
  await setRole(member, 'MEMBER')
  expect(await actionsOf(member)).toEqual([])
  await setRole(member, 'ADMIN')
  expect([await roleOf(member), await roleOf(member, elsewhere)]).toEqual(['ADMIN', 'MEMBER'])
  expect(await actionsOf(member)).toEqual([
    { action: 'membership.set', actor: 'operator test', subject: 'user', details: { role: 'ADMIN' } },
  ])
})

test('the last admin of a company stays one', async () => {
  expect(await codeOf(setRole(admin, 'MEMBER'))).toBe('identity.last_admin')
  expect(await codeOf(remove(admin))).toBe('identity.last_admin')
  expect(await codeOf(setRole(admin, 'ADMIN'))).toBe('done')
  await setRole(member, 'ADMIN')
  expect(await codeOf(remove(admin))).toBe('done')
  expect(await codeOf(setRole(member, 'MEMBER'))).toBe('identity.last_admin')
})

test('of two admins who remove each other concurrently, one stays', async () => {
  await setRole(member, 'ADMIN')
  const codes = await Promise.all([codeOf(remove(admin)), codeOf(remove(member))])
  expect(codes.toSorted()).toEqual(['done', 'identity.last_admin'])
  expect(await listMembers(open.database, companyId)).toHaveLength(1)
})

test('a removed member is out of this company and no other, and no longer linked to its provider', async () => {
  const elsewhere = await addCompany(open.database, 0n)
  for (const company of [companyId, elsewhere]) {
    await open.database
      .insertInto('memberships')
      .values({ company_id: company, user_id: member.id, role: 'MEMBER' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await open.database
      .insertInto('sso_identities')
      .values({ company_id: company, issuer: 'https://id.example', subject: member.id, user_id: member.id })
      .execute()
  }
  await remove(member)
  expect(await roleOf(member)).toBeUndefined()
  expect(await listMemberships(open.database, member.id)).toEqual([
    { companyId: elsewhere, userId: member.id, role: 'MEMBER' },
  ])
  const { rows } = await open.postgres.query<{ company_id: string }>(
    'select company_id from sso_identities where user_id = $1',
    [member.id],
  )
  expect(rows).toEqual([{ company_id: elsewhere }])
  expect((await actionsOf(member)).at(-1)).toEqual({
    action: 'membership.remove',
    actor: 'operator test',
    subject: 'user',
    details: { role: 'MEMBER' },
  })
})

test('only members of the company can be changed or removed in it', async () => {
  const elsewhere = await addCompany(open.database, 0n)
  const stranger = await addUser(open.database, { companyId: elsewhere })
  expect(await codeOf(setRole(stranger, 'ADMIN'))).toBe('identity.member_unknown')
  expect(await codeOf(remove(stranger))).toBe('identity.member_unknown')
  expect(await codeOf(remove(member, elsewhere))).toBe('identity.member_unknown')
  expect(await roleOf(stranger, elsewhere)).toBe('ADMIN')
  expect(await roleOf(member)).toBe('MEMBER')
})

test('the open invitations of an admin end when they lose the role, and only these', async () => {
  await setRole(member, 'ADMIN')
  const invite = async (sender: User, email: string) => {
    const { invitation } = await inviteMember(
      open.deps,
      { companyId, email, role: 'MEMBER' },
      { actor: { kind: 'user', id: sender.id } },
    )
    return invitation.id
  }
  const ended = await invite(member, 'one@people.example')
  const kept = await invite(admin, 'two@people.example')
  await setRole(member, 'ADMIN')
  expect(await listInvitations(open.database, companyId)).toHaveLength(2)
  await setRole(member, 'MEMBER')
  expect((await listInvitations(open.database, companyId)).map(({ id }) => id)).toEqual([kept])
  expect((await open.readAudit(ended)).at(-1)).toEqual({
    action: 'invitation.revoke',
    actor: 'operator test',
    subject: 'invitation',
    details: { email: 'one@people.example', invited_by: member.id },
  })
  await setRole(member, 'ADMIN')
  await remove(admin)
  expect(await listInvitations(open.database, companyId)).toEqual([])
})

test('an open invitation does not undo what an admin has decided about its addressee since', async () => {
  // The member joined by single sign-on before they opened the link.
  const inviteAsAdmin = async () => {
    await open.database
      .insertInto('invitations')
      .values({
        id: open.deps.ids.uuid(),
        company_id: companyId,
        email: member.email.toUpperCase(),
        role: 'ADMIN',
        invited_by: admin.id,
        token_hash: randomBytes(32),
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute()
    return (await listInvitations(open.database, companyId))[0]?.id ?? ''
  }
  await setRole(member, 'ADMIN')
  const first = await inviteAsAdmin()
  await setRole(member, 'MEMBER')
  const second = await inviteAsAdmin()
  await remove(member)
  expect(await listInvitations(open.database, companyId)).toEqual([])
  const details = { email: member.email.toUpperCase(), invited_by: admin.id }
  for (const id of [first, second])
    expect((await open.readAudit(id)).at(-1)).toMatchObject({ action: 'invitation.revoke', details })
})

test('the standing of a user distinguishes a foreign company from one that does not exist', async () => {
  const standing = (userId: string, company: string) =>
    readStanding(open.database, { userId, companyId: company })
  const elsewhere = await addCompany(open.database, 0n)
  expect(await standing(admin.id, companyId)).toBe('ADMIN')
  expect(await standing(member.id, companyId)).toBe('MEMBER')
  expect(await standing(admin.id, elsewhere)).toBe('none')
  expect(await standing(admin.id, open.deps.ids.uuid())).toBe('no_company')
})

test('plain members are those of the company who are not super admins', async () => {
  const superAdmin = await addUser(open.database, { companyId, isSuperAdmin: true })
  const stranger = await addUser(open.database)
  const userIds = [admin, member, superAdmin, stranger].map(({ id }) => id)
  expect(await findPlainMembers(open.database, { companyId, userIds })).toEqual(
    new Set([admin.id, member.id]),
  )
  expect(await findPlainMembers(open.database, { companyId, userIds: [] })).toEqual(new Set())
})

test('members are listed with the oldest first', async () => {
  expect(await listMembers(open.database, companyId)).toMatchObject([
    { userId: admin.id, email: admin.email, role: 'ADMIN', since: expect.any(Date) as Date },
    { userId: member.id, email: member.email, role: 'MEMBER' },
  ])
})
