import { randomFillSync } from 'node:crypto'
import { listSessions } from '@gatehouse/identity/list-sessions'
import { createPasswordHasher } from '@gatehouse/identity/password-hasher'
import { hasFactor } from '@gatehouse/identity/read-factors'
import { Secret } from '@gatehouse/runtime/secret'
import { addSession } from '@gatehouse/testkit/seed-backend'
import { addTotp } from '@gatehouse/testkit/seed-factors'
import { addPasskey } from '@gatehouse/testkit/seed-passkeys'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { usersCommand } from './users.ts'
import { runCommand } from '../testing/run-command.ts'

let open: OpenTestDatabase
let typed: string
let prompts: string[]

beforeAll(async () => {
  open = await openTestDatabase()
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(() => {
  typed = 'four words and more'
  prompts = []
})

async function users(...args: string[]): Promise<string[]> {
  const { exitCode, lines } = await runCommand(usersCommand, args, {
    environment: { DATABASE_URL: open.url },
    async readSecret(prompt) {
      prompts.push(prompt)
      return new Secret(typed)
    },
  })
  expect(exitCode).toBe(0)
  return lines
}

async function readUser(email: string) {
  const row = await open.database
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const hasher = createPasswordHasher({ fillRandom: randomFillSync })
  return { ...row, canLogInWith: (password: string) => hasher.verify(password, row.password_hash) }
}

async function readAudit(userId: string): Promise<string[]> {
  const rows = await open.database
    .selectFrom('audit_log')
    .select(['action', 'actor_kind', 'actor_id', 'details'])
    .where('subject_id', '=', userId)
    .orderBy('id')
    .execute()
  expect(JSON.stringify(rows)).not.toContain(typed)
  return rows.map((row) => `${row.action} by ${row.actor_kind} ${row.actor_id}`)
}

test('the first super admin is created with a password read from a prompt', async () => {
  expect(await users('list', '--super-admins')).toEqual([
    'there is no super admin: create one with gatehouse users create',
  ])
  const lines = await users('create', '--email', 'root@platform.example', '--super-admin')
  const user = await readUser('root@platform.example')
  expect(lines).toEqual(['root@platform.example was created as a super admin', `  id ${user.id}`])
  expect(prompts).toEqual(['New password of root@platform.example'])
  expect(await user.canLogInWith(typed)).toBe(true)
  expect(await users('list', '--super-admins')).toEqual([`${user.id}  root@platform.example  super admin`])
  expect(await readAudit(user.id)).toEqual(['user.create by operator ada'])
})

test('the role is granted and revoked once each, regardless of the case of the address', async () => {
  await users('create', '--email', 'Bea@platform.example')
  const email = ['--email', 'bea@PLATFORM.example']
  expect(await users('grant-super-admin', ...email)).toEqual([
    'Bea@platform.example is a super admin from now on and must log in again everywhere',
  ])
  expect(await users('grant-super-admin', ...email)).toEqual([
    'Bea@platform.example is already a super admin',
  ])
  const { id, is_super_admin } = await readUser('Bea@platform.example')
  expect(is_super_admin).toBe(true)
  await users('revoke-super-admin', ...email)
  expect((await readUser('Bea@platform.example')).is_super_admin).toBe(false)
  expect(await readAudit(id)).toEqual(
    ['create', 'grant_super_admin', 'revoke_super_admin'].map((verb) => `user.${verb} by operator ada`),
  )
})

test('a new password replaces the old one', async () => {
  await users('create', '--email', 'cy@platform.example')
  typed = 'four other words'
  await users('set-password', '--email', 'cy@platform.example')
  const user = await readUser('cy@platform.example')
  expect([await user.canLogInWith('four words and more'), await user.canLogInWith(typed)]).toEqual([
    false,
    true,
  ])
  expect(await readAudit(user.id)).toContain('user.set_password by operator ada')
})

test('the second factors of a user who lost them are removed, with an audit entry, and the sessions end', async () => {
  const email = 'eve@platform.example'
  await users('create', '--email', email)
  const { id } = await readUser(email)
  expect(await users('remove-factors', '--email', email)).toEqual([`${email} has no second factor`])
  await addPasskey(open.database, id)
  await addSession(open.database, id)
  expect(await users('remove-factors', '--email', email)).toEqual([
    `${email} logs in with the password alone and must log in again everywhere`,
  ])
  expect(await hasFactor(open.database, id)).toBe(false)
  await addTotp(open.database, id)
  expect(await users('remove-factors', '--email', email)).toHaveLength(1)
  expect(await hasFactor(open.database, id)).toBe(false)
  expect(await listSessions(open.database, id, { limit: 1 })).toEqual([])
  const removal = 'user.remove_factors by operator ada'
  expect(await readAudit(id)).toEqual(['user.create by operator ada', removal, removal])
})

test('a short password creates no user', async () => {
  typed = 'short'
  await expect(users('create', '--email', 'dan@platform.example')).rejects.toThrow('A password has 12 to 256')
  await expect(readUser('dan@platform.example')).rejects.toThrow('no result')
})

test.each([
  [['create', '--email', 'x@y.example', '--password', 'secret words here'], "Unknown option '--password'"],
  [['create'], '--email is missing'],
  [['promote'], 'name a subcommand'],
])('wrong arguments %j are reported as wrong usage', async (words, message) => {
  await expect(users(...words)).rejects.toMatchObject({
    code: 'cli.usage',
    publicMessage: expect.stringContaining(message) as string,
  })
})

test('an unknown user is reported', async () => {
  await expect(users('grant-super-admin', '--email', 'x@y.example')).rejects.toThrow(
    'no user has this e-mail',
  )
})
