import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobDocument } from '../../operations/jobs/job-document.ts'
import { addJobs } from '../../../testing/add-jobs.ts'
import { readError } from '../../../testing/read-error.ts'
import { refuseRead } from '../../../testing/refuse-route.ts'
import { type TestGateway, startTestGateway } from '../../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

type List = { object: string; data: Record<string, unknown>[]; has_more: boolean; next_cursor: string | null }

test('200: the active jobs of the company are listed page by page, each a whole document', async () => {
  const { companyId, headers } = await addJobs(gateway, ['Cook', 'Waiter', 'Baker'])
  await addJobs(gateway, ['Elsewhere'])
  const list = async (query: string) => {
    const answer = await gateway.get(`/jobs${query}`, headers)
    expect(answer.status).toBe(200)
    return (await answer.json()) as List
  }
  const first = await list('?limit=2')
  expect(first).toMatchObject({ object: 'list', has_more: true })
  const second = await list(`?limit=2&cursor=${first.next_cursor}`)
  expect(second).toMatchObject({ has_more: false, next_cursor: null })
  const jobs = [...first.data, ...second.data].map((job) => jobDocument.parse(job))
  expect(jobs.map(({ title }) => title)).toEqual(['Cook', 'Waiter', 'Baker'])
  expect(new Set(jobs.map(({ company_id }) => company_id))).toEqual(new Set([companyId]))
})

test('jobs are filtered by words and by the time of their last change', async () => {
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

test('304: a caller with a current copy gets no list until a job changes', async () => {
  const { headers, save } = await addJobs(gateway, ['Cook', 'Waiter'])
  const list = (tag?: string) => gateway.get('/jobs', { ...headers, ...(tag && { 'if-none-match': tag }) })
  const first = await list()
  const tag = first.headers.get('etag') ?? ''
  expect([first.status, tag]).toEqual([200, expect.stringMatching(/^"[\w-]{43}"$/)])
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  const second = await list(tag)
  expect([second.status, second.headers.get('etag'), await second.text()]).toEqual([304, tag, ''])
  await save('Cook')
  const third = await list(tag)
  expect(third.status).toBe(200)
  expect(third.headers.get('etag')).not.toBe(tag)
})

const wrong = [
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=1&limit=2', 'limit'],
  ['cursor=made-up', 'cursor'],
  ['updated_since=monday', 'updated_since'],
  [`q=${'x'.repeat(201)}`, 'q'],
] as const

test('400: an invalid parameter is refused by name', async () => {
  const { raw } = await gateway.addKey({ scopes: ['jobs:read'] })
  for (const [query, param] of wrong) {
    const error = await readError(await gateway.get(`/jobs?${query}`, gateway.headers(raw)))
    expect(error, query).toMatchObject({
      status: 400,
      code: 'INVALID_PARAMETER',
      param,
      shouldRetry: 'false',
    })
  }
})

test('403: a key with the default scopes is refused: reading jobs is opt-in', async () => {
  const error = await readError(await gateway.get('/jobs'))
  expect(error).toMatchObject({ status: 403, type: 'permission_error', code: 'LLM_SCOPE_DENIED' })
})

const route = { path: '/jobs', otherScope: 'inference:chat', address: '203.0.113.72' } as const

test.each([
  { status: 401, why: 'an invalid key', answer: 'authentication_error null final' },
  { status: 403, why: 'a key without the scope', answer: 'permission_error LLM_SCOPE_DENIED final' },
  { status: 429, why: 'an address over its limit', answer: 'rate_limit_error null later' },
  { status: 503, why: 'a gateway without its database', answer: 'api_error LLM_GATEWAY_UNAVAILABLE later' },
] as const)('$status: $why', { timeout: 30_000 }, async ({ status, answer }) => {
  expect(await refuseRead(status, gateway, route)).toBe(`${status} ${answer}`)
})
