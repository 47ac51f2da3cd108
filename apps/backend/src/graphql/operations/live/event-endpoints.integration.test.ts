import type { User } from '@gatehouse/identity/users'
import { seedFailedDelivery } from '@gatehouse/outgoing-events/testing/seed-events'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend
let companyId: string
let admin: User

beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend[Symbol.asyncDispose]())
beforeEach(async () => {
  companyId = await addCompany(backend.database, 0n)
  admin = await addUser(backend.database, { companyId })
})

const fields = 'id url description eventTypes isEnabled disabledBecause previousSecretUntil'
const deliveryFields = 'id eventId type data status nextAttemptAt attempts { statusCode error }'

async function ask(operation: string, declared = '', variables: Record<string, unknown> = {}) {
  const query = `${operation.startsWith('event') ? 'query' : 'mutation'} ($companyId: ID!${declared}) { ${operation} }`
  return backend.ask(query, { user: admin, variables: { companyId, ...variables } })
}
const create = (input: Record<string, unknown>) =>
  ask(
    `createEventEndpoint(companyId: $companyId, input: $input) { endpoint { ${fields} } secret }`,
    ', $input: CreateEventEndpointInput!',
    { input },
  )
type Minted = { endpoint: { id: string }; secret: string }
async function created(input: Record<string, unknown> = {}): Promise<Minted> {
  const body = await create({ url: 'https://example.com/events', ...input })
  return body.data?.['createEventEndpoint'] as Minted
}
const withEndpoint = (operation: string, endpointId: string) =>
  ask(operation, ', $endpointId: ID!', { endpointId })
const testEvent = (endpointId: string) =>
  withEndpoint(
    `testEventEndpoint(companyId: $companyId, endpointId: $endpointId) { ${deliveryFields} }`,
    endpointId,
  )
const update = (endpointId: string, input: Record<string, unknown>) =>
  ask(
    `updateEventEndpoint(companyId: $companyId, endpointId: $endpointId, input: $input) { ${fields} }`,
    ', $endpointId: ID!, $input: UpdateEventEndpointInput!',
    { endpointId, input },
  )
const replay = (deliveryId: string) =>
  ask(
    `replayEventDelivery(companyId: $companyId, deliveryId: $deliveryId) { ${deliveryFields} }`,
    ', $deliveryId: ID!',
    { deliveryId },
  )
const list = async () =>
  (await ask(`eventEndpoints(companyId: $companyId) { ${fields} }`)).data?.['eventEndpoints']
const log = async () => {
  const body = await ask(`eventDeliveries(companyId: $companyId) { nodes { ${deliveryFields} } hasNextPage }`)
  return (body.data?.['eventDeliveries'] as { nodes: unknown[] } | undefined)?.nodes
}

test('an admin registers, changes and deletes an endpoint; its secret is shown once and not stored in the clear', async () => {
  const { endpoint, secret } = await created({ eventTypes: ['key.created'] })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const { rows } = await backend.postgres.query<{ sealed_secret: Buffer }>(
    'select sealed_secret from event_endpoints where company_id = $1',
    [companyId],
  )
  expect(rows[0]?.sealed_secret.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false)
  expect(rows[0]?.sealed_secret.includes(secret)).toBe(false)
  const changed = await update(endpoint.id, { eventTypes: [], isEnabled: false, description: 'ours' })
  const now = { id: endpoint.id, eventTypes: [], isEnabled: false, description: 'ours' }
  expect(changed.data?.['updateEventEndpoint']).toMatchObject(now)
  expect(await list()).toMatchObject([now])
  expect(codesOf(await testEvent(endpoint.id))).toEqual(['CONFLICT'])
  const remove = `deleteEventEndpoint(companyId: $companyId, endpointId: $endpointId) { id }`
  expect((await withEndpoint(remove, endpoint.id)).data).toEqual({ deleteEventEndpoint: { id: endpoint.id } })
  expect(codesOf(await withEndpoint(remove, endpoint.id))).toEqual(['NOT_FOUND'])
  expect(await list()).toEqual([])
})

test('a rotation returns a new secret and keeps the former one for a day', async () => {
  const { endpoint, secret } = await created()
  const rotate = `rotateEventEndpointSecret(companyId: $companyId, endpointId: $endpointId) { endpoint { ${fields} } secret }`
  const rotated = (await withEndpoint(rotate, endpoint.id)).data?.['rotateEventEndpointSecret'] as Minted & {
    endpoint: { previousSecretUntil: string }
  }
  expect(rotated.secret).not.toBe(secret)
  const hours = (Date.parse(rotated.endpoint.previousSecretUntil) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(23)
  expect(hours).toBeLessThan(25)
})

test('a test event is in the delivery log, and a failed delivery is replayed under its id', async () => {
  const { endpoint } = await created({ eventTypes: ['invoice.paid'] })
  const sent = (await testEvent(endpoint.id)).data?.['testEventEndpoint'] as { id: string }
  expect(sent).toMatchObject({ type: 'endpoint.test', data: { endpointId: endpoint.id }, status: 'PENDING' })
  expect(codesOf(await replay(sent.id))).toEqual(['CONFLICT'])
  const { postgres, resources } = backend
  const failed = { companyId, endpointId: endpoint.id }
  const deliveryId = await seedFailedDelivery({ postgres, ids: resources.ids }, failed)
  const [before] = (await log()) ?? []
  expect(before).toMatchObject({ status: 'FAILED', attempts: [{ statusCode: 500 }, { statusCode: null }] })
  const replayed = (await replay(deliveryId)).data?.['replayEventDelivery']
  expect(replayed).toMatchObject({ status: 'PENDING', eventId: (before as { eventId: string }).eventId })
  expect(await log()).toHaveLength(2)
})

test.each([
  ['a url without https', { url: 'http://example.com/' }, 'input.url'],
  ['a private address', { url: 'https://10.0.0.1/' }, 'input.url'],
  ['a loopback address in another form', { url: 'https://[::ffff:7f00:1]/' }, 'input.url'],
  ['a url with a password', { url: 'https://a:b@example.com/' }, 'input.url'],
  ['text that is not a url', { url: 'example' }, 'input.url'],
  ['an unknown type', { url: 'https://example.com/', eventTypes: ['key.lost'] }, 'input.eventTypes'],
])('%s is refused', async (_name, input, named) => {
  const body = await create(input)
  expect(codesOf(body)).toEqual(['BAD_USER_INPUT'])
  expect(body.errors?.[0]?.extensions).toMatchObject({ input: named })
})

test('a company has at most ten endpoints', async () => {
  for (let count = 0; count < 10; count += 1) await created()
  expect(codesOf(await create({ url: 'https://example.com/' }))).toEqual(['BAD_USER_INPUT'])
  expect(await list()).toHaveLength(10)
})
