import type { CompanyTopic } from '@gatehouse/companies/company-event'
import { createEventPublisher } from '@gatehouse/companies/event-channel'
import type { User } from '@gatehouse/identity/users'
import { addUser, issueToken } from '@gatehouse/testkit/seed-backend'
import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { seedParkedCall } from '../../../testing/seed-company.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

const scope = new AsyncDisposableStack()
let backend: TestBackend
let companyId: string
let admin: User
let member: User

beforeAll(async () => {
  backend = scope.use(await startTestBackend())
})
afterAll(() => scope.disposeAsync())
beforeEach(async () => {
  companyId = await addCompany(backend.database, 0n)
  admin = await addUser(backend.database, { companyId })
  member = await addUser(backend.database, { companyId, role: 'MEMBER' })
})

type Event = { topic: CompanyTopic; id: string | null; at: string }
const waiting = (what: string) => ({ withinMs: 15_000, what })

/** Subscribes with the protocol's reference client, and waits until events are received. */
async function watch(user: User) {
  const events: Event[] = []
  const answers: unknown[] = []
  const closed = Promise.withResolvers<{ code: number }>()
  const client = createClient({
    url: `${backend.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: { authorization: `Bearer ${await issueToken(user)}` },
    on: { closed: (event) => closed.resolve(event as { code: number }) },
  })
  scope.defer(() => client.dispose())
  const stop = client.subscribe<{ companyEvents: Event }>(
    {
      query: 'subscription ($companyId: ID!) { companyEvents(companyId: $companyId) { topic id at } }',
      variables: { companyId },
    },
    {
      next(result) {
        answers.push(result)
        if (result.data) events.push(result.data.companyEvents)
      },
      error: (error) => void answers.push(error),
      complete: () => undefined,
    },
  )
  await waitUntil(() => answers.length > 0, waiting('an answer'))
  const topics = () => events.map(({ topic }) => topic)
  return { events, topics, answers, closed: closed.promise, stop }
}

test('a mutation reaches the subscribers of its company, with the object that changed', async () => {
  const { events, topics } = await watch(admin)
  expect(topics()).toEqual(['READY'])
  const { data } = await backend.ask(
    'mutation ($companyId: ID!) { createApiKey(companyId: $companyId, input: { name: "k" }) { key { id } } }',
    { user: admin, variables: { companyId } },
  )
  const keyId = (data?.['createApiKey'] as { key: { id: string } } | undefined)?.key.id
  await waitUntil(() => topics().includes('KEYS'), waiting('the new key is announced'))
  await backend.ask(
    'mutation ($companyId: ID!, $keyId: ID!) { revokeApiKey(companyId: $companyId, keyId: $keyId) { id } }',
    { user: admin, variables: { companyId, keyId } },
  )
  await waitUntil(() => events.some(({ id }) => id === keyId), waiting('the revoked key is announced'))
  expect(events.at(-1)).toEqual({ topic: 'KEYS', id: keyId, at: expect.stringMatching(/Z$/) as string })
})

test('a member who joins by an invitation and a parked call that is settled are announced', async () => {
  const { events, topics } = await watch(admin)
  const operator = await addUser(backend.database, { isSuperAdmin: true })
  const invited = await backend.ask(
    `mutation ($companyId: ID!, $email: String!) {
       inviteMember(companyId: $companyId, email: $email, role: MEMBER) { url } }`,
    { user: operator, variables: { companyId, email: `new-${companyId}@people.example` } },
  )
  const { url = '' } = (invited.data?.['inviteMember'] ?? {}) as { url?: string }
  const accepted = await backend.ask(
    'mutation ($token: String!) { acceptInvitation(token: $token, password: "a password of my choice") { user { id } } }',
    { variables: { token: url.split('#')[1] } },
  )
  const { user } = (accepted.data?.['acceptInvitation'] ?? {}) as { user?: { id: string } }
  expect(user).toBeDefined()
  await waitUntil(
    () => events.some(({ topic, id }) => topic === 'MEMBERS' && id === user?.id),
    waiting('the new member is announced'),
  )
  const { key } = await addKey(backend.database, { companyId })
  const callId = await seedParkedCall(backend.postgres, { companyId, keyId: key.id })
  await backend.ask(
    'mutation ($callId: ID!) { settleParkedCall(callId: $callId, credits: "0.5", reason: "confirmed") }',
    { user: operator, variables: { callId } },
  )
  await waitUntil(() => topics().includes('BALANCE'), waiting('the new balance is announced'))
  expect(events).toContainEqual(expect.objectContaining({ topic: 'CALLS', id: callId }))
})

test('events of other companies, and of topics that members may not read, are not sent', async () => {
  const [asMember, asAdmin] = [await watch(member), await watch(admin)]
  const elsewhere = await addCompany(backend.database, 0n)
  const { publish, close } = createEventPublisher(backend.resources)
  scope.defer(close)
  publish(elsewhere, 'DOCUMENTS')
  for (const topic of ['BALANCE', 'BILLING', 'CALLS', 'KEYS', 'MEMBERS', 'TASKS'] as const)
    publish(companyId, topic)
  await waitUntil(() => asMember.topics().includes('TASKS'), waiting('members receive their topic'))
  await waitUntil(() => asAdmin.topics().includes('TASKS'), waiting('admins receive all'))
  expect(asMember.topics()).toEqual(['READY', 'TASKS'])
  expect(asAdmin.topics()).toEqual(['READY', 'BALANCE', 'BILLING', 'CALLS', 'KEYS', 'MEMBERS', 'TASKS'])
})

test('a thousand calls of many processes are announced at most once a second', async () => {
  const { events, topics } = await watch(admin)
  const publishers = Array.from({ length: 5 }, () => createEventPublisher(backend.resources))
  for (const { close } of publishers) scope.defer(close)
  for (let count = 0; count < 200; count += 1)
    for (const { publish } of publishers) publish(companyId, 'CALLS')
  await waitUntil(
    () => topics().filter((topic) => topic === 'CALLS').length >= 2,
    waiting('the merged event'),
  )
  publishers[0]?.publish(companyId, 'TASKS')
  await waitUntil(() => topics().includes('TASKS'), waiting('a later event'))
  expect(events.filter(({ topic }) => topic === 'CALLS').length).toBeLessThanOrEqual(3)
})

test.each(['is removed', 'loses the role'] as const)(
  'an admin who %s no longer receives events',
  async (end) => {
    const { closed } = await watch(admin)
    const { database } = backend
    if (end === 'is removed')
      await database.deleteFrom('memberships').where('user_id', '=', admin.id).execute()
    else
      await database
        .updateTable('memberships')
        .set({ role: 'MEMBER' })
        .where('user_id', '=', admin.id)
        .execute()
    await expect(closed).resolves.toMatchObject({ code: 4403 })
  },
)

test('people of other companies are refused, and a subscriber who leaves is forgotten', async () => {
  const stranger = await addUser(backend.database, { companyId: await addCompany(backend.database, 0n) })
  const { answers } = await watch(stranger)
  expect(answers[0]).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
  const subscribers = async () => {
    const [, count] = (await backend.resources.redis.pubsub('NUMSUB', `gatehouse:events:${companyId}`)) as [
      string,
      number,
    ]
    return count
  }
  const { stop } = await watch(member)
  expect(await subscribers()).toBe(1)
  stop()
  await waitUntil(async () => (await subscribers()) === 0, waiting('the channel is given up'))
})

test('after an interruption, subscribers are asked to read again', async () => {
  const { topics } = await watch(member)
  const list = String(await backend.resources.redis.client('LIST'))
  const ids = list
    .split('\n')
    .filter((line) => line.includes('-events '))
    .map((line) => /\bid=(\d+)/.exec(line)?.[1] ?? '')
  for (const id of ids) await backend.resources.redis.client('KILL', 'ID', id)
  await waitUntil(() => topics().length === 2, waiting('the subscription is ready again'))
  expect(topics()).toEqual(['READY', 'READY'])
})
