import { expect, test } from 'vitest'
import { openUploads } from '../../testing/open-uploads.ts'

test.each([undefined, 'Bearer nonsense'])(
  'with the token %j nothing is taken, not even the body',
  async (authorization) => {
    await using uploads = await openUploads()
    const response = await uploads.upload('Linda Grant, welder', { authorization })
    expect(response.status).toBe(401)
    expect(uploads.sim.requests()).toBe(0)
  },
)
