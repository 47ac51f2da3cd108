import { Secret } from '@gatehouse/runtime/secret'
import { type OpenIdentity, openIdentity } from '@gatehouse/testkit/open-identity'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { User } from '../users.ts'
import { rotateRefreshToken } from './rotate-refresh-token.ts'

const browser = { address: '198.51.100.7', addressRange: '198.51.100.0/24', userAgent: 'a browser' }
const thief = { address: '203.0.113.9', addressRange: '203.0.113.0/24', userAgent: 'another browser' }
const from = { clientAddress: '198.51.100.7', requestId: '0197a3f0-0000-7000-8000-000000000001' }

let open: OpenIdentity
let user: User
let reused: { userId: string; sessionId: string }[]

beforeAll(async () => {
  open = await openIdentity()
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  user = await addUser(open.database)
  reused = []
})

const rotate = (token: Secret, client = browser) =>
  rotateRefreshToken(
    { ...open.deps, onReuse: ({ userId, sessionId }) => reused.push({ userId, sessionId }) },
    { token, client },
    from,
  )

/** The fault's code, or the next token. */
async function tryRotation(token: Secret, client = browser): Promise<Secret | string> {
  return rotate(token, client).then(
    ({ refresh }) => refresh.token,
    (thrown: unknown) => (thrown as { code: string }).code,
  )
}

const passSeconds = (seconds: number) =>
  open.postgres.query(
    `update refresh_tokens set used_at = used_at - make_interval(secs => $1)
      where session_id in (select id from login_sessions where user_id = $2)`,
    [seconds, user.id],
  )

test('a token is exchanged for another one of the same session, which works in turn', async () => {
  const { sessionId, token } = await open.openSession(user.id, browser)
  const first = await rotate(token)
  expect(first).toMatchObject({ kind: 'rotated', user, sessionId })
  expect(first.refresh.token.reveal()).not.toBe(token.reveal())
  const second = await rotate(first.refresh.token, { ...browser, address: '198.51.100.8' })
  expect(second.refresh.token.reveal()).not.toBe(first.refresh.token.reveal())
  const session = await open.database
    .selectFrom('login_sessions')
    .select(['address', 'user_agent', 'ended_at'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  expect(session).toEqual({ address: '198.51.100.8', user_agent: 'a browser', ended_at: null })
  expect(reused).toEqual([])
})

test('a token that is presented again after the leeway ends the session and all of its tokens', async () => {
  const { sessionId, token } = await open.openSession(user.id, browser)
  const { refresh } = await rotate(token)
  await passSeconds(11)
  expect(await tryRotation(token)).toBe('identity.session_over')
  expect(reused).toEqual([{ userId: user.id, sessionId }])
  expect(await tryRotation(refresh.token)).toBe('identity.session_over')
  expect(await open.countSessions(user.id)).toBe(0)
  const ended = (await open.readAudit(user.id)).filter(({ action }) => action === 'session.end')
  expect(ended).toEqual([
    {
      action: 'session.end',
      actor: 'service backend',
      subject: 'user',
      details: { session: sessionId, reason: 'REUSE' },
    },
  ])
})

test('a repeat by the same client within the leeway gets the same token', async () => {
  const { token } = await open.openSession(user.id, browser)
  const { refresh } = await rotate(token)
  await passSeconds(9)
  const repeated = await rotate(token)
  expect(repeated.refresh.token.reveal()).toBe(refresh.token.reveal())
  expect(repeated.refresh.expiresAt).toEqual(refresh.expiresAt)
  expect(await open.countSessions(user.id)).toBe(1)
})

test('a repeat cannot prolong the leeway', async () => {
  const { token } = await open.openSession(user.id, browser)
  await rotate(token)
  await passSeconds(6)
  // Another client gets another successor, but the first use stays the same.
  await rotate(token, thief)
  await passSeconds(6)
  expect(await tryRotation(token, thief)).toBe('identity.session_over')
})

test('another client within the leeway replaces the token, and the replaced one ends the session', async () => {
  const { token } = await open.openSession(user.id, browser)
  const ours = await rotate(token)
  const theirs = await rotate(token, thief)
  expect(theirs.refresh.token.reveal()).not.toBe(ours.refresh.token.reveal())
  expect(await tryRotation(ours.refresh.token)).toBe('identity.session_over')
  expect(reused).toHaveLength(1)
  expect(await tryRotation(theirs.refresh.token, thief)).toBe('identity.session_over')
})

test('two tabs that refresh concurrently get the same token', async () => {
  const { token } = await open.openSession(user.id, browser)
  const answers = await Promise.all([rotate(token), rotate(token), rotate(token)])
  expect(new Set(answers.map(({ refresh }) => refresh.token.reveal())).size).toBe(1)
})

test.each([
  ['the session has expired', `update login_sessions set expires_at = now() where user_id = $1`],
  [
    'the session has ended',
    `update login_sessions set ended_at = now(), end_reason = 'ENDED' where user_id = $1`,
  ],
  [
    'the token has expired',
    `update refresh_tokens set expires_at = now()
      where session_id in (select id from login_sessions where user_id = $1)`,
  ],
])('no token is issued if %s, and this is not a reuse', async (_name, statement) => {
  const { token } = await open.openSession(user.id, browser)
  await open.postgres.query(statement, [user.id])
  expect(await tryRotation(token)).toBe('identity.session_over')
  expect(reused).toEqual([])
})

test('an unknown token and a text that is not a token are refused alike', async () => {
  const text = Buffer.alloc(32, 7).toString('base64url')
  for (const token of [new Secret(text), new Secret(`${text}x`), new Secret(''), new Secret(`${text}\n`)])
    expect(await tryRotation(token)).toBe('identity.session_over')
})

test('a token expires within two weeks, and with its session at the latest', async () => {
  const dayMs = 24 * 3_600_000
  const { sessionId, token } = await open.openSession(user.id, browser)
  const first = await rotate(token)
  const days = (first.refresh.expiresAt.getTime() - open.deps.clock.wallMs()) / dayMs
  expect(days).toBeGreaterThan(13.9)
  expect(days).toBeLessThanOrEqual(14.01)
  await open.postgres.query(`update login_sessions set expires_at = now() + interval '1 day' where id = $1`, [
    sessionId,
  ])
  const second = await rotate(first.refresh.token)
  expect((second.refresh.expiresAt.getTime() - open.deps.clock.wallMs()) / dayMs).toBeLessThanOrEqual(1.01)
})

test('expired tokens are deleted, and salts only kept within the leeway', async () => {
  const { sessionId, token } = await open.openSession(user.id, browser)
  const first = await rotate(token)
  await passSeconds(11)
  const second = await rotate(first.refresh.token)
  const readTokens = async () => {
    const { rows } = await open.postgres.query<{ salts: number; tokens: number }>(
      'select count(*)::int as tokens, count(successor_salt)::int as salts from refresh_tokens where session_id = $1',
      [sessionId],
    )
    return rows[0]
  }
  expect(await readTokens()).toEqual({ tokens: 3, salts: 1 })
  await open.postgres.query(
    `update refresh_tokens set expires_at = now() - interval '1 second' where session_id = $1 and used_at is not null`,
    [sessionId],
  )
  await rotate(second.refresh.token)
  expect(await readTokens()).toEqual({ tokens: 2, salts: 1 })
})
