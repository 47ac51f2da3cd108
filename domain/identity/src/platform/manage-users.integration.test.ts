import { type OpenIdentity, openIdentity } from '@gatehouse/testkit/open-identity'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createUser,
  findSuperAdmins,
  findUserByEmail,
  listUsers,
  readUser,
  requireUserById,
  setSuperAdmin,
} from '../users.ts'
import { inviteMember, listInvitations } from '../invitations/invite-member.ts'
import { changeSuperAdmin, endUserSessions, listUserAccounts } from './manage-users.ts'

const by = { actor: { kind: 'operator', id: 'test' } } as const

// A database for each test, because these functions look at all users.
let open: OpenIdentity
beforeEach(async () => {
  open = await openIdentity()
})
afterEach(() => open[Symbol.asyncDispose]())

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (thrown: unknown) => (thrown as { code: string }).code,
  )
const create = (email: string) =>
  open.database
    .transaction()
    .execute((tx) => createUser({ ids: open.deps.ids, tx }, { email, passwordHash: null }, by))

test('a user is created with an entry, and found by id and by address in any case', async () => {
  const user = await create('  Ada@People.example ')
  expect(user).toMatchObject({ email: 'Ada@People.example', isSuperAdmin: false })
  expect(await readUser(open.database, user.id)).toEqual(user)
  expect(await findUserByEmail(open.database, ' ada@people.EXAMPLE')).toEqual(user)
  expect(await findUserByEmail(open.database, 'eva@people.example')).toBeUndefined()
  expect(await open.readAudit(user.id)).toEqual([
    {
      action: 'user.create',
      actor: 'operator test',
      subject: 'user',
      details: { email: 'Ada@People.example', is_super_admin: false },
    },
  ])
  expect(await codeOf(create('ADA@people.example'))).toBe('identity.email_taken')
  expect(await codeOf(create('not an address'))).toBe('identity.email')
  expect(await codeOf(requireUserById(open.database, open.deps.ids.uuid()))).toBe('identity.user_unknown')
})

test('the last super admin stays one, and no other user becomes one by accident', async () => {
  const [first, second] = [await addUser(open.database), await addUser(open.database)]
  const change = ({ id: userId }: { id: string }, isSuperAdmin: boolean) =>
    changeSuperAdmin(open.deps, { userId, isSuperAdmin }, by)
  expect(await change(first, true)).toEqual({ ...first, isSuperAdmin: true })
  expect(await findSuperAdmins(open.database, [first.id, second.id])).toEqual(new Set([first.id]))
  expect(await findSuperAdmins(open.database, [])).toEqual(new Set())
  expect(await codeOf(change(first, false))).toBe('identity.last_super_admin')
  expect(await codeOf(change(second, false))).toBe('done')
  await change(second, true)
  expect(await change(first, false)).toEqual(first)
  expect(await codeOf(change({ id: open.deps.ids.uuid() }, true))).toBe('identity.user_unknown')
  expect((await open.readAudit(first.id)).map(({ action }) => action)).toEqual([
    'user.create',
    'user.grant_super_admin',
    'user.revoke_super_admin',
  ])
})

test('the invitations of a former super admin end, except where they are an admin', async () => {
  const [other, former] = [await addUser(open.database), await addUser(open.database)]
  for (const { id: userId } of [other, former])
    await changeSuperAdmin(open.deps, { userId, isSuperAdmin: true }, by)
  const elsewhere = await addCompany(open.database, 0n)
  const own = await addCompany(open.database, 0n)
  await open.database
    .insertInto('memberships')
    .values({ company_id: own, user_id: former.id, role: 'ADMIN' })
    .execute()
  const invite = (companyId: string, userId: string) =>
    inviteMember(
      open.deps,
      { companyId, email: `${open.deps.ids.uuid()}@people.example`, role: 'ADMIN' },
      { actor: { kind: 'user', id: userId } },
    )
  const ended = await invite(elsewhere, former.id)
  const kept = [await invite(elsewhere, other.id), await invite(own, former.id)]

  await changeSuperAdmin(open.deps, { userId: former.id, isSuperAdmin: false }, by)
  const left = [
    ...(await listInvitations(open.database, elsewhere)),
    ...(await listInvitations(open.database, own)),
  ]
  expect(left.map(({ id }) => id)).toEqual(kept.map(({ invitation }) => invitation.id))
  expect((await open.readAudit(ended.invitation.id)).at(-1)).toMatchObject({ action: 'invitation.revoke' })
  expect(await codeOf(invite(elsewhere, former.id))).toBe('identity.member_unknown')
})

test('of two super admins who remove each other concurrently, one stays', async () => {
  const users = [
    await addUser(open.database, { isSuperAdmin: true }),
    await addUser(open.database, { isSuperAdmin: true }),
  ]
  const codes = await Promise.all(
    users.map(({ id: userId }) => codeOf(changeSuperAdmin(open.deps, { userId, isSuperAdmin: false }, by))),
  )
  expect(codes.toSorted()).toEqual(['done', 'identity.last_super_admin'])
})

test('a new super admin has to log in again; nothing happens to one who is one already', async () => {
  const user = await addUser(open.database)
  await open.openSession(user.id)
  const set = (isSuperAdmin: boolean) =>
    open.database
      .transaction()
      .execute((tx) => setSuperAdmin({ ids: open.deps.ids, tx }, { userId: user.id, isSuperAdmin }, by))
  expect(await set(true)).toBe(true)
  expect(await open.countSessions(user.id)).toBe(0)
  await open.openSession(user.id)
  expect(await set(true)).toBe(false)
  expect(await open.countSessions(user.id)).toBe(1)
  await addUser(open.database, { isSuperAdmin: true })
  expect(await set(false)).toBe(true)
  expect(await open.countSessions(user.id)).toBe(1)
})

test('users are listed oldest first, or only super admins', async () => {
  const plain = await addUser(open.database, { password: 'four words and a number' })
  const root = await addUser(open.database, { isSuperAdmin: true })
  const all = await listUsers(open.database, { isSuperAdminOnly: false })
  expect(all).toEqual([
    { ...plain, canLogIn: true, createdAt: expect.any(Date) as Date },
    { ...root, canLogIn: false, createdAt: expect.any(Date) as Date },
  ])
  expect((await listUsers(open.database, { isSuperAdminOnly: true })).map(({ id }) => id)).toEqual([root.id])
})

test('accounts are listed newest first, in pages, with companies and open sessions', async () => {
  const companyId = await addCompany(open.database, 0n)
  const ada = await addUser(open.database, { email: 'ada@people.example', companyId, role: 'MEMBER' })
  const eva = await addUser(open.database, { email: 'eva@people.example', password: 'four words, a number' })
  await open.openSession(ada.id)
  const { sessionId } = await open.openSession(ada.id)
  await open.openSession(ada.id)
  await open.postgres.query('update login_sessions set expires_at = now() where id = $1', [sessionId])
  const list = async (page: Parameters<typeof listUserAccounts>[1]) =>
    (await listUserAccounts(open.database, page)).map(({ email }) => email)
  expect(await list({ limit: 10 })).toEqual([eva.email, ada.email])
  expect(await list({ limit: 1 })).toEqual([eva.email])
  expect(await list({ limit: 10, beforeId: eva.id })).toEqual([ada.email])
  expect(await list({ limit: 10, emailContains: 'DA@' })).toEqual([ada.email])
  expect(await list({ limit: 10, emailContains: '%' })).toEqual([])
  const [, account] = await listUserAccounts(open.database, { limit: 10 })
  expect(account).toMatchObject({
    canLogIn: false,
    openSessions: 2,
    lastLoginAt: expect.any(Date) as Date,
    companies: [{ companyId, role: 'MEMBER' }],
  })
})

test('a super admin ends all sessions of a user', async () => {
  const [user, other] = [await addUser(open.database), await addUser(open.database)]
  for (const { id } of [user, user, other]) await open.openSession(id)
  expect(await endUserSessions(open.deps, user.id, by)).toBe(2)
  expect([await open.countSessions(user.id), await open.countSessions(other.id)]).toEqual([0, 1])
  expect((await open.readAudit(user.id)).at(-1)).toMatchObject({
    action: 'user.end_sessions',
    subject: 'user',
    details: { sessions: 2 },
  })
  expect(await endUserSessions(open.deps, user.id, by)).toBe(0)
  expect(await codeOf(endUserSessions(open.deps, open.deps.ids.uuid(), by))).toBe('identity.user_unknown')
})
