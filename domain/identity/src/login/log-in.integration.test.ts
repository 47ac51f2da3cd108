import { randomFillSync } from 'node:crypto'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type LogInDeps, logIn } from './log-in.ts'
import { createLoginLimits } from './login-limits.ts'
import { createLoginStore } from './login-store.ts'
import { setPassword } from '../password/change-password.ts'
import type { PasswordHasher } from '../password/password-hasher.ts'
import { createDeviceTokens } from '../token/device-token.ts'
import { type User, createUser } from '../users.ts'

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

/** The fake hash is `<scheme>:<password>`; `afterwards` runs between the password check and opening the session. */
function depsOf(afterwards: () => Promise<unknown>, changes: Partial<PasswordHasher> = {}): LogInDeps {
  return {
    limits: createLoginLimits(open.database),
    store: createLoginStore({ database: open.database, ids, fillRandom: randomFillSync }),
    tokens: {
      issue: () => Promise.resolve({ token: 'token', expiresAt: new Date() }),
      verify: () => Promise.reject(new Error('not used')),
    },
    devices: createDeviceTokens(
      { current: new Secret('d'.repeat(32)) },
      { clock: createSystemClock(), fillRandom: randomFillSync },
    ),
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

let addresses = 0
/** A client with a fresh address and no device cookie. */
const stranger = () => ({ addressRange: `192.0.2.${(addresses += 1)}`, deviceToken: undefined })
const nothing = () => Promise.resolve()
const enter = (deps: LogInDeps) =>
  logIn(deps, { email: user.email, password: new Secret('first') }, stranger())
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

test('a password change ends a login in progress', async () => {
  await expect(enter(depsOf(change('new:second')))).rejects.toThrow('password is wrong')
  expect(await openSessions()).toBe(0)
  await expect(enter(depsOf(change('new:second'), { isOutdated: () => true }))).rejects.toThrow(
    'password is wrong',
  )
  expect(await openSessions()).toBe(0)
})

test('a login succeeds if this login or a concurrent one renews its hash', async () => {
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

const attempt = async (deps: LogInDeps, password: string, deviceToken?: Secret) => {
  try {
    return await logIn(
      deps,
      { email: user.email, password: new Secret(password) },
      { ...stranger(), deviceToken },
    )
  } catch (thrown) {
    return (thrown as { code: string }).code
  }
}

/** Guesses until attempts are rejected unchecked; returns the number that were checked. */
async function guess(deps: LogInDeps, deviceToken?: Secret): Promise<number> {
  let checked = 0
  while ((await attempt(deps, 'guessed', deviceToken)) === 'identity.wrong_credentials') checked += 1
  return checked
}

const deviceOf = (outcome: Awaited<ReturnType<typeof attempt>>): Secret => {
  if (typeof outcome === 'string') throw new Error(outcome)
  return outcome.device.token
}

test('guessing strangers lock out other strangers, but not a device that has logged in before', async () => {
  const deps = depsOf(nothing)
  const device = deviceOf(await attempt(deps, 'first'))
  expect(await guess(deps)).toBeGreaterThanOrEqual(9)
  expect(await attempt(deps, 'first')).toBe('identity.too_many_attempts')
  const again = await attempt(deps, 'first', device)
  expect(again).toMatchObject({ user })
  // The owner's login gives the stranger no further attempts.
  expect(await attempt(deps, 'guessed')).toBe('identity.too_many_attempts')
  expect(await attempt(deps, 'first', deviceOf(again))).toMatchObject({ user })
})

test('a stolen device token gives only that device’s attempts and does not affect other devices', async () => {
  const deps = depsOf(nothing)
  const [stolen, other] = [deviceOf(await attempt(deps, 'first')), deviceOf(await attempt(deps, 'first'))]
  const checked = await guess(deps, stolen)
  expect(checked).toBeGreaterThanOrEqual(10)
  expect(checked).toBeLessThanOrEqual(12)
  expect(await attempt(deps, 'guessed', stolen)).toBe('identity.too_many_attempts')
  expect(await attempt(deps, 'first', other)).toMatchObject({ user })
})

test('a device token that is forged, of another account, or older than the last password change counts as a stranger’s', async () => {
  const deps = depsOf(nothing)
  const outdated = deviceOf(await attempt(deps, 'first'))
  await change('new:first')()
  const owner = user
  const email = `${ids.uuid()}@people.example`
  user = await open.database
    .transaction()
    .execute((tx) => createUser({ ids, tx }, { email, passwordHash: 'old:first' }, by))
  const foreign = deviceOf(await attempt(deps, 'first'))
  user = owner
  await guess(deps)
  const madeUp = new Secret(`${user.id}.2.1700000000.${'A'.repeat(22)}.${'A'.repeat(43)}`)
  for (const token of [outdated, foreign, madeUp])
    expect(await attempt(deps, 'first', token)).toBe('identity.too_many_attempts')
})

test('a known device is not locked out by others at the same address', async () => {
  const deps = depsOf(nothing)
  const device = deviceOf(await attempt(deps, 'first'))
  const office = `198.51.100.${addresses % 256}`
  while ((await deps.limits.take({ kind: 'address', value: office })).kind === 'taken');
  const credentials = { email: user.email, password: new Secret('first') }
  const origin = { addressRange: office, deviceToken: undefined }
  await expect(logIn(deps, credentials, origin)).rejects.toMatchObject({ code: 'identity.too_many_attempts' })
  expect(await logIn(deps, credentials, { ...origin, deviceToken: device })).toMatchObject({ user })
})
