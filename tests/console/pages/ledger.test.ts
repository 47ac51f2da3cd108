import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'
import { adminWithPurchase } from '../seed/seed-billing.ts'
import { seedCalls } from '../seed/seed-calls.ts'

async function open(page: Page, search = ''): Promise<void> {
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.goto(`${new URL(page.url()).pathname}/profile/billing/ledger${search}`)
  await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor()
}

const admin = async (opened: OpenConsole) => (await adminWithPurchase(opened)).user
const longAgo = '2026-01-01T00:00:00.000Z'

test.each<StateRow>([
  {
    state: 'ready',
    as: async (opened) => (await seedCalls(opened)).user,
    async show(page) {
      await open(page)
      await page.getByText('Balance now').waitFor()
      await page.getByRole('slider', { name: 'Balance' }).waitFor()
    },
  },
  {
    state: 'past',
    as: admin,
    async show(page) {
      await open(page, `?at=${longAgo}`)
      await page.getByText('Balance at 1 Jan 2026, 00:00:00 UTC').waitFor()
      await page.getByText('No credits were added before this moment.').waitFor()
    },
  },
  {
    state: 'compared',
    as: admin,
    async show(page) {
      await open(page, `?since=${longAgo}`)
      await page.getByRole('table').getByRole('row', { name: 'Credit pack +50.000000' }).waitFor()
      await page.getByRole('table').getByRole('row', { name: 'Difference +91.203991' }).waitFor()
    },
  },
  {
    state: 'empty',
    as: async ({ addCompanyUser }) => (await addCompanyUser('ADMIN', 0n)).user,
    async show(page) {
      await open(page)
      await page.getByText('No entries yet').waitFor()
    },
  },
  {
    state: 'member',
    as: async ({ addCompanyUser }) => (await addCompanyUser('MEMBER')).user,
    async show(page) {
      await open(page)
      await page.getByText('Your role does not include this page').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: async ({ addCompanyUser }) => (await addCompanyUser()).user,
    async show(page) {
      await makeUnavailable(page, 'Ledger')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('ledger: $state', (row) => expectState('ledger', row))

test('an entry opens its moment, which is in the address, and a form leads to another', async () => {
  const opened = await openConsole()
  const { user, companyId } = await adminWithPurchase(opened)
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await page.goto(`/c/${companyId}/profile/billing`)
  await page.getByRole('link', { name: 'Ledger' }).click()
  await page.getByRole('grid', { name: 'Entries' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Balance at / }).waitFor()
  expect(new URL(page.url()).searchParams.get('at')).toMatch(/^"?\d{4}-/)
  await page.getByLabel('Balance at (UTC)').fill('2026-01-01T00:00:00')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByText('Balance at 1 Jan 2026, 00:00:00 UTC').waitFor()
  await page.getByRole('button', { name: 'Now' }).click()
  await page.getByText('Balance now').waitFor()
  expect(new URL(page.url()).search).toBe('')
})
