import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import type { User } from '@gatehouse/identity/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend
let superAdmin: User

beforeAll(async () => {
  backend = await startTestBackend()
  superAdmin = await addUser(backend.database, { isSuperAdmin: true })
})
afterAll(() => backend[Symbol.asyncDispose]())

const ask = (query: string, variables: Record<string, unknown> = {}) =>
  backend.ask(query, { user: superAdmin, variables, isRecent: true })

async function auditActions(userId: string): Promise<string[]> {
  const { data } = await ask(`{ platformAuditLog(subjectId: "${userId}") { nodes { action } } }`)
  const log = data?.['platformAuditLog'] as { nodes: { action: string }[] } | undefined
  return (log?.nodes ?? []).map(({ action }) => action)
}

test('users are found by a part of their address, with their companies and sessions, page by page', async () => {
  const companyId = await addCompany(backend.database, 0n)
  const password = 'a password of a listed user'
  for (const name of ['ann', 'ben', 'cat'])
    await addUser(backend.database, { email: `${name}_x@Found.example`, companyId, role: 'MEMBER', password })
  await backend.ask(`mutation { login(email: "cat_x@found.example", password: "${password}") { expiresAt } }`)
  const list = async (words: string) =>
    (
      await ask(`{ users(${words}) { endCursor hasNextPage
        nodes { email canLogIn openSessions lastLoginAt companies { companyId role } } } }`)
    ).data?.['users'] as { nodes: unknown[]; endCursor: string; hasNextPage: boolean }
  const first = await list('emailContains: "_x@found", first: 2')
  expect(first).toMatchObject({
    nodes: [
      {
        email: 'cat_x@Found.example',
        canLogIn: true,
        openSessions: 1,
        lastLoginAt: expect.any(String) as string,
        companies: [{ companyId, role: 'MEMBER' }],
      },
      { email: 'ben_x@Found.example', openSessions: 0, lastLoginAt: null },
    ],
    hasNextPage: true,
  })
  expect(await list(`emailContains: "_x@found", first: 2, after: "${first.endCursor}"`)).toMatchObject({
    nodes: [{ email: 'ann_x@Found.example' }],
    hasNextPage: false,
  })
  expect((await list('emailContains: "annx"')).nodes).toEqual([])
})

test('all sessions of a user are ended, and the audit log says by whom', async () => {
  const password = 'a password of a user who left'
  const { id, email } = await addUser(backend.database, { password })
  const logIn = `mutation { login(email: "${email}", password: "${password}") { expiresAt } }`
  await backend.ask(logIn)
  await backend.ask(logIn)
  expect((await ask(`mutation { endUserSessions(userId: "${id}") }`)).data).toEqual({ endUserSessions: 2 })
  expect((await ask(`mutation { endUserSessions(userId: "${id}") }`)).data).toEqual({ endUserSessions: 0 })
  expect(await auditActions(id)).toContain('user.end_sessions')
  const sessions = await backend.database
    .selectFrom('login_sessions')
    .select('end_reason')
    .where('user_id', '=', id)
    .execute()
  expect(sessions).toEqual([{ end_reason: 'SUPER_ADMIN' }, { end_reason: 'SUPER_ADMIN' }])
  const unknown = await ask(`mutation { endUserSessions(userId: "${crypto.randomUUID()}") }`)
  expect(codesOf(unknown)).toEqual(['NOT_FOUND'])
})

test('a super admin makes another one and removes them, but the last one stays', async () => {
  const { id } = await addUser(backend.database)
  const set = (userId: string, isSuperAdmin: boolean) =>
    ask(`mutation { setSuperAdmin(userId: "${userId}", isSuperAdmin: ${isSuperAdmin}) { id isSuperAdmin } }`)
  expect((await set(id, true)).data).toEqual({ setSuperAdmin: { id, isSuperAdmin: true } })
  expect((await set(id, false)).data).toEqual({ setSuperAdmin: { id, isSuperAdmin: false } })
  expect(await auditActions(id)).toEqual(['user.revoke_super_admin', 'user.grant_super_admin', 'user.create'])
  expect(codesOf(await set(superAdmin.id, false))).toEqual(['CONFLICT'])
  expect(codesOf(await set(crypto.randomUUID(), true))).toEqual(['NOT_FOUND'])
})

test('two super admins who remove each other concurrently leave one', async () => {
  const others = await Promise.all([
    addUser(backend.database, { isSuperAdmin: true }),
    addUser(backend.database, { isSuperAdmin: true }),
  ])
  const answers = await Promise.all(
    [superAdmin, ...others].map((user) =>
      backend.ask(`mutation { setSuperAdmin(userId: "${user.id}", isSuperAdmin: false) { id } }`, {
        user: superAdmin,
        isRecent: true,
      }),
    ),
  )
  const left = await backend.database
    .selectFrom('users')
    .select('id')
    .where('is_super_admin', '=', true)
    .execute()
  expect(left.length).toBeGreaterThanOrEqual(1)
  expect(answers.filter(({ errors }) => errors).length).toBe(left.length)
})
