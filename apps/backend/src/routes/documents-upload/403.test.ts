import { expect, test } from 'vitest'
import { openUploads } from '../../testing/open-uploads.ts'

test('a user who is not an admin of the company cannot upload', async () => {
  await using uploads = await openUploads()
  const authorization = await uploads.authorizationOf('MEMBER', uploads.companyId)
  expect((await uploads.upload('Linda Grant, welder', { authorization })).status).toBe(403)
  expect(uploads.sim.requests()).toBe(0)
})
