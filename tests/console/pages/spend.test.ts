import { expect, test } from 'vitest'
import { type OpenConsole, openConsole } from '../open-console.ts'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { seedCalls } from '../seed/seed-calls.ts'

let companyId = ''

async function withCalls(opened: OpenConsole) {
  const seeded = await seedCalls(opened)
  companyId = seeded.companyId
  return seeded.user
}

async function withoutCalls({ addCompanyUser }: OpenConsole) {
  const added = await addCompanyUser()
  companyId = added.companyId
  return added.user
}

test.each<StateRow>([
  {
    state: 'ready',
    as: withCalls,
    async show(page) {
      await page.goto(`/c/${companyId}/spend`)
      await page.getByText(/is \d+ % of the spend/).waitFor()
    },
  },
  {
    state: 'hours',
    as: withCalls,
    async show(page) {
      await page.goto(`/c/${companyId}/spend?period=24h&by=key`)
      await page.getByText(/is \d+ % of the spend/).waitFor()
    },
  },
  {
    state: 'empty',
    as: withoutCalls,
    async show(page) {
      await page.goto(`/c/${companyId}/spend`)
      await page.getByText('Nothing was spent in this period').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: withoutCalls,
    async show(page) {
      await makeUnavailable(page, 'Spend')
      await page.goto(`/c/${companyId}/spend`)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('spend: $state', (row) => expectState('spend', row))

test('the sums of the page are those of the ledger', async () => {
  const opened = await openConsole()
  const seeded = await seedCalls(opened)
  const { rows } = await opened.backend.postgres.query<{ key_id: string; credits: string }>(
    `select key_id, (sum(charged_micros) / 1e6)::numeric(20, 6)::text as credits from calls
      where company_id = $1 and created_at >= date_trunc('day', now(), 'UTC') - interval '29 days' group by key_id`,
    [seeded.companyId],
  )
  await using context = await opened.newContext(seeded.user)
  const page = await context.newPage()
  await page.goto(`/c/${seeded.companyId}/spend`)
  const keys = page.getByRole('grid', { name: 'Most expensive keys' })
  await keys.getByRole('row').nth(1).waitFor()
  const amounts = await keys.locator('data').all()
  const shown = await Promise.all(amounts.map((amount) => amount.getAttribute('value')))
  expect(shown).toEqual(
    rows.map(({ credits }) => credits).toSorted((one, other) => Number(other) - Number(one)),
  )
})

test('a row leads to the calls of the key in the period', async () => {
  const opened = await openConsole()
  const seeded = await seedCalls(opened)
  await using context = await opened.newContext(seeded.user)
  const page = await context.newPage()
  await page.goto(`/c/${seeded.companyId}/spend`)
  await page.getByRole('grid', { name: 'Most expensive keys' }).getByRole('row').nth(1).click()
  await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor()
  const { searchParams } = new URL(page.url())
  expect(seeded.keyIds).toContain(searchParams.get('keyId'))
  expect(searchParams.get('from')).toMatch(/T00:00:00\.000Z$/)
})
