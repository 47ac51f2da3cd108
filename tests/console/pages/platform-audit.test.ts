import { addUser } from '@gatehouse/testkit/seed-backend'
import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'
import { seedTroubles } from '../seed/seed-troubles.ts'

const addOperator = ({ backend }: OpenConsole) => addUser(backend.database, { isSuperAdmin: true })

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`/admin/audit${query}`)
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
}

test.each<StateRow>([
  {
    state: 'ready',
    as: addOperator,
    async show(page) {
      await open(page)
      await page.getByRole('grid', { name: 'Audit log' }).getByText('user.create').first().waitFor()
    },
  },
  {
    state: 'company',
    as: addOperator,
    async show(page, opened) {
      const { companyId } = await seedTroubles(opened, 'Audited Traders')
      await open(page, `?company=${companyId}&action=credit_account.freeze`)
      await page.getByText('Changes in Audited Traders').waitFor()
      await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('2')
    },
  },
  {
    state: 'entry',
    as: addOperator,
    async show(page) {
      await open(page)
      await page.getByRole('grid', { name: 'Audit log' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    state: 'noneMatch',
    as: addOperator,
    async show(page) {
      await open(page)
      await page.getByLabel('Action').fill('no.such.action')
      await page.getByText('No entries').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: addOperator,
    async show(page) {
      await makeUnavailable(page, 'PlatformAudit')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('platform-audit: $state', (row) => expectState('platform-audit', row))

test('what is filtered is exported', async () => {
  const opened = await openConsole()
  const { companyId } = await seedTroubles(opened, 'Exported Traders')
  await using context = await opened.newContext(await addOperator(opened))
  const page = await context.newPage()
  await open(page, `?company=${companyId}&action=key.create`)
  await page.getByRole('grid', { name: 'Audit log' }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('gatehouse-audit.csv')
  await page.getByText('1 entry saved').waitFor()
})
