import { Secret } from '@gatehouse/runtime/secret'
import { type OpenIdentity, openIdentity } from '@gatehouse/testkit/open-identity'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { User } from '../users.ts'
import { endOtherSessions, endSession, findSession, listSessions, logOut } from './list-sessions.ts'

const by = { actor: { kind: 'user', id: 'test' } } as const

let open: OpenIdentity
let user: User
beforeAll(async () => {
  open = await openIdentity()
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  user = await addUser(open.database)
})

const listIds = async (page: { limit: number; beforeId?: string } = { limit: 10 }) =>
  (await listSessions(open.database, user.id, page)).map(({ id }) => id)
const change = (statement: string, ...values: unknown[]) => open.postgres.query(statement, values)

test('open sessions are listed newest first, in pages, each with its client', async () => {
  const first = await open.openSession(user.id, {
    address: '198.51.100.7',
    addressRange: '198.51.100.0/24',
    userAgent: 'x'.repeat(300),
  })
  const second = await open.openSession(user.id)
  const third = await open.openSession(user.id)
  await open.openSession((await addUser(open.database)).id)
  expect(await listIds()).toEqual([third.sessionId, second.sessionId, first.sessionId])
  expect(await listIds({ limit: 2 })).toEqual([third.sessionId, second.sessionId])
  expect(await listIds({ limit: 2, beforeId: second.sessionId })).toEqual([first.sessionId])
  const [, , oldest] = await listSessions(open.database, user.id, { limit: 10 })
  expect(oldest).toMatchObject({ address: '198.51.100.7', userAgent: 'x'.repeat(256) })
  expect(oldest?.lastUsedAt).toBeInstanceOf(Date)
})

test.each([
  ['it has ended', `update login_sessions set ended_at = now(), end_reason = 'ENDED' where id = $1`],
  ['it has expired', 'update login_sessions set expires_at = now() where id = $1'],
  ['its last token has expired', 'update refresh_tokens set expires_at = now() where session_id = $1'],
  ['its only token was used', 'update refresh_tokens set used_at = now() where session_id = $1'],
])('a session cannot be continued and is not listed if %s', async (_name, statement) => {
  const { sessionId } = await open.openSession(user.id)
  await change(statement, sessionId)
  expect(await listIds()).toEqual([])
})

test('logging out ends the session of the token, and no other', async () => {
  const [left, right] = [await open.openSession(user.id), await open.openSession(user.id)]
  expect(await logOut(open.deps, { userId: user.id, token: left.token }, by)).toBe(true)
  expect(await listIds()).toEqual([right.sessionId])
  expect(await logOut(open.deps, { userId: user.id, token: left.token }, by)).toBe(false)
  const entries = (await open.readAudit(user.id)).filter(({ action }) => action === 'session.end')
  expect(entries).toMatchObject([{ details: { session: left.sessionId, reason: 'LOGOUT' }, subject: 'user' }])
})

test('no user can end a session of another, by its token or by its id', async () => {
  const { sessionId, token } = await open.openSession(user.id)
  const stranger = await addUser(open.database)
  expect(await logOut(open.deps, { userId: stranger.id, token }, by)).toBe(false)
  await expect(endSession(open.deps, { userId: stranger.id, sessionId }, by)).rejects.toMatchObject({
    code: 'identity.session_unknown',
  })
  expect(await listIds()).toEqual([sessionId])
  await endSession(open.deps, { userId: user.id, sessionId }, by)
  expect(await listIds()).toEqual([])
  await expect(endSession(open.deps, { userId: user.id, sessionId }, by)).rejects.toMatchObject({
    code: 'identity.session_unknown',
  })
})

test('the other sessions of a user end, or all of them if the caller has none', async () => {
  const kept = await open.openSession(user.id)
  await open.openSession(user.id)
  const expired = await open.openSession(user.id)
  await change('update login_sessions set expires_at = now() where id = $1', expired.sessionId)
  expect(await endOtherSessions(open.deps, { userId: user.id, token: kept.token }, by)).toBe(1)
  expect(await listIds()).toEqual([kept.sessionId])
  expect(await endOtherSessions(open.deps, { userId: user.id, token: undefined }, by)).toBe(1)
  expect(await listIds()).toEqual([])
  const reasons = (await open.readAudit(user.id)).flatMap(({ action, details }) =>
    action === 'session.end' ? [(details as { reason: string }).reason] : [],
  )
  expect(reasons).toEqual(['ENDED', 'ENDED'])
})

test('a session is found by a token, and by one that can still be exchanged if that is asked for', async () => {
  const { sessionId, token } = await open.openSession(user.id)
  const find = (isUsable?: boolean) =>
    findSession(open.database, { userId: user.id, token, ...(isUsable !== undefined && { isUsable }) })
  expect(await find(true)).toBe(sessionId)
  await change(
    `update refresh_tokens set used_at = now() - interval '9 seconds' where session_id = $1`,
    sessionId,
  )
  expect(await find(true)).toBe(sessionId)
  await change(
    `update refresh_tokens set used_at = now() - interval '11 seconds' where session_id = $1`,
    sessionId,
  )
  expect(await find(true)).toBeUndefined()
  expect(await find()).toBe(sessionId)
  await change(
    'update refresh_tokens set used_at = null, replaced_at = now() where session_id = $1',
    sessionId,
  )
  expect(await find(true)).toBeUndefined()
  await change(
    'update refresh_tokens set replaced_at = null, expires_at = now() where session_id = $1',
    sessionId,
  )
  expect(await find(true)).toBeUndefined()
  for (const odd of [undefined, new Secret('short'), new Secret(Buffer.alloc(32).toString('base64url'))])
    expect(await findSession(open.database, { userId: user.id, token: odd })).toBeUndefined()
})

test('a new session removes a few that expired more than a week ago', async () => {
  const [old, recent] = [await open.openSession(user.id), await open.openSession(user.id)]
  await change(
    `update login_sessions set expires_at = now() - interval '8 days' where id = $1`,
    old.sessionId,
  )
  await change(
    `update login_sessions set expires_at = now() - interval '6 days' where id = $1`,
    recent.sessionId,
  )
  const { sessionId } = await open.openSession(user.id)
  const { rows } = await open.postgres.query<{ id: string; days: number }>(
    `select id, round(extract(epoch from expires_at - now()) / 86400)::int as days from login_sessions
      where user_id = $1 order by id`,
    [user.id],
  )
  expect(rows).toEqual([
    { id: recent.sessionId, days: -6 },
    { id: sessionId, days: 90 },
  ])
})
