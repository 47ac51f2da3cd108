import { randomUUID } from 'node:crypto'
import { addPlatformKey } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect } from 'vitest'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

const header = 'x-svc-concerned-company'
const body = { model: 'svc/chat-default', messages: [{ role: 'user', content: 'Hello' }] }

test('a company may not attribute its call to another company', async ({ gateway }) => {
  const refused = await gateway.post('/chat/completions', body, { [header]: randomUUID() })
  expect(await readError(refused)).toMatchObject({
    status: 403,
    code: 'LLM_SCOPE_DENIED',
    shouldRetry: 'false',
  })
})

test('the platform\u2019s calls, failed ones included, are recorded with the concerned company', async ({
  gateway,
}) => {
  const { raw } = await addPlatformKey(gateway.database)
  const concerned = randomUUID()
  const post = () => gateway.post('/chat/completions', body, { ...gateway.headers(raw), [header]: concerned })
  expect((await post()).status).toBe(200)
  gateway.sim.planNext({ fault: { kind: 'status', status: 500 } }, 2)
  expect((await post()).status).toBe(503)
  const read = () =>
    gateway.database
      .selectFrom('calls')
      .select('status')
      .where('concerned_company_id', '=', concerned)
      .orderBy('id')
      .execute()
  // A failed call is recorded in the background.
  await waitUntil(async () => (await read()).length === 2, { withinMs: 30_000, what: 'both are recorded' })
  expect(await read()).toEqual([{ status: 'SUCCEEDED' }, { status: 'FAILED' }])
})

test('a header that is not a company id is refused', async ({ gateway }) => {
  const { raw } = await addPlatformKey(gateway.database)
  const headers = { ...gateway.headers(raw), [header]: 'Acme' }
  expect(await readError(await gateway.post('/chat/completions', body, headers))).toMatchObject({
    status: 400,
    code: 'INVALID_BODY',
  })
})
