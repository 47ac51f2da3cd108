import { addUser } from '@gatehouse/testkit/furnish-backend'
import { addCompany } from '@gatehouse/testkit/furnish-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { furnishMeeting } from '../../../testing/furnish-meeting.ts'
import { codesOf } from '../../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend[Symbol.asyncDispose]())

test('the meetings of a company come with the words that show each insight, and nobody else’s', async () => {
  const [companyId, elsewhere] = [
    await addCompany(backend.database, 0n),
    await addCompany(backend.database, 0n),
  ]
  const admin = await addUser(backend.database, { companyId })
  const stranger = await addUser(backend.database, { companyId: elsewhere })
  const id = await furnishMeeting(backend, { companyId, ownerEmail: admin.email })
  await furnishMeeting(backend, { companyId: elsewhere, ownerEmail: stranger.email })
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
