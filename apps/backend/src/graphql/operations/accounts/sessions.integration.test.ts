import { addSession, addUser } from '@gatehouse/testkit/seed-backend'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend

beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend[Symbol.asyncDispose]())

type Listed = { id: string; address: string; userAgent: string; isCurrent: boolean }
type By = NonNullable<Parameters<TestBackend['ask']>[1]>

async function list(by: By): Promise<Listed[]> {
  const { data } = await backend.ask(
    '{ sessions { nodes { id address userAgent isCurrent lastUsedAt } } }',
    by,
  )
  return (data as { sessions: { nodes: Listed[] } }).sessions.nodes
}

async function ended(userId: string) {
  return backend.database
    .selectFrom('audit_log')
    .select(['actor_id', 'details'])
    .where('subject_id', '=', userId)
    .where('action', '=', 'session.end')
    .orderBy('id')
    .execute()
}

test('a user sees their own sessions with device and address, and which one is current', async () => {
  const user = await addUser(backend.database)
  await addSession(backend.database, (await addUser(backend.database)).id)
  const first = await addSession(backend.database, user.id)
  const { cookie, sessionId } = await addSession(backend.database, user.id)
  const listed = await list({ user, headers: { cookie } })
  expect(listed).toMatchObject([
    { id: sessionId, address: '198.51.100.7', userAgent: 'a browser', isCurrent: true },
    { id: first.sessionId, isCurrent: false },
  ])
  expect((await list({ user })).map(({ isCurrent }) => isCurrent)).toEqual([false, false])
})

test('a refresh updates the device and address of its session', async () => {
  const user = await addUser(backend.database)
  const { cookie } = await addSession(backend.database, user.id)
  const headers = { cookie, 'x-forwarded-for': '203.0.113.9', 'user-agent': 'a phone '.repeat(100) }
  expect(codesOf(await backend.ask('mutation { refresh { expiresAt } }', { headers }))).toEqual([])
  const [session] = await list({ user })
  expect(session).toMatchObject({ address: '203.0.113.9' })
  expect(session?.userAgent).toHaveLength(256)
})

test('a session whose last token has expired is not listed', async () => {
  const user = await addUser(backend.database)
  const { sessionId } = await addSession(backend.database, user.id)
  await backend.database
    .updateTable('refresh_tokens')
    .set({ expires_at: new Date(0) })
    .where('session_id', '=', sessionId)
    .execute()
  expect(await list({ user })).toEqual([])
})

const endSession = 'mutation ($sessionId: ID!) { endSession(sessionId: $sessionId) }'

test('a user ends one session of their own, and none of another user', async () => {
  const [user, stranger] = [await addUser(backend.database), await addUser(backend.database)]
  const { sessionId, cookie } = await addSession(backend.database, user.id)
  const kept = await addSession(backend.database, user.id)
  const end = (by: By) => backend.ask(endSession, { ...by, variables: { sessionId } })
  expect(codesOf(await end({ user: stranger }))).toEqual(['NOT_FOUND'])
  expect(await list({ user })).toHaveLength(2)
  expect(await end({ user })).toEqual({ data: { endSession: true } })
  expect(codesOf(await end({ user }))).toEqual(['NOT_FOUND'])
  expect((await list({ user })).map(({ id }) => id)).toEqual([kept.sessionId])
  const refreshed = await backend.ask('mutation { refresh { expiresAt } }', { headers: { cookie } })
  expect(codesOf(refreshed)).toEqual(['UNAUTHENTICATED'])
  expect(await ended(user.id)).toEqual([
    { actor_id: user.id, details: { session: sessionId, reason: 'ENDED' } },
  ])
})

test('a user ends all sessions except the current one', async () => {
  const user = await addUser(backend.database)
  for (let session = 0; session < 3; session += 1) await addSession(backend.database, user.id)
  const { cookie, sessionId } = await addSession(backend.database, user.id)
  const end = (by: By) => backend.ask('mutation { endOtherSessions }', by)
  expect(await end({ user, headers: { cookie } })).toEqual({ data: { endOtherSessions: 3 } })
  expect((await list({ user })).map(({ id }) => id)).toEqual([sessionId])
  expect(await ended(user.id)).toHaveLength(3)
  // Without a cookie there is no current session.
  expect(await end({ user })).toEqual({ data: { endOtherSessions: 1 } })
})
