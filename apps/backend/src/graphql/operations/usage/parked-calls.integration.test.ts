import { readAccount } from '@gatehouse/credits/read-account'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedParkedCall } from '../../../testing/seed-call.ts'
import { codesOf } from '../../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend[Symbol.asyncDispose]())

const settle = `mutation ($callId: ID!, $credits: String!, $reason: String!) {
  settleParkedCall(callId: $callId, credits: $credits, reason: $reason) }`

test('a parked call is listed, settled once with a reason, and charged exactly that', async () => {
  const { database, resources } = backend
  const user = await addUser(database, { isSuperAdmin: true })
  const companyId = await addCompany(database, 1_000_000n)
  const { key } = await addKey(database, { companyId })
  const [charged, waived] = [
    await seedParkedCall(resources.postgres, { companyId, keyId: key.id }),
    await seedParkedCall(resources.postgres, { companyId, keyId: key.id }),
  ]
  const list = async () => {
    const { data } = await backend.ask('{ parkedCalls { id companyId reason promptTokens } }', { user })
    return data?.['parkedCalls']
  }
  expect(await list()).toEqual(
    [charged, waived].map((id) => ({
      id,
      companyId,
      reason: 'usage_impossible',
      promptTokens: 2_000_000_000,
    })),
  )
  const decide = (callId: string, credits: string, reason = 'the provider confirmed it') =>
    backend.ask(settle, { user, variables: { callId, credits, reason } })
  const outcomes = await Promise.all([
    decide(charged, '0.25'),
    decide(charged, '0.5'),
    decide(charged, '0.75'),
  ])
  expect(outcomes.flatMap(codesOf)).toEqual(['CONFLICT', 'CONFLICT'])
  expect(codesOf(await decide(waived, '0'))).toEqual([])
  expect(codesOf(await decide(waived, '-1'))).toEqual(['BAD_USER_INPUT'])
  expect(codesOf(await decide(waived, '1', ' '))).toEqual(['BAD_USER_INPUT'])
  expect(codesOf(await decide(companyId, '1'))).toEqual(['NOT_FOUND'])
  expect(await list()).toEqual([])
  const { rows } = await resources.postgres.query<{ charged_micros: bigint }>(
    'select charged_micros from parked_call_decisions order by charged_micros',
  )
  const [nothing, decided] = rows.map(({ charged_micros }) => charged_micros)
  expect(nothing).toBe(0n)
  const { balanceMicros } = await readAccount(resources.postgres, companyId)
  expect(balanceMicros).toBe(1_000_000n - (decided ?? 0n))
  const { rows: entries } = await resources.postgres.query(
    `select details from audit_log where action = 'call.settle_parked'`,
  )
  expect(entries).toHaveLength(2)
})

test('the number and the age of parked calls are metrics', async () => {
  const { metrics } = backend.resources
  const isExported = async () => /^gatehouse_parked_calls\{.*\} \d+$/m.test(await metrics.metrics())
  await waitUntil(isExported, { withinMs: 30_000, what: 'the gauge has been read' })
  expect(await metrics.metrics()).toContain('gatehouse_parked_calls_oldest_seconds')
})
