import { randomUUID } from 'node:crypto'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { expect } from 'vitest'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

const body = { model: 'svc/chat-default', messages: [{ role: 'user', content: 'Hello' }] }

test('a key without the scope is refused before its body is read', async ({ gateway }) => {
  const { raw } = await gateway.addKey({ scopes: ['usage:read'] })
  const response = await gateway.post('/chat/completions', 'no JSON', gateway.headers(raw))
  expect(await readError(response)).toMatchObject({
    status: 403,
    type: 'permission_error',
    code: 'LLM_SCOPE_DENIED',
    shouldRetry: 'false',
  })
})

test('a model outside the allowlist of the key is refused', async ({ gateway }) => {
  const { raw } = await gateway.addKey({ modelAllowlist: ['svc/chat-cheap'] })
  const error = await readError(await gateway.post('/chat/completions', body, gateway.headers(raw)))
  expect(error).toMatchObject({ status: 403, code: 'LLM_MODEL_NOT_ALLOWED', param: 'model' })
  const allowed = await gateway.post(
    '/chat/completions',
    { ...body, model: 'svc/chat-cheap' },
    gateway.headers(raw),
  )
  expect(allowed.status).toBe(200)
})

test('a postpaid company with an overdue invoice is refused until it is paid', async ({ gateway }) => {
  const { database } = gateway
  const companyId = await addCompany(database, 0n)
  await database
    .updateTable('companies')
    .set({ billing_mode: 'POSTPAID' })
    .where('id', '=', companyId)
    .execute()
  const { raw } = await gateway.addKey({ companyId })
  const call = () => gateway.post('/chat/completions', body, gateway.headers(raw))
  const invoice = {
    id: randomUUID(),
    company_id: companyId,
    status: 'OPEN',
    provider_invoice_id: `in_${companyId}`,
    currency: 'eur',
    total_minor: 100n,
    due_at: new Date(Date.now() - 1_000),
  } as const
  await database.insertInto('invoices').values(invoice).execute()
  expect(await readError(await call())).toMatchObject({
    status: 403,
    type: 'permission_error',
    code: 'PLAN_LIMIT_EXCEEDED',
  })
  await database.updateTable('invoices').set({ status: 'PAID' }).where('id', '=', invoice.id).execute()
  expect((await call()).status).toBe(200)
})

test('a prepaid company is not refused for an overdue invoice: it has paid for its credits', async ({
  gateway,
}) => {
  const { database } = gateway
  const companyId = await addCompany(database, 1_000_000_000n)
  const { raw } = await gateway.addKey({ companyId })
  await database
    .insertInto('invoices')
    .values({
      id: randomUUID(),
      company_id: companyId,
      status: 'OPEN',
      currency: 'eur',
      total_minor: 100n,
      due_at: new Date(0),
    })
    .execute()
  expect((await gateway.post('/chat/completions', body, gateway.headers(raw))).status).toBe(200)
})
