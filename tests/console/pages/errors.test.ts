import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type Page, openConsole } from '../open-console.ts'
import { companyAdmin, operator } from '../seed/seed-operator.ts'
import { clearLogs, writeLogs } from '../seed/write-logs.ts'

async function open(page: Page): Promise<void> {
  await page.goto('/admin/errors')
  await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor()
}

async function writeErrors(): Promise<void> {
  await clearLogs()
  await writeLogs('gateway', (logger) => {
    for (let index = 1; index <= 12; index += 1)
      logger.error(`the provider answered with ${500 + index}`, { error: new Error('bad gateway') })
  })
  await writeLogs('ai-service', (logger) =>
    logger.error('a document cannot be read', { error: new Error('the file is encrypted') }),
  )
}

test.each<StateRow>([
  {
    state: 'ready',
    as: operator,
    async show(page) {
      await writeErrors()
      await open(page)
      await page.getByText('13 errors in 2 groups').waitFor()
    },
  },
  {
    state: 'empty',
    as: operator,
    async show(page) {
      await clearLogs()
      await open(page)
      await page.getByText('No errors').waitFor()
    },
  },
  {
    state: 'refused',
    as: companyAdmin,
    async show(page) {
      await open(page)
      await page.getByText('Your role does not include this page').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: operator,
    async show(page) {
      await makeUnavailable(page, 'ErrorGroups')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('errors: $state', (row) => expectState('errors', row))

test('a group leads to its lines in the log', async () => {
  const opened = await openConsole()
  await using context = await opened.newContext(await operator(opened))
  const page = await context.newPage()
  await writeErrors()
  await open(page)
  await page.getByText('the provider answered with').first().click()
  await page.getByText('12 lines').waitFor()
  expect(new URL(page.url()).pathname).toBe('/admin/logs')
})
