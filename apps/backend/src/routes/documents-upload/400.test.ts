import { expect, test } from 'vitest'
import { openUploads } from '../../testing/open-uploads.ts'

test.each([
  ['kind', { kind: 'photo' }],
  ['company', { companyId: 'x' }],
  ['name', { name: '' }],
])('an upload without a valid %s is refused with a message that says what to send', async (_what, query) => {
  await using uploads = await openUploads()
  const response = await uploads.upload('Linda Grant, welder', { query })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    code: 'documents.bad_query',
    detail: expect.stringContaining('kind=cv') as string,
  })
})

test('an empty file is refused', async () => {
  await using uploads = await openUploads()
  const response = await uploads.upload('')
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'documents.refused' })
  expect(uploads.sim.requests()).toBe(0)
})
