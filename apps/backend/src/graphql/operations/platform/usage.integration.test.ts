import type { User } from '@gatehouse/identity/users'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { seedCall } from '../../../testing/seed-company.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend
let superAdmin: User

beforeAll(async () => {
  backend = await startTestBackend()
  superAdmin = await addUser(backend.database, { isSuperAdmin: true })
})
afterAll(() => backend[Symbol.asyncDispose]())

const ask = (query: string) => backend.ask(query, { user: superAdmin })

test('the usage of all companies adds up, by company, day and model', async () => {
  const companyIds: string[] = []
  for (const calls of [3, 1]) {
    const companyId = await addCompany(backend.database, 5_000_000n)
    companyIds.push(companyId)
    const { key } = await addKey(backend.database, { companyId })
    for (let call = 0; call < calls; call += 1)
      await seedCall(backend.postgres, { companyId, keyId: key.id, alias: call === 0 ? 'svc/a' : 'svc/b' })
  }
  const byCompany = await ask('{ adminUsage { companyId day model requests totalTokens credits } }')
  const row = { day: null, model: null }
  expect(byCompany.data?.['adminUsage']).toEqual([
    { ...row, companyId: companyIds[0], requests: 3, totalTokens: 450, credits: '0.000030' },
    { ...row, companyId: companyIds[1], requests: 1, totalTokens: 150, credits: '0.000010' },
  ])
  const day = new Date().toISOString().slice(0, 10)
  const byModel = await ask('{ adminUsage(groupBy: [DAY, MODEL]) { companyName day model requests } }')
  expect(byModel.data?.['adminUsage']).toEqual([
    { companyName: null, day, model: 'svc/a', requests: 2 },
    { companyName: null, day, model: 'svc/b', requests: 2 },
  ])
  const span = 'from: "2020-01-01T00:00:00Z", to: "2020-02-01T00:00:00Z"'
  expect((await ask(`{ adminUsage(${span}) { requests } }`)).data).toEqual({ adminUsage: [] })
  const tooLong = await ask(
    '{ adminUsage(from: "2026-01-01T00:00:00Z", to: "2026-12-31T00:00:00Z") { day } }',
  )
  expect(codesOf(tooLong)).toEqual(['BAD_USER_INPUT'])
})
