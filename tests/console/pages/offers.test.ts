import { addUser } from '@gatehouse/testkit/seed-backend'
import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'

const addOperator = ({ backend }: OpenConsole) => addUser(backend.database, { isSuperAdmin: true })

async function open(page: Page): Promise<void> {
  await page.goto('/admin/offers')
  await page.getByRole('heading', { level: 1, name: 'Offers' }).waitFor()
}

async function addPlan({ backend }: OpenConsole, name: string): Promise<void> {
  const user = await addUser(backend.database, { isSuperAdmin: true })
  const { errors } = await backend.ask(
    `mutation ($name: String!) { createPlan(input: { name: $name, billingMode: PREPAID, credits: 5000, price: 49,
      currency: "eur", sortOrder: 1, trialDays: 14, trialCredits: 100 }) { id } }`,
    { user, variables: { name } },
  )
  expect(errors).toBeUndefined()
}

test.each<StateRow>([
  {
    state: 'ready',
    async as(opened) {
      await addPlan(opened, 'Team')
      return addOperator(opened)
    },
    async show(page) {
      await open(page)
      await page.getByText('€49.00 per month').first().waitFor()
    },
  },
  {
    state: 'empty',
    as: addOperator,
    async show(page) {
      // The database is that of all tests, so the answer is emptied.
      await page.route('**/graphql', (route) =>
        (route.request().postData() ?? '').includes('"operationName":"PlatformOffers"')
          ? route.fulfill({ json: { data: { allPlans: [], allCreditPacks: [] } } })
          : route.fallback(),
      )
      await open(page)
      await page.getByText('No plans yet').waitFor()
    },
  },
  {
    state: 'create',
    as: addOperator,
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: 'Create a plan' }).click()
      await page.getByLabel('Renews every').waitFor()
    },
  },
  {
    state: 'change',
    async as(opened) {
      await addPlan(opened, 'Changed')
      return addOperator(opened)
    },
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: 'Change Changed' }).first().click()
      await page.getByText('Companies that have it keep it').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: addOperator,
    async show(page) {
      await makeUnavailable(page, 'PlatformOffers')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('offers: $state', (row) => expectState('offers', row))

test('a plan is created, and its name and limits are changed', async () => {
  const opened = await openConsole()
  await using context = await opened.newContext(await addOperator(opened))
  const page = await context.newPage()
  await open(page)
  await page.getByRole('button', { name: 'Create a plan' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Studio')
  await dialog.getByLabel('Credits').fill('1000')
  await dialog.getByLabel('Price').fill('10.5')
  expect(await dialog.getByLabel('Trial credits').count()).toBe(0)
  await dialog.getByLabel('Trial days').fill('14')
  await dialog.getByLabel('Trial credits').fill('0')
  await dialog.getByRole('button', { name: 'Create a plan' }).click()
  await dialog.getByText('a trial without credits can pay for no call').waitFor()
  await dialog.getByLabel('Trial credits').fill('20')
  await dialog.getByRole('button', { name: 'Create a plan' }).click()
  await page.getByText('€10.50 per month').waitFor()
  await page.getByRole('button', { name: 'Change Studio' }).click()
  await dialog.getByLabel('Name').fill('Atelier')
  await dialog.getByLabel('Highest calls per minute of a key').fill('300')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Change Atelier' }).click()
  expect(await dialog.getByLabel('Highest calls per minute of a key').inputValue()).toBe('300')
  const { trial_days, trial_credits_micros } = await opened.backend.database
    .selectFrom('plans')
    .select(['trial_days', 'trial_credits_micros'])
    .where('name', '=', 'Atelier')
    .executeTakeFirstOrThrow()
  expect([trial_days, trial_credits_micros]).toEqual([14, 20_000_000n])
})
