// Runs every example of docs/graphql as a reader would, and compares its output with the page.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { printedPattern, readPageExamples, runPageExample } from '@gatehouse/testkit/documents/page-examples'
import { addUser, issueToken } from '@gatehouse/testkit/seed-backend'
import { addAliases, addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedCall } from '../testing/seed-company.ts'
import { type TestBackend, startTestBackend } from '../testing/start-test-backend.ts'

const page = readFileSync(new URL('../../../../docs/graphql/README.md', import.meta.url), 'utf8')
const examples = readPageExamples(page)

let backend: TestBackend
let environment: Record<string, string>
// Inside the package, so that an example can resolve the client it imports.
const folder = mkdtempSync(fileURLToPath(new URL('../../.gatehouse-', import.meta.url)))
beforeAll(async () => {
  backend = await startTestBackend()
  const { database, postgres } = backend
  await addAliases(database, 'http://127.0.0.1:9/v1')
  const companyId = await addCompany(database, 5_000_000n)
  const login = { email: 'guide@test.example', password: 'a password of the guide' }
  const admin = await addUser(database, { companyId, ...login })
  const { key } = await addKey(database, { companyId })
  for (let calls = 0; calls < 5; calls += 1) await seedCall(postgres, { companyId, keyId: key.id })
  environment = {
    BACKEND: backend.url,
    EMAIL: login.email,
    PASSWORD: login.password,
    TOKEN: await issueToken(admin),
    COMPANY: companyId,
  }
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await backend[Symbol.asyncDispose]()
})

test('every section of the guide has an example', () => {
  expect(examples).toHaveLength([...page.matchAll(/^## /gm)].length)
})

test.each(examples)('the example at line $line prints the documented output', async (example) => {
  expect(await runPageExample(example, folder, environment)).toMatch(printedPattern(example.printed))
})
