// Runs every example of docs/api as a reader would, and compares its output with the page.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { printedPattern, readPageExamples, runPageExample } from '@gatehouse/testkit/documents/page-examples'
import { addCredits, addKey } from '@gatehouse/testkit/seed-gateway'
import { scopes } from '@gatehouse/keys/api-key'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addJobs } from '../../testing/add-jobs.ts'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'

const pages = fileURLToPath(new URL('../../../../../docs/api/', import.meta.url))

// `pnpm prove clients` runs those of the folder clients, and domain/outgoing-events the receiver of events.md.
const examples = readdirSync(pages)
  .filter((name) => name.endsWith('.md') && name !== 'events.md')
  .flatMap((page) => {
    const found = readPageExamples(readFileSync(join(pages, page), 'utf8'))
    return found.map((example) => Object.assign(example, { page }))
  })

let gateway: TestGateway
let environment: Record<string, string>
// Inside the package, so that an example can resolve the clients it imports.
const folder = mkdtempSync(fileURLToPath(new URL('../../../.gatehouse-', import.meta.url)))
beforeAll(async () => {
  gateway = await startTestGateway()
  const { companyId } = await addJobs(gateway, ['Cook', 'Waiter'])
  await addCredits(gateway.database, companyId, 1_000_000_000n)
  const payer = await addKey(gateway.database, { companyId, scopes: [...scopes] })
  environment = { BASE_URL: gateway.baseUrl, API_KEY: payer.raw }
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await gateway[Symbol.asyncDispose]()
})

test('there are examples for curl and both official clients', () => {
  const all = examples.map(({ code }) => code).join('\n')
  expect(all).toContain('curl')
  expect(all).toContain("from 'openai'")
  expect(all).toContain("from '@modelcontextprotocol/client'")
})

test.each(examples)('the example at line $line of $page prints the documented output', async (example) => {
  expect(await runPageExample(example, folder, environment)).toMatch(printedPattern(example.printed))
})
