import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type Page, openConsole } from '../open-console.ts'
import { seedEvent } from '../seed/seed-events.ts'
import { companyAdmin, superAdmin } from '../seed/seed-operator.ts'

async function open(page: Page, search = ''): Promise<void> {
  await page.goto(`/admin/events${search}`)
  await page.getByRole('heading', { level: 1, name: 'Payment events' }).waitFor()
}

test.each<StateRow>([
  {
    state: 'empty',
    as: superAdmin,
    async show(page) {
      await open(page, '?status=IGNORED')
      await page.getByText('No ignored events').waitFor()
    },
  },
  {
    state: 'stuck',
    as: superAdmin,
    async show(page, opened) {
      await seedEvent(opened, { status: 'QUARANTINED', lastError: 'The subscription has no plan of ours.' })
      await open(page)
      await page.getByText('The subscription has no plan of ours.').first().waitFor()
    },
  },
  {
    state: 'all',
    as: superAdmin,
    async show(page, opened) {
      await seedEvent(opened, { status: 'PARKED' })
      await open(page, '?status=all')
      await page.getByText('Waits for purchase:0193a3c4').first().waitFor()
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
      await makeUnavailable(page, 'ProviderEvents')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('events: $state', (row) => expectState('events', row))

test('a stuck event is replayed in three clicks from the overview, with its effects shown before', async () => {
  const opened = await openConsole()
  await seedEvent(opened, { status: 'QUARANTINED' })
  await using context = await opened.newContext(await superAdmin(opened))
  const page = await context.newPage()
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Events' }).first().click()
  await page.getByRole('grid', { name: 'Payment events' }).getByText('customer.subscription').first().click()
  await page.getByRole('heading', { name: 'What it would do now' }).waitFor()
  await page.locator('.notice').first().waitFor()
  await page.getByRole('button', { name: 'Replay' }).click()
  await expect.poll(() => page.getByRole('heading', { name: 'What it did' }).isVisible()).toBe(true)
})
