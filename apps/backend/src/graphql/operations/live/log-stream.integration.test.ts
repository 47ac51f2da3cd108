import { once } from 'node:events'
import { connect } from 'node:net'
import { createAccessTokens } from '@gatehouse/identity/access-token'
import type { User } from '@gatehouse/identity/users'
import { liveLogsChannel } from '@gatehouse/redis/create-log-sink'
import { Secret } from '@gatehouse/runtime/secret'
import { addUser, issueToken, testJwtSecrets } from '@gatehouse/testkit/seed-backend'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { createClient } from 'graphql-ws'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

const scope = new AsyncDisposableStack()
let backend: TestBackend
let superAdmin: User

beforeAll(async () => {
  backend = scope.use(await startTestBackend({ LOG_LEVEL: 'info' }))
  superAdmin = await addUser(backend.database, { isSuperAdmin: true })
})
afterAll(() => scope.disposeAsync())

type Entry = { timestamp: string; level: string; message: string; context: Record<string, unknown> }
type Closed = { code: number; reason: string }

const query = 'subscription { logStream { timestamp level message context } }'
const waiting = (what: string) => ({ withinMs: 15_000, what })

/** Subscribes with the protocol's reference client. */
function watch(url: string, authorization: string | undefined, document = query) {
  const entries: Entry[] = []
  const answers: unknown[] = []
  const closed = Promise.withResolvers<Closed>()
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    ...(authorization === undefined ? {} : { connectionParams: { authorization } }),
    on: { closed: (event) => closed.resolve(event as Closed) },
  })
  const stop = client.subscribe<{ logStream: Entry }>(
    { query: document },
    {
      next(result) {
        answers.push(result)
        if (result.data) entries.push(result.data.logStream)
      },
      error: (error) => void answers.push(error),
      complete: () => void answers.push('complete'),
    },
  )
  scope.defer(() => client.dispose())
  return { entries, answers, closed: closed.promise, stop }
}

/**
 * Logs the message repeatedly until the subscriber receives it, because the moment at which a subscription starts is
 * unknown.
 */
async function logUntilReceived(by: TestBackend, message: string, entries: readonly Entry[]): Promise<Entry> {
  await waitUntil(
    () => {
      by.resources.logger.info(message, { answer: 42 })
      return entries.some((entry) => entry.message === message)
    },
    waiting(`"${message}" is streamed`),
  )
  const entry = entries.find(({ message: text }) => text === message)
  if (!entry) throw new Error('the entry was received and is missing')
  return entry
}

const tokenOf = async (user: User) => `Bearer ${await issueToken(user)}`

test('a super admin receives timestamp, level, message and context of the log lines of every backend process', async () => {
  await using other = await startTestBackend({ LOG_LEVEL: 'info' })
  const { entries } = watch(backend.url, await tokenOf(superAdmin))
  const own = await logUntilReceived(backend, 'logged by the first process', entries)
  expect(own).toEqual({
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    level: 'info',
    message: 'logged by the first process',
    context: { service: 'backend', answer: 42 },
  })
  await logUntilReceived(other, 'logged by the second process', entries)
})

test('log lines are redacted before they are streamed', async () => {
  const { entries } = watch(backend.url, await tokenOf(superAdmin))
  const secret = 'svc_live_0123456789abcdefghijklmnopqrstuvwxyzAB'
  await waitUntil(() => {
    backend.resources.logger.info('logged with a secret', { authorization: `Bearer ${secret}` })
    return entries.some(({ message }) => message === 'logged with a secret')
  }, waiting('the line is streamed'))
  expect(JSON.stringify(entries)).not.toContain(secret)
})

test('a user who is not a super admin is refused', async () => {
  const user = await addUser(backend.database)
  const { answers } = watch(backend.url, await tokenOf(user))
  await waitUntil(() => answers.length > 0, waiting('an answer'))
  expect(answers[0]).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
})

test.each([
  ['without a token', undefined],
  ['with nonsense', 'Bearer nonsense'],
  ['with a key', 'Bearer svc_live_0123456789abcdefghijklmnopqrstuvwxyzAB'],
])('%s the socket is closed as forbidden', async (_name, authorization) => {
  await expect(watch(backend.url, authorization).closed).resolves.toMatchObject({ code: 4403 })
})

test('the socket closes when the token expires', async () => {
  const secondsLeft = 3
  const clock = { wallMs: () => Date.now() - (15 * 60 - secondsLeft) * 1_000 }
  const { token } = await createAccessTokens({ current: new Secret(testJwtSecrets) }, clock).issue(superAdmin)
  const { closed, entries } = watch(backend.url, `Bearer ${token}`)
  await expect(closed).resolves.toMatchObject({ code: 4403, reason: 'The access token has expired.' })
  expect(entries.every(({ timestamp }) => Date.parse(timestamp) <= Date.now())).toBe(true)
})

test('the socket closes when the user stops being a super admin, and when the user is deleted', async () => {
  const [demoted, removed] = [
    await addUser(backend.database, { isSuperAdmin: true }),
    await addUser(backend.database, { isSuperAdmin: true }),
  ]
  const watched = [watch(backend.url, await tokenOf(demoted)), watch(backend.url, await tokenOf(removed))]
  for (const { entries } of watched) await logUntilReceived(backend, 'before the loss', entries)
  await backend.database
    .updateTable('users')
    .set({ is_super_admin: false })
    .where('id', '=', demoted.id)
    .execute()
  await backend.database.deleteFrom('users').where('id', '=', removed.id).execute()
  for (const { closed } of watched)
    await expect(closed).resolves.toMatchObject({ code: 4403, reason: 'No longer allowed.' })
})

test('queries, mutations and invalid documents are refused over the socket', async () => {
  for (const document of [
    '{ whoAmI { id } }',
    'mutation { logout }',
    'subscription { logStream { nothing } }',
  ]) {
    const { answers } = watch(backend.url, await tokenOf(superAdmin), document)
    await waitUntil(() => answers.length > 0, waiting('an answer'))
    expect(JSON.stringify(answers[0])).toContain('BAD_USER_INPUT')
  }
})

test('a stalled reader costs only a bounded queue: it gets a gap entry with the number of dropped lines, and the rest', async () => {
  const token = await tokenOf(superAdmin)
  const socket = new WebSocket(`${backend.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { authorization: token },
    perMessageDeflate: false,
  })
  scope.defer(() => socket.terminate())
  const entries: Entry[] = []
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as { type: string; payload?: { data?: { logStream: Entry } } }
    const entry = message.payload?.data?.logStream
    if (entry) entries.push(entry)
    if (message.type === 'connection_ack')
      socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }))
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init' }))
  await logUntilReceived(backend, 'before the flood', entries)
  // A separate connection without the backend's short timeouts, which this flood would exceed.
  const redis = new Redis(testRedisUrl())
  scope.defer(() => redis.disconnect())
  socket.pause()
  const line = (number: number) =>
    JSON.stringify({
      level: 'info',
      service: 'flood',
      timestamp: new Date().toISOString(),
      message: `flood ${number}`,
      context: { filling: 'x'.repeat(10_000) },
    })
  const linesSent = 4_000
  for (let first = 0; first < linesSent; first += 20) {
    const lines = Array.from({ length: 20 }, (_, index) => line(first + index))
    await redis.publish(liveLogsChannel, lines.join('\n'))
  }
  socket.resume()
  await logUntilReceived(backend, 'after the flood', entries)
  const flood = entries.filter(({ message }) => message.startsWith('flood'))
  const gaps = entries.filter(({ message, context }) => message === 'gap' && Number(context['dropped']) > 0)
  expect(gaps.length).toBeGreaterThan(0)
  const dropped = gaps.reduce((sum, { context }) => sum + Number(context['dropped']), 0)
  // Other lines may have been dropped as well, but every missing line of the flood is counted.
  expect(flood.length + dropped).toBeGreaterThanOrEqual(linesSent)
  expect(flood.length).toBeLessThan(linesSent)
  const numbers = flood.map(({ message }) => Number(message.split(' ')[1]))
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
})

test('a peer that sends and does not read is cut off, whether or not it has logged in', async () => {
  const socket = new WebSocket(`${backend.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    perMessageDeflate: false,
  })
  await once(socket, 'open')
  let answers = 0
  socket.on('message', () => (answers += 1))
  socket.on('error', () => undefined)
  socket.pause()
  // More than what the operating system buffers for both directions.
  const pings = 400
  const ping = JSON.stringify({ type: 'ping', payload: { filling: 'x'.repeat(90_000) } })
  for (let sent = 0; sent < pings && socket.readyState === socket.OPEN; sent += 1)
    await new Promise((resolve) => socket.send(ping, resolve))
  socket.resume()
  const [code] = (await once(socket, 'close')) as [number]
  expect(code).toBe(1006)
  expect(answers).toBeLessThan(pings)
})

test('an id is not free before its subscription has ended', async () => {
  const socket = new WebSocket(`${backend.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { authorization: await tokenOf(superAdmin) },
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init' }))
  await once(socket, 'message')
  const subscribe = { id: '1', type: 'subscribe', payload: { query } }
  for (const message of [subscribe, { id: '1', type: 'complete' }, subscribe])
    socket.send(JSON.stringify(message))
  const [code] = (await once(socket, 'close')) as [number]
  expect(code).toBe(4409)
})

test('the Redis subscription ends with the last reader', async () => {
  await using quiet = await startTestBackend({ LOG_LEVEL: 'info' })
  await waitUntil(() => quiet.resources.redis.status === 'ready', waiting('Redis answers'))
  const watchers = async () =>
    String(await quiet.resources.redis.client('LIST')).match(/name=backend-watch\b/g)?.length ?? 0
  const before = await watchers()
  const { entries, stop } = watch(
    quiet.url,
    await tokenOf(await addUser(quiet.database, { isSuperAdmin: true })),
  )
  await logUntilReceived(quiet, 'a reader is connected', entries)
  expect(await watchers()).toBeGreaterThan(before)
  stop()
  await waitUntil(async () => (await watchers()) <= before, waiting('the connection is closed'))
})

test('a client without a supported protocol is refused, and an upgrade on another path gets plain HTTP', async () => {
  const foreign = new WebSocket(`${backend.url.replace('http', 'ws')}/graphql`)
  foreign.on('error', () => undefined)
  const [code] = (await once(foreign, 'close')) as [number]
  expect(code).toBe(4406)
  const elsewhere = new WebSocket(`${backend.url.replace('http', 'ws')}/healthz`)
  const [error] = (await once(elsewhere, 'error')) as [Error]
  expect(error.message).toContain('200')
  const socket = connect(backend.port, '127.0.0.1')
  socket.end('GET /graphql HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 405 /)
  socket.destroy()
})

test('sockets without a token neither block nor end authenticated sockets', async () => {
  const before = watch(backend.url, await tokenOf(superAdmin))
  await logUntilReceived(backend, 'before the anonymous sockets', before.entries)
  const anonymous = Array.from({ length: 60 }, () => {
    const socket = new WebSocket(`${backend.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    scope.defer(() => socket.terminate())
    socket.on('error', () => undefined)
    return socket
  })
  await Promise.all(anonymous.map((socket) => once(socket, 'open')))
  const isOpen = (socket: WebSocket) => socket.readyState === socket.OPEN
  await waitUntil(
    () => anonymous.filter(isOpen).length <= 20,
    waiting('the oldest anonymous sockets were evicted'),
  )
  const after = watch(backend.url, await tokenOf(superAdmin))
  await logUntilReceived(backend, 'after the anonymous sockets', after.entries)
  const received = await logUntilReceived(backend, 'the first socket still receives', before.entries)
  expect(received.message).toBe('the first socket still receives')
  for (const socket of anonymous) socket.terminate()
})

test('subscriptions count as requests of the address: a socket that sends too many is closed', async () => {
  await using limited = await startTestBackend({ ADDRESS_REQUESTS_PER_MINUTE: '6' })
  const user = await addUser(limited.database, { isSuperAdmin: true })
  const headers = { authorization: await tokenOf(user), 'x-forwarded-for': `203.3.${process.pid % 256}.2` }
  const url = `${limited.url.replace('http', 'ws')}/graphql`
  const socket = new WebSocket(url, 'graphql-transport-ws', { headers })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init' }))
  await once(socket, 'message')
  let answers = 0
  socket.on('message', () => (answers += 1))
  const payload = { query: 'subscription { nothing }' }
  for (let id = 1; id <= 20; id += 1)
    socket.send(JSON.stringify({ id: String(id), type: 'subscribe', payload }))
  const [code] = (await once(socket, 'close')) as [number]
  expect(code).toBe(1013)
  expect(answers).toBeGreaterThan(0)
  expect(answers).toBeLessThanOrEqual(5)
})

test('an address that opens too many sockets is refused', async () => {
  await using limited = await startTestBackend({ ADDRESS_REQUESTS_PER_MINUTE: '2' })
  const headers = { 'x-forwarded-for': `203.3.${process.pid % 256}.1` }
  const outcomes: string[] = []
  for (let index = 0; index < 3; index += 1) {
    const url = `${limited.url.replace('http', 'ws')}/graphql`
    const socket = new WebSocket(url, 'graphql-transport-ws', { headers })
    const refused = once(socket, 'error').then(([error]) => (error as Error).message)
    outcomes.push(await Promise.race([once(socket, 'open').then(() => 'open'), refused]))
    socket.on('error', () => undefined)
    socket.terminate()
  }
  expect(outcomes).toEqual(['open', 'open', 'Unexpected server response: 429'])
})
