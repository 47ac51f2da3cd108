import { addUser } from '@gatehouse/testkit/seed-backend'
import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'
import { seedCalls } from '../seed/seed-calls.ts'
import { seedTroubles } from '../seed/seed-troubles.ts'

const addOperator = ({ backend }: OpenConsole) => addUser(backend.database, { isSuperAdmin: true })

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`/admin/companies${query}`)
  await page.getByRole('heading', { level: 1, name: 'Companies' }).waitFor()
}

test.each<StateRow>([
  {
    state: 'ready',
    async as(opened) {
      await seedCalls(opened)
      await seedTroubles(opened, 'List Traders')
      return addOperator(opened)
    },
    async show(page) {
      await open(page)
      await page.getByRole('grid', { name: 'Companies' }).getByText('List Traders').first().waitFor()
    },
  },
  {
    state: 'filtered',
    async as(opened) {
      await seedTroubles(opened, 'Filtered Traders')
      return addOperator(opened)
    },
    async show(page) {
      await open(page, '?state=PAUSED')
      await page.getByLabel('Part of the name').fill('ltered tra')
      await page.waitForURL('**/admin/companies?name=*')
      await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('2')
      expect(await page.getByRole('grid').getByText('Filtered Traders').count()).toBe(1)
    },
  },
  {
    state: 'noneMatch',
    as: addOperator,
    async show(page) {
      await open(page, '?name=no-such-company')
      await page.getByText('No company fits').waitFor()
    },
  },
  {
    state: 'create',
    as: addOperator,
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: 'Create a company' }).click()
      await page.getByRole('dialog').getByLabel('Name').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: addOperator,
    async show(page) {
      await makeUnavailable(page, 'PlatformCompanies')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('companies: $state', (row) => expectState('companies', row))

test('a new company opens with what it needs first', async () => {
  const opened = await openConsole()
  await using context = await opened.newContext(await addOperator(opened))
  const page = await context.newPage()
  await open(page)
  await page.getByRole('button', { name: 'Create a company' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Newborn Ltd')
  await dialog.getByRole('button', { name: 'Create a company' }).click()
  await page.getByRole('heading', { level: 1, name: 'Newborn Ltd' }).waitFor()
  expect(await page.getByText('No people yet').count()).toBe(1)
})
