import { expect, test } from 'vitest'
import { openUploads } from '../../testing/open-uploads.ts'

test('more than 10 MiB is refused, and exactly 10 MiB is accepted', async () => {
  await using uploads = await openUploads()
  const bytes = Buffer.alloc(10 * 1_048_576, 'word ')
  expect((await uploads.upload(Buffer.concat([bytes, Buffer.from('x')]))).status).toBe(413)
  expect(uploads.sim.requests()).toBe(0)
  expect((await uploads.upload(bytes)).status).toBe(202)
})
