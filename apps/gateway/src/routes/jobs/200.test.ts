import { expect } from 'vitest'
import { jobDocument } from '../../operations/jobs/job-document.ts'
import { addJobs } from '../../testing/add-jobs.ts'
import { test } from '../../testing/worker-gateway.ts'

type List = { object: string; data: Record<string, unknown>[]; has_more: boolean; next_cursor: string | null }

test('the active jobs of the company are listed page by page, each a whole document', async ({ gateway }) => {
  const { companyId, headers } = await addJobs(gateway, ['Cook', 'Waiter', 'Baker'])
  await addJobs(gateway, ['Elsewhere'])
  const ask = async (query: string) => (await (await gateway.get(`/jobs${query}`, headers)).json()) as List
  const first = await ask('?limit=2')
  expect(first).toMatchObject({ object: 'list', has_more: true })
  const second = await ask(`?limit=2&cursor=${first.next_cursor}`)
  expect(second).toMatchObject({ has_more: false, next_cursor: null })
  const jobs = [...first.data, ...second.data].map((job) => jobDocument.parse(job))
  expect(jobs.map(({ title }) => title)).toEqual(['Cook', 'Waiter', 'Baker'])
  expect(new Set(jobs.map(({ company_id }) => company_id))).toEqual(new Set([companyId]))
})

test('jobs are found by words, and by when they changed', async ({ gateway }) => {
  const { headers, save } = await addJobs(gateway, ['Cook', 'Waiter', 'Baker'])
  const titles = async (query: string) => {
    const { data } = (await (await gateway.get(`/jobs?${query}`, headers)).json()) as List
    return data.map(({ title }) => title)
  }
  expect(await titles('q=wait')).toEqual(['Waiter'])
  expect(await titles('q=%26%20%7C')).toHaveLength(3)
  const { data } = (await (await gateway.get('/jobs', headers)).json()) as List
  await save('Cook')
  const since = encodeURIComponent(String(data[2]?.['updated_at']))
  expect(await titles(`updated_since=${since}`)).toEqual(['Baker', 'Cook'])
})
