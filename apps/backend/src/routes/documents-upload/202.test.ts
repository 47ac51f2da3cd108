import { expect, test } from 'vitest'
import { openUploads } from '../../testing/open-uploads.ts'

test('a document is stored, reading it is enqueued, and the same bytes give the same document', async () => {
  await using uploads = await openUploads()
  const { backend, sim, companyId, upload } = uploads
  const response = await upload('Linda Grant, welder')
  expect(response.status).toBe(202)
  const body = (await response.json()) as Record<string, unknown>
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    status: 'STORED',
    kind: 'CV',
    talent_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    is_new: true,
  })
  expect([...sim.objects.values()].map(String)).toEqual(['Linda Grant, welder'])
  const { rows } = await backend.postgres.query(
    `select from tasks.job_common where name = 'read-document' and group_id = $1`,
    [companyId],
  )
  expect(rows).toHaveLength(1)
  expect(await (await upload('Linda Grant, welder')).json()).toEqual({ ...body, is_new: false })
  const entries = await backend.database
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('subject_id', '=', String(body['id']))
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { action: 'document.upload', details: { kind: 'CV', is_new: true } },
    { action: 'document.upload', details: { kind: 'CV', is_new: false } },
  ])
})
