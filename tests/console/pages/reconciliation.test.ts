import { addUser } from '@gatehouse/testkit/seed-backend'
import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'
import { seedReport, seedTroubles } from '../seed/seed-troubles.ts'

const addOperator = ({ backend }: OpenConsole) => addUser(backend.database, { isSuperAdmin: true })

async function open(page: Page): Promise<void> {
  await page.goto('/admin/ledger')
  await page.getByRole('heading', { level: 1, name: 'Reconciliation' }).waitFor()
}

/** The database is that of all tests, so the lists of the answer are emptied. */
async function emptyLedger(page: Page): Promise<void> {
  await page.route('**/graphql', async (route) => {
    if (!(route.request().postData() ?? '').includes('"operationName":"PlatformLedger"'))
      return route.fallback()
    const reconciliations = { nodes: [], endCursor: null, hasNextPage: false }
    return route.fulfill({ json: { data: { reconciliations, pauses: [], parkedCalls: [] } } })
  })
}

test.each<StateRow>([
  {
    state: 'agree',
    async as(opened) {
      await seedTroubles(opened, 'Agreeing Traders')
      await seedReport(opened.backend)
      return addOperator(opened)
    },
    async show(page) {
      await open(page)
      await expect.poll(() => page.getByText('Holds', { exact: true }).count()).toBe(9)
      await page.getByText('Agreeing Traders').first().waitFor()
    },
  },
  {
    state: 'differ',
    async as(opened) {
      await seedTroubles(opened, 'Differing Traders')
      return addOperator(opened)
    },
    async show(page) {
      await open(page)
      await page.getByText('1 account differs').waitFor()
      await page.getByRole('grid', { name: 'Runs' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByText('Paused by this run').waitFor()
    },
  },
  {
    state: 'empty',
    as: addOperator,
    async show(page) {
      await emptyLedger(page)
      await open(page)
      await page.getByText('No reconciliation yet').waitFor()
    },
  },
  {
    state: 'settle',
    async as(opened) {
      await seedTroubles(opened, 'Settling Traders')
      return addOperator(opened)
    },
    async show(page) {
      await open(page)
      await page
        .getByRole('button', { name: /^Decide the charge/ })
        .first()
        .click()
      await page.getByLabel('Credits to charge').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: addOperator,
    async show(page) {
      await makeUnavailable(page, 'PlatformLedger')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('reconciliation: $state', (row) => expectState('reconciliation', row))

test('a parked call is settled once, and a reconciliation is queued', async () => {
  const opened = await openConsole()
  const { callId } = await seedTroubles(opened, 'Decided Traders')
  await using context = await opened.newContext(await addOperator(opened))
  const page = await context.newPage()
  await open(page)
  const decide = page.getByRole('button', { name: `Decide the charge of the call ${callId}` })
  await decide.click()
  await page.getByLabel('Credits to charge').fill('0.5')
  await page.getByLabel('Reason').fill('The provider confirmed the usage.')
  await page.getByRole('button', { name: 'Settle the call' }).click()
  await expect.poll(() => decide.count()).toBe(0)
  await page.getByRole('button', { name: 'Reconcile now' }).click()
  await page.getByText('A reconciliation is queued').waitFor()
})
