import { seedCall } from '@gatehouse/backend/testing/seed-company'
import { seedRouteState } from '@gatehouse/backend/testing/seed-monitoring'
import { addAliases, addKey } from '@gatehouse/testkit/seed-gateway'
import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'
import { superAdmin } from '../seed/seed-operator.ts'

async function open(page: Page, alias = 'svc/chat-default'): Promise<void> {
  await page.goto(`/admin/models/${encodeURIComponent(alias)}`)
  await page.getByRole('heading', { level: 1, name: alias }).waitFor()
}

/** A model that a company has used, with a route that a gateway reports as open. */
async function seedModel({ backend, addCompanyUser }: OpenConsole): Promise<void> {
  const { database, postgres, resources } = backend
  await addAliases(database, 'http://127.0.0.1:1/v1')
  const { companyId } = await addCompanyUser()
  const { key } = await addKey(database, { companyId, name: 'nightly' })
  await seedCall(postgres, { companyId, keyId: key.id })
  await seedRouteState({ database, redis: resources.redis }, 'gateway-1')
}

test.each<StateRow>([
  {
    state: 'ready',
    as: superAdmin,
    async show(page, opened) {
      await seedModel(opened)
      await open(page)
      await page.getByText('at gateway-1').waitFor()
    },
  },
  {
    state: 'price',
    as: superAdmin,
    async show(page, opened) {
      await seedModel(opened)
      await open(page)
      await page.getByRole('button', { name: 'Change the price' }).click()
      await page.getByLabel('Output').fill('99')
      await page.getByText('Would have cost').waitFor()
    },
  },
  {
    state: 'priceRefused',
    as: superAdmin,
    async show(page, opened) {
      await seedModel(opened)
      await open(page)
      await page.getByRole('button', { name: 'Change the price' }).click()
      await page.getByLabel('Output').fill('a lot')
      await page.getByRole('button', { name: 'Set the price' }).click()
      await page.locator('.dialog .field-fault').waitFor()
    },
  },
  {
    state: 'route',
    as: superAdmin,
    async show(page, opened) {
      await seedModel(opened)
      await open(page)
      await page.getByRole('button', { name: 'Add a route' }).click()
      await page.getByText('After the change').waitFor()
    },
  },
  {
    state: 'missing',
    as: superAdmin,
    async show(page) {
      await open(page, 'svc/unknown')
      await page.getByText('No alias with this name').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: superAdmin,
    async show(page) {
      await makeUnavailable(page, 'ModelAlias')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('model: $state', (row) => expectState('model', row))

test('a price is rehearsed and set within four clicks of the overview', async () => {
  const opened = await openConsole()
  await seedModel(opened)
  await using context = await opened.newContext(await superAdmin(opened))
  const page = await context.newPage()
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Models' }).first().click()
  await page.getByText('svc/chat-default').click()
  await page.getByRole('button', { name: 'Change the price' }).click()
  await page.getByLabel('Output').fill('77.5')
  await page.getByText('Would have cost').waitFor()
  await page.getByRole('button', { name: 'Set the price' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => page.getByText(/^77\.5/).isVisible()).toBe(true)
})
