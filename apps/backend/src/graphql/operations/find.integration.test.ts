import type { User } from '@gatehouse/identity/users'
import { addFormerPurchase, addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf } from '../../testing/read-graphql.ts'
import { seedCall, seedDocument, seedMatch, seedMeeting } from '../../testing/seed-company.ts'
import { type TestBackend, startTestBackend } from '../../testing/start-test-backend.ts'

let backend: TestBackend
let own: Awaited<ReturnType<typeof seedAll>>
let foreign: Awaited<ReturnType<typeof seedAll>>
let superAdmin: User

beforeAll(async () => {
  backend = await startTestBackend()
  own = await seedAll()
  foreign = await seedAll()
  superAdmin = await addUser(backend.database, { isSuperAdmin: true })
})
afterAll(() => backend[Symbol.asyncDispose]())

/** A company with one object of every kind that can be found, whose names begin with the same letters elsewhere. */
async function seedAll() {
  const { database, postgres } = backend
  const companyId = await addCompany(database, 5_000_000n)
  const admin = await addUser(database, { companyId })
  const member = await addUser(database, { companyId, role: 'MEMBER' })
  const { key } = await addKey(database, { companyId })
  const { jobId, talentId } = await seedMatch(postgres, companyId)
  const { id: documentId } = await seedDocument(postgres, { companyId, text: 'Welder' })
  const ids = {
    COMPANY: companyId,
    JOB: jobId,
    TALENT: talentId,
    DOCUMENT: documentId,
    MEETING: await seedMeeting({ database, postgres }, { companyId, ownerEmail: admin.email }),
    KEY: key.id,
    MEMBER: member.id,
    CALL: await seedCall(postgres, { companyId, keyId: key.id }),
    PURCHASE: await addFormerPurchase(database, companyId),
  }
  return { companyId, admin, member, key, ids }
}

type Found = { kind: string; id: string; companyId: string; title: string; detail: string | null }

const search = async (user: User, text: string, companyId?: string): Promise<Found[]> => {
  const { data, errors } = await backend.ask(
    'query ($text: String!, $companyId: ID) { find(text: $text, companyId: $companyId) { kind id companyId title detail } }',
    { user, variables: { text, ...(companyId !== undefined && { companyId }) } },
  )
  if (errors) throw new Error(JSON.stringify(errors))
  return data?.['find'] as Found[]
}

const forMembers = new Set(['COMPANY', 'JOB', 'TALENT', 'DOCUMENT', 'MEETING'])

test('every kind is found by its id, by members only what they may read, and by others not at all', async () => {
  for (const [kind, id] of Object.entries(own.ids)) {
    for (const companyId of [own.companyId, undefined]) {
      const found = [expect.objectContaining({ kind, id, companyId: own.companyId }) as Found]
      expect(await search(own.admin, id, companyId)).toEqual(found)
      expect(await search(own.member, id, companyId)).toEqual(forMembers.has(kind) ? found : [])
    }
    expect(await search(foreign.admin, id)).toEqual([])
    expect(await search(foreign.admin, id, foreign.companyId)).toEqual([])
  }
})

test('super admins find an object by its id in a company, and without one if the id is unique on the platform', async () => {
  for (const [kind, id] of Object.entries(own.ids)) {
    const found = [expect.objectContaining({ kind, id, companyId: own.companyId }) as Found]
    expect(await search(superAdmin, id, own.companyId)).toEqual(found)
    const needsCompany = kind === 'JOB' || kind === 'TALENT' || kind === 'DOCUMENT'
    expect(await search(superAdmin, id)).toEqual(needsCompany ? [] : found)
  }
})

test('objects are found by the first letters of their names, only in the caller’s companies', async () => {
  const jobs = await search(own.member, 'night n')
  expect(jobs).toEqual([
    { kind: 'JOB', id: own.ids.JOB, companyId: own.companyId, title: 'Night nurse', detail: 'ACTIVE' },
  ])
  expect((await search(own.member, 'CV.P')).map(({ id }) => id)).toEqual([own.ids.DOCUMENT])
  const key = own.key.name.slice(0, 3)
  expect((await search(own.admin, key)).filter(({ kind }) => kind === 'KEY')).toEqual([
    expect.objectContaining({ id: own.ids.KEY, detail: `…${own.key.hint}` }),
  ])
  expect((await search(own.admin, own.key.hint)).map(({ id }) => id)).toContain(own.ids.KEY)
  expect((await search(own.member, own.key.hint)).filter(({ kind }) => kind === 'KEY')).toEqual([])
  const byEmail = (user: User) => search(user, own.member.email.toUpperCase())
  expect(await byEmail(own.admin)).toEqual([expect.objectContaining({ kind: 'MEMBER', detail: 'MEMBER' })])
  expect([await byEmail(own.member), await byEmail(foreign.admin)]).toEqual([[], []])
})

test('companies are found by name: one’s own, or all by super admins', async () => {
  const name = `Zeta ${own.companyId}`
  await backend.database.updateTable('companies').set({ name }).where('id', '=', own.companyId).execute()
  const company = [expect.objectContaining({ kind: 'COMPANY', id: own.companyId, title: name })]
  expect(await search(own.member, 'zeta')).toEqual(company)
  expect(await search(superAdmin, 'zeta')).toEqual(company)
  expect(await search(foreign.admin, 'zeta')).toEqual([])
})

test('a company of others, and one that does not exist, are refused alike; so is a text that is too long', async () => {
  const ask = (user: User, variables: object) =>
    backend.ask(
      'query ($text: String!, $companyId: ID) { find(text: $text, companyId: $companyId) { id } }',
      {
        user,
        variables: { text: 'night', ...variables },
      },
    )
  for (const companyId of [own.companyId, own.ids.JOB])
    expect(codesOf(await ask(foreign.admin, { companyId }))).toEqual(['NOT_FOUND'])
  const { errors } = await ask(own.admin, { text: 'x'.repeat(201) })
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', input: 'text' })
})
