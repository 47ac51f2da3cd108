import { expect, test } from 'vitest'
import { openUploads } from '../../testing/open-uploads.ts'

test('an address that uploads too often is refused until later, whoever asks', async () => {
  await using uploads = await openUploads({ ADDRESS_REQUESTS_PER_MINUTE: '2', TRUSTED_PROXIES: '127.0.0.1' })
  const headers = { 'x-forwarded-for': `203.1.${process.pid % 256}.1` }
  const upload = () => uploads.upload('A CV', { authorization: undefined, headers })
  const answers = [await upload(), await upload(), await upload()]
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 429])
  expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await answers[2]?.json()).toMatchObject({ code: 'http.too_many_requests', status: 429 })
})
