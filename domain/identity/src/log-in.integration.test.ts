import { randomFillSync } from 'node:crypto'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type LogInDeps, logIn } from './log-in.ts'
import type { PasswordHasher } from './password/password-hasher.ts'
import { createUser } from './postgres/create-user.ts'
import { createLoginLimits } from './postgres/login-limits.ts'
import { createLoginStore } from './postgres/login-store.ts'
import { setPassword } from './postgres/passwords/set-password.ts'
import type { User } from './user.ts'

const ids = createIds(createSystemClock())
const by = { actor: { kind: 'operator', id: 'test' } } as const

let open: OpenTestDatabase
let user: User
beforeAll(async () => {
  open = await openTestDatabase()
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  const email = `${ids.uuid()}@people.example`
  user = await open.database
    .transaction()
    .execute((tx) => createUser({ ids, tx }, { email, passwordHash: 'old:first' }, by))
})

/** A hash is what it is of, after what it is made with; `afterwards` happens between the check and the session. */
function depsOf(afterwards: () => Promise<void>, changes: Partial<PasswordHasher> = {}): LogInDeps {
  return {
    limits: createLoginLimits(open.database),
    store: createLoginStore({ database: open.database, ids, fillRandom: randomFillSync }),
    tokens: {
      issue: () => Promise.resolve({ token: 'token', expiresAt: new Date() }),
      verify: () => Promise.reject(new Error('nobody asks')),
    },
    hasher: {
      hash: (password) => Promise.resolve(`new:${password}`),
      isOutdated: () => false,
      async verify(password, hash) {
        const isRight = hash?.split(':')[1] === password
        await afterwards()
        return isRight
      },
      ...changes,
    },
  }
}

const nothing = () => Promise.resolve()
const enter = (deps: LogInDeps) =>
  logIn(deps, { email: user.email, password: new Secret('first') }, '192.0.2.0')
const change = (passwordHash: string) => () =>
  open.database.transaction().execute((tx) => setPassword({ ids, tx }, { userId: user.id, passwordHash }, by))

async function openSessions(): Promise<number> {
  const sessions = await open.database
    .selectFrom('login_sessions')
    .select('id')
    .where('user_id', '=', user.id)
    .where('ended_at', 'is', null)
    .execute()
  return sessions.length
}

test('a login that is under way ends with a new password', async () => {
  await expect(enter(depsOf(change('new:second')))).rejects.toThrow('password is wrong')
  expect(await openSessions()).toBe(0)
  await expect(enter(depsOf(change('new:second'), { isOutdated: () => true }))).rejects.toThrow(
    'password is wrong',
  )
  expect(await openSessions()).toBe(0)
})

test('a login whose hash is renewed, by it or by another one at once, goes on', async () => {
  expect(await enter(depsOf(nothing, { isOutdated: () => true }))).toMatchObject({ user })
  await change('old:first')()
  const renewByAnother = async () => {
    await open.database
      .updateTable('users')
      .set({ password_hash: 'other:first' })
      .where('id', '=', user.id)
      .execute()
  }
  expect(await enter(depsOf(renewByAnother, { isOutdated: () => true }))).toMatchObject({ user })
  expect(await openSessions()).toBe(1)
})
