import { test } from 'vitest'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { type StateRow, expectState } from '../expect-state.ts'

test.each<StateRow>([
  {
    state: 'noCompany',
    as: ({ backend }) => addUser(backend.database),
    async show(page) {
      await page.goto('/')
      await page.getByText('You are not a member of a company yet').waitFor()
    },
  },
  {
    state: 'company',
    as: async ({ addCompanyUser }) => (await addCompanyUser()).user,
    async show(page) {
      await page.goto('/')
      await page.waitForURL('**/c/*')
      await page.getByRole('heading', { name: 'Home' }).waitFor()
    },
  },
  {
    state: 'operator',
    as: ({ backend }) => addUser(backend.database, { isSuperAdmin: true }),
    async show(page) {
      await page.goto('/')
      await page.waitForURL('**/admin')
      await page.getByRole('heading', { name: 'Overview' }).waitFor()
    },
  },
])('start: $state', (row) => expectState('start', row))
