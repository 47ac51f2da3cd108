import { expect, test } from 'vitest'
import { openUploads } from '../../testing/open-uploads.ts'

test('who is no admin of the company uploads nothing', async () => {
  await using uploads = await openUploads()
  const authorization = await uploads.authorizationOf('MEMBER', uploads.companyId)
  expect((await uploads.upload('Linda Grant, welder', { authorization })).status).toBe(403)
  expect(uploads.sim.requests()).toBe(0)
})
