// Runs every example of docs/api as a reader would, and compares its output with the page.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { addCredits, addKey } from '@gatehouse/testkit/seed-gateway'
import { scopes } from '@gatehouse/keys/api-key'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addJobs } from '../testing/add-jobs.ts'
import { type TestGateway, startTestGateway } from '../testing/start-test-gateway.ts'

const run = promisify(execFile)
const pages = fileURLToPath(new URL('../../../../docs/api/', import.meta.url))

type Example = { page: string; line: number; language: string; code: string; printed: string }

function readExamples(page: string): Example[] {
  const text = readFileSync(join(pages, page), 'utf8')
  const blocks = text.matchAll(/^```(sh|ts)\n([^]*?)^```\n\n```text\n([^]*?)^```$/gm)
  return [...blocks].map(({ 1: language = '', 2: code = '', 3: printed = '', index }) => ({
    page,
    line: text.slice(0, index).split('\n').length,
    language,
    code,
    printed,
  }))
}

// `pnpm prove clients` runs those of the folder clients.
const examples = readdirSync(pages)
  .filter((name) => name.endsWith('.md'))
  .flatMap(readExamples)

let gateway: TestGateway
let environment: Record<string, string>
// Inside the package, so that an example can resolve the clients it imports.
const folder = mkdtempSync(fileURLToPath(new URL('../../.gatehouse-', import.meta.url)))
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

function matcher(printed: string): RegExp {
  const parts = printed.trim().split('…')
  return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('[^]*')}$`)
}

test('there are examples for curl and both official clients', () => {
  const all = examples.map(({ code }) => code).join('\n')
  expect(all).toContain('curl')
  expect(all).toContain("from 'openai'")
  expect(all).toContain("from '@modelcontextprotocol/client'")
})

test.each(examples)(
  'the example at line $line of $page prints the documented output',
  async ({ language, code, printed, line, page }) => {
    const file = join(folder, `${page}-${line}.${language === 'sh' ? 'sh' : 'mjs'}`)
    writeFileSync(file, code)
    const command = language === 'sh' ? 'bash' : process.execPath
    const { stdout } = await run(command, [file], { env: { PATH: process.env['PATH'], ...environment } })
    expect(stdout.replaceAll('\r', '').trim()).toMatch(matcher(printed))
  },
)
