import { oneShard } from '@gatehouse/postgres/shards'
import { meetingInsightsTask } from '@gatehouse/meetings/meeting-insights-task'
import { recordRoomEvent } from '@gatehouse/meetings/record-room-event'
import { recordTranscript } from '@gatehouse/meetings/record-transcript'
import { ids } from '@gatehouse/matching/testing/seed-matching'
import type { User } from '@gatehouse/identity/users'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedMeeting } from '../../testing/seed-company.ts'
import { codesOf } from '../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../testing/start-test-backend.ts'

const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend[Symbol.asyncDispose]())

test('a company’s meetings are listed with a quote for each insight, and those of other companies are not', async () => {
  const [companyId, elsewhere] = [
    await addCompany(backend.database, 0n),
    await addCompany(backend.database, 0n),
  ]
  const admin = await addUser(backend.database, { companyId })
  const stranger = await addUser(backend.database, { companyId: elsewhere })
  const id = await seedMeeting(backend, { companyId, ownerEmail: admin.email })
  await seedMeeting(backend, { companyId: elsewhere, ownerEmail: stranger.email })
  const ask = (words: string) =>
    backend.ask(
      `query ($id: ID!) { meetings(companyId: $id ${words}) { nodes { id status insights { kind text quotes speakers } } } }`,
      { user: admin, variables: { id: companyId } },
    )
  const insights = [{ kind: 'action', text: 'Call Ion.', quotes: ['call Ion'], speakers: ['Ana'] }]
  expect((await ask('')).data?.['meetings']).toEqual({ nodes: [{ id, status: 'DONE', insights }] })
  expect(codesOf(await ask(', first: 0'))).toEqual(['BAD_USER_INPUT'])
})

const listPage = async ({ companyId, admin }: Asked, after: string | null = null) => {
  const { data } = await backend.ask(
    `query ($companyId: ID!, $after: ID) {
       meetings(companyId: $companyId, first: 2, after: $after) { nodes { id } endCursor hasNextPage } }`,
    { user: admin, variables: { companyId, after } },
  )
  return data?.['meetings'] as { nodes: { id: string }[]; endCursor: string | null; hasNextPage: boolean }
}

test('meetings are read page by page, newest end first', async () => {
  const [own, other] = [await seedCompany(), await seedCompany()]
  const room = `weekly ${own.companyId}`
  await register(own, { name: room })
  const held: string[] = []
  for (const minutesAgo of [1, 9, 5]) {
    const from = new Date(Date.now() - minutesAgo * 60_000)
    held.push(await hold(room, { from, texts: ['hello'] }))
  }
  const [newest = '', oldest = '', middle = ''] = held
  const first = await listPage(own)
  expect(first).toEqual({ nodes: [{ id: newest }, { id: middle }], endCursor: middle, hasNextPage: true })
  expect(await listPage(own, first.endCursor)).toEqual({
    nodes: [{ id: oldest }],
    endCursor: oldest,
    hasNextPage: false,
  })
  expect((await listPage(other, newest)).nodes).toEqual([])
})

test('one meeting is read with its insights, only by its own company', async () => {
  const [own, other] = [await seedCompany(), await seedCompany()]
  const meetingId = await seedMeeting(backend, { companyId: own.companyId, ownerEmail: own.admin.email })
  const read = ({ companyId, admin }: Asked) =>
    backend.ask(
      `query ($companyId: ID!, $meetingId: ID!) { meeting(companyId: $companyId, meetingId: $meetingId) {
         id status lineCount callIds insights { text } } }`,
      { user: admin, variables: { companyId, meetingId } },
    )
  expect((await read(own)).data).toEqual({
    meeting: { id: meetingId, status: 'DONE', lineCount: 1, callIds: [], insights: [{ text: 'Call Ion.' }] },
  })
  expect(codesOf(await read(other))).toEqual(['NOT_FOUND'])
})

async function seedCompany() {
  const companyId = await addCompany(backend.database, 0n)
  const admin = await addUser(backend.database, { companyId })
  return { companyId, admin }
}

type Asked = { companyId: string; admin: User }

const register = ({ companyId, admin }: Asked, input: { name: string; ownerEmail?: string }) =>
  backend.ask(
    `mutation ($companyId: ID!, $name: String!, $ownerEmail: String) {
       registerMeetingRoom(companyId: $companyId, name: $name, ownerEmail: $ownerEmail) { name ownerEmail } }`,
    { user: admin, variables: { companyId, ...input } },
  )

const remove = ({ companyId, admin }: Asked, name: string) =>
  backend.ask(
    'mutation ($companyId: ID!, $name: String!) { removeMeetingRoom(companyId: $companyId, name: $name) }',
    { user: admin, variables: { companyId, name } },
  )

const rooms = async ({ companyId, admin }: Asked) => {
  const { data } = await backend.ask(
    'query ($companyId: ID!) { meetingRooms(companyId: $companyId) { name ownerEmail } }',
    { user: admin, variables: { companyId } },
  )
  return data?.['meetingRooms']
}

const transcript = ({ companyId, admin }: Asked, meetingId: string, after?: string) =>
  backend.ask(
    `query ($companyId: ID!, $meetingId: ID!, $after: String) {
       meetingTranscript(companyId: $companyId, meetingId: $meetingId, first: 2, after: $after) {
         nodes { speaker text spokenAt } endCursor hasNextPage } }`,
    { user: admin, variables: { companyId, meetingId, after } },
  )

type Page = { nodes: { text: string }[]; endCursor: string; hasNextPage: boolean }
const pageOf = (body: Awaited<ReturnType<typeof transcript>>) => body.data?.['meetingTranscript'] as Page

/** Holds a meeting in which one line is spoken each second and which ends with the last one. */
async function hold(room: string, { from, texts }: { from: Date; texts: readonly string[] }) {
  const at = (second: number) => new Date(from.getTime() + second * 1_000)
  const lines = texts.map((text, second) => ({ timestamp: at(second), speaker: 'Ana', text }))
  const { postgres } = backend
  await recordTranscript(postgres, { room, lines })
  const { meeting } = await recordRoomEvent(
    {
      shards: oneShard(postgres),
      ids,
      queues: oneShard(createTaskQueue({ postgres, logger, ids, kinds: [meetingInsightsTask] })),
    },
    { event: 'room_destroyed', room, timestamp: at(texts.length) },
    'test',
  )
  return meeting?.id ?? ''
}

test('an admin registers a room, which no other company can take, and frees its name again', async () => {
  const [own, other] = [await seedCompany(), await seedCompany()]
  const name = `stand-up ${own.companyId}`
  expect((await register(own, { name: ` ${name} ` })).data).toEqual({
    registerMeetingRoom: { name, ownerEmail: own.admin.email },
  })
  expect(codesOf(await register(other, { name }))).toEqual(['CONFLICT'])
  expect(codesOf(await remove(other, name))).toEqual(['NOT_FOUND'])
  expect(await rooms(other)).toEqual([])
  const colleague = await addUser(backend.database, { companyId: own.companyId })
  await register(own, { name, ownerEmail: colleague.email.toUpperCase() })
  expect(await rooms(own)).toEqual([{ name, ownerEmail: colleague.email }])
  expect((await remove(own, name)).data).toEqual({ removeMeetingRoom: true })
  expect((await register(other, { name })).errors).toBeUndefined()
  const entries = await backend.database
    .selectFrom('audit_log')
    .select(['action'])
    .where('company_id', '=', own.companyId)
    .where('subject_id', '=', name)
    .where('actor_id', '=', own.admin.id)
    .orderBy('id')
    .execute()
  const actions = entries.map(({ action }) => action)
  expect(actions).toEqual(['room.register', 'room.register', 'room.remove'])
})

test('an owner outside the company, an empty name and the 201st room are refused', async () => {
  const [own, other] = [await seedCompany(), await seedCompany()]
  const stranger = { name: `room ${own.companyId}`, ownerEmail: other.admin.email }
  expect(codesOf(await register(own, stranger))).toEqual(['NOT_FOUND'])
  expect(codesOf(await register(own, { name: ' ' }))).toEqual(['BAD_USER_INPUT'])
  await backend.postgres.query(
    `insert into meeting_rooms (name, company_id, owner_id)
     select $1 || ' ' || n, $1::uuid, $2::uuid from generate_series(1, 200) n`,
    [own.companyId, own.admin.id],
  )
  expect(codesOf(await register(own, { name: 'one too many' }))).toEqual(['CONFLICT'])
})

test('a transcript is read page by page, in the order of speaking, only by its own company', async () => {
  const [own, other] = [await seedCompany(), await seedCompany()]
  const room = `long ${own.companyId}`
  await register(own, { name: room })
  const meetingId = await hold(room, { from: new Date(), texts: ['one', 'two', 'three'] })
  const first = pageOf(await transcript(own, meetingId))
  expect(first).toMatchObject({ nodes: [{ text: 'one' }, { text: 'two' }], hasNextPage: true })
  const second = pageOf(await transcript(own, meetingId, first.endCursor))
  expect(second).toMatchObject({ nodes: [{ speaker: 'Ana', text: 'three' }], hasNextPage: false })
  expect(pageOf(await transcript(own, meetingId, 'nonsense')).nodes).toEqual([])
  expect(codesOf(await transcript(other, meetingId))).toEqual(['NOT_FOUND'])
})

test('a company that registers a room does not see what was said in it before', async () => {
  const own = await seedCompany()
  const room = `reused ${own.companyId}`
  const earlier = { timestamp: new Date(Date.now() - 5_000), speaker: 'Eve', text: 'a secret of others' }
  await recordTranscript(backend.postgres, { room, lines: [earlier] })
  await register(own, { name: room })
  const meetingId = await hold(room, { from: new Date(), texts: ['ours'] })
  expect(pageOf(await transcript(own, meetingId)).nodes).toMatchObject([{ text: 'ours' }])
})
