import { addAliases } from '@gatehouse/testkit/seed-gateway'
import { test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import type { Page } from '../open-console.ts'
import { companyAdmin, superAdmin } from '../seed/seed-operator.ts'

async function open(page: Page): Promise<void> {
  await page.goto('/admin/models')
  await page.getByRole('heading', { level: 1, name: 'Models' }).waitFor()
}

test.each<StateRow>([
  {
    state: 'ready',
    as: superAdmin,
    async show(page, { backend }) {
      await addAliases(backend.database, 'http://127.0.0.1:1/v1')
      await open(page)
      await page.getByText('svc/chat-default').waitFor()
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
      await makeUnavailable(page, 'Catalog')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('models: $state', (row) => expectState('models', row))
