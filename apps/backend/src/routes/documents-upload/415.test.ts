import { expect, test } from 'vitest'
import { openUploads } from '../../testing/open-uploads.ts'

test('an image is refused by its bytes, whatever its file name', async () => {
  await using uploads = await openUploads()
  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])
  const response = await uploads.upload(picture, { query: { name: 'cv.pdf' } })
  expect(response.status).toBe(415)
  expect(await response.json()).toMatchObject({ detail: expect.stringContaining('PDF') as string })
})
