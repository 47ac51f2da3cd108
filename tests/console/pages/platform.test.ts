import { addUser } from '@gatehouse/testkit/seed-backend'
import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'
import { seedReport, seedTroubles } from '../seed/seed-troubles.ts'

const addOperator = ({ backend }: OpenConsole) => addUser(backend.database, { isSuperAdmin: true })

async function open(page: Page): Promise<void> {
  await page.goto('/admin')
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
}

/** The database is that of all tests, whose companies are in every trouble, so the lists of the answer are emptied. */
async function hideTroubles(page: Page): Promise<void> {
  const none = { nodes: [], hasNextPage: false }
  await page.route('**/graphql', async (route) => {
    if (!(route.request().postData() ?? '').includes('"operationName":"PlatformOverview"'))
      return route.fallback()
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: Record<string, unknown> }
    return route.fulfill({
      response,
      json: { data: { ...data, adminAttention: [], overdue: none, pendingDomainClaims: none } },
    })
  })
}

test.each<StateRow>([
  {
    state: 'quiet',
    async as(opened) {
      await seedReport(opened.backend)
      return addOperator(opened)
    },
    async show(page) {
      await hideTroubles(page)
      await open(page)
      await page.getByText('Nothing needs a person').waitFor()
      await page.getByText('9 invariants hold').waitFor()
      await page.getByRole('slider', { name: 'Charges by day' }).waitFor()
    },
  },
  {
    state: 'attention',
    async as(opened) {
      await seedTroubles(opened, 'Overview Traders')
      return addOperator(opened)
    },
    async show(page) {
      await open(page)
      await page.getByText('Reconciliation paused Overview Traders').waitFor()
      await page.getByText(/background tasks failed permanently/).waitFor()
      await page.getByRole('link', { name: 'Read the report' }).first().waitFor()
      await page.getByRole('slider', { name: 'Charges by day' }).waitFor()
    },
  },
  {
    state: 'refused',
    as: async ({ addCompanyUser }) => (await addCompanyUser()).user,
    async show(page) {
      await open(page)
      await page.getByText('Only operators of the platform can open it').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: addOperator,
    async show(page) {
      await makeUnavailable(page, 'PlatformOverview')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('platform: $state', (row) => expectState('platform', row))

test('each item leads to the page where it is repaired, and in a company one entry leads back', async () => {
  const opened = await openConsole()
  const { companyId } = await seedTroubles(opened, 'Link Traders')
  const operator = await addUser(opened.backend.database, { isSuperAdmin: true, companyId })
  await using context = await opened.newContext(operator)
  const page = await context.newPage()
  await page.goto(`/c/${companyId}`)
  await page.getByRole('link', { name: 'Operators' }).click()
  const item = page.getByRole('listitem').filter({ hasText: 'Reconciliation paused Link Traders' })
  await item.getByRole('link', { name: 'Open the company' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/admin/companies/${companyId}`)
})
