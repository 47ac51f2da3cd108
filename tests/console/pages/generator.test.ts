import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type Page, openConsole } from '../open-console.ts'
import { companyAdmin, operator, superAdmin } from '../seed/seed-operator.ts'

async function open(page: Page): Promise<void> {
  await page.goto('/admin/generator')
  await page.getByRole('heading', { level: 1, name: 'Generator' }).waitFor()
}

test.each<StateRow>([
  {
    state: 'stopped',
    as: operator,
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: 'Start the generator' }).waitFor()
    },
  },
  {
    state: 'running',
    as: operator,
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: 'Start the generator' }).click()
      await page.getByRole('button', { name: 'Stop the generator' }).waitFor()
      await page.getByRole('slider', { name: 'Scores per minute over time' }).waitFor()
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
    as: superAdmin,
    async show(page) {
      await makeUnavailable(page, 'Generator')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('generator: $state', (row) => expectState('generator', row))

test('the generator is stopped in two clicks from the overview', async () => {
  const opened = await openConsole()
  const user = await operator(opened)
  await opened.backend.ask('mutation { startGenerator { status } }', { user })
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Generator' }).first().click()
  await page.getByRole('button', { name: 'Stop the generator' }).click()
  await page.getByRole('button', { name: 'Start the generator' }).waitFor()
  expect(await page.getByText('Stopped', { exact: true }).isVisible()).toBe(true)
})
