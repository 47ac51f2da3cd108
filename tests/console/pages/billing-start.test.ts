import { addUser } from '@gatehouse/testkit/seed-backend'
import { expect, test } from 'vitest'
import { type StateRow, expectState } from '../expect-state.ts'
import { openConsole } from '../open-console.ts'

test.each<StateRow>([
  {
    state: 'noCompany',
    as: ({ backend }) => addUser(backend.database),
    async show(page) {
      await page.goto('/billing')
      await page.getByText('You are not a member of a company yet').waitFor()
    },
  },
])('billing-start: $state', (row) => expectState('billing-start', row))

test('the address without a company leads to the billing of the last one, with its search', async () => {
  const opened = await openConsole()
  const { user, companyId } = await opened.addCompanyUser('ADMIN', 5_000_000n)
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await page.goto('/billing?list=purchases')
  await page.getByText('No purchases yet').waitFor()
  expect(new URL(page.url()).pathname).toBe(`/c/${companyId}/profile/billing`)
})
