import { expect } from 'vitest'
import { addJobs } from '../../testing/add-jobs.ts'
import { test } from '../../testing/worker-gateway.ts'

test('a caller with a current copy gets no list until a job changes', async ({ gateway }) => {
  const { headers, save } = await addJobs(gateway, ['Cook', 'Waiter'])
  const ask = (tag?: string) => gateway.get('/jobs', { ...headers, ...(tag && { 'if-none-match': tag }) })
  const first = await ask()
  const tag = first.headers.get('etag') ?? ''
  expect([first.status, tag]).toEqual([200, expect.stringMatching(/^"[\w-]{43}"$/)])
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  const second = await ask(tag)
  expect([second.status, second.headers.get('etag'), await second.text()]).toEqual([304, tag, ''])
  await save('Cook')
  const third = await ask(tag)
  expect(third.status).toBe(200)
  expect(third.headers.get('etag')).not.toBe(tag)
})
