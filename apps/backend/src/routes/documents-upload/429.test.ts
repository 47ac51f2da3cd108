import { expect, test } from 'vitest'
import { openUploads } from '../../testing/open-uploads.ts'

test('an address that uploads too often is refused for a while, whatever the user', async () => {
  await using uploads = await openUploads({ ADDRESS_REQUESTS_PER_MINUTE: '2', TRUSTED_PROXIES: '127.0.0.1' })
  const headers = { 'x-forwarded-for': `203.1.${process.pid % 256}.1` }
  const upload = () => uploads.upload('A CV', { authorization: undefined, headers })
  const answers = [await upload(), await upload(), await upload()]
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 429])
  expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await answers[2]?.json()).toMatchObject({ code: 'http.too_many_requests', status: 429 })
})

test('a company that has used up its daily documents is refused until midnight, before the body is read', async () => {
  await using uploads = await openUploads({ DOCUMENTS_PER_DAY: '2' })
  const statuses = [await uploads.upload('one'), await uploads.upload('two')].map(({ status }) => status)
  expect(statuses).toEqual([202, 202])
  const refused = await uploads.upload('three')
  expect(refused.status).toBe(429)
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(86_400)
  const body = (await refused.json()) as { code: string; detail: string }
  expect(body.code).toBe('documents.quota_used')
  expect(body.detail).toContain('2 documents')
  expect(body.detail).toMatch(/Try again after .* UTC\.$/)
  const { backend, companyId } = uploads
  await backend.postgres.query(
    'insert into company_allowances (company_id, documents_per_day) values ($1, 3)',
    [companyId],
  )
  expect((await uploads.upload('three')).status).toBe(202)
  expect((await uploads.upload('four')).status).toBe(429)
})

test('a document larger than the remaining daily bytes is refused, and a smaller one is accepted', async () => {
  await using uploads = await openUploads({ DOCUMENT_BYTES_PER_DAY: '20' })
  const statuses = []
  for (const text of ['ten bytes!', 'eleven byte', 'nine byte'])
    statuses.push((await uploads.upload(text)).status)
  expect(statuses).toEqual([202, 429, 202])
})
