import { expect, test } from 'vitest'
import { openUploads } from '../../testing/open-uploads.ts'
import { startTestBackend } from '../../testing/start-test-backend.ts'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { addUser, issueToken } from '@gatehouse/testkit/seed-backend'

test('while the object store is down uploads must be retried, and the retry gives one document', async () => {
  await using uploads = await openUploads()
  uploads.sim.plan(500)
  const refused = await uploads.upload('Linda Grant, welder')
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect((await uploads.upload('Linda Grant, welder')).status).toBe(202)
  const documents = await uploads.backend.database.selectFrom('documents').select('status').execute()
  expect(documents).toEqual([{ status: 'STORED' }])
})

test('without an object store uploads are refused with a message that says so', async () => {
  await using backend = await startTestBackend()
  const companyId = await addCompany(backend.database, 0n)
  const authorization = `Bearer ${await issueToken(await addUser(backend.database, { companyId }))}`
  const query = new URLSearchParams({ companyId, kind: 'cv', name: 'cv.txt' })
  const response = await fetch(`${backend.url}/documents?${query.toString()}`, {
    method: 'POST',
    headers: { authorization },
    body: 'Linda Grant, welder',
  })
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ code: 'documents.no_store' })
})
