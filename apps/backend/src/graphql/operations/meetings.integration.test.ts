import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedMeeting } from '../../testing/seed-company.ts'
import { codesOf } from '../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../testing/start-test-backend.ts'

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
      `query ($id: ID!) { meetings(companyId: $id ${words}) { id status insights { kind text quotes speakers } } }`,
      { user: admin, variables: { id: companyId } },
    )
  expect((await ask('')).data?.['meetings']).toEqual([
    {
      id,
      status: 'DONE',
      insights: [{ kind: 'action', text: 'Call Ion.', quotes: ['call Ion'], speakers: ['Ana'] }],
    },
  ])
  expect(codesOf(await ask(', first: 0'))).toEqual(['BAD_USER_INPUT'])
})
