import { seedCall } from '@gatehouse/backend/testing/seed-company'
import { seedRefusal } from '@gatehouse/backend/testing/seed-refusal'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole, password } from '../open-console.ts'
import { seedTroubles } from '../seed/seed-troubles.ts'

const addOperator = ({ backend }: OpenConsole) => addUser(backend.database, { isSuperAdmin: true, password })

async function open(page: Page, companyId: string): Promise<void> {
  await page.goto(`/admin/companies/${companyId}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** A company whose calls fail in every way. */
async function seedTroubled(opened: OpenConsole, name: string): Promise<string> {
  const { companyId } = await seedTroubles(opened, name)
  const { database, postgres } = opened.backend
  const { key } = await addKey(database, { companyId, name: 'ats-sync' })
  for (const reason of ['provider_timeout', 'client_gone'] as const)
    await seedCall(postgres, { companyId, keyId: key.id, end: { kind: 'failed', reason } })
  await seedRefusal(opened.backend.resources.redis, { companyId, keyId: key.id })
  return companyId
}

async function openSuspended(page: Page, opened: OpenConsole, name: string): Promise<void> {
  const { database } = opened.backend
  const companyId = await addCompany(database, 1_000_000n)
  await database
    .updateTable('companies')
    .set({ name, suspended_at: new Date(), suspension_reason: 'Fraud is suspected.' })
    .where('id', '=', companyId)
    .execute()
  await open(page, companyId)
}

test.each<StateRow>([
  {
    state: 'troubled',
    as: addOperator,
    async show(page, opened) {
      await open(page, await seedTroubled(opened, 'Troubled Traders'))
      await page.getByText('Reconciliation has paused this company').waitFor()
      await page.getByText('ats-sync').first().waitFor()
      await page.getByText('seeded-to-fail').first().waitFor()
    },
  },
  {
    state: 'new',
    as: addOperator,
    async show(page, opened) {
      await open(page, await addCompany(opened.backend.database, 0n))
      await page.getByText('No people yet').waitFor()
    },
  },
  {
    state: 'suspended',
    as: addOperator,
    async show(page, opened) {
      await openSuspended(page, opened, 'Suspended Traders')
      await page.getByText('Fraud is suspected.').first().waitFor()
    },
  },
  {
    state: 'adjust',
    as: addOperator,
    async show(page, opened) {
      await open(page, await addCompany(opened.backend.database, 1_000_000n))
      await page.getByRole('button', { name: 'Adjust credits' }).click()
      await page.getByLabel('Credits', { exact: true }).fill('-0.25')
      await page.getByText('0.750000').waitFor()
    },
  },
  {
    state: 'adjustRefused',
    as: addOperator,
    async show(page, opened) {
      await open(page, await addCompany(opened.backend.database, 1_000_000n))
      await page.getByRole('button', { name: 'Adjust credits' }).click()
      await page.getByLabel('Credits', { exact: true }).fill('a lot')
      await page.getByLabel('Reason').fill('A gift')
      await page.getByRole('button', { name: 'Adjust the balance' }).click()
      await page.locator('.dialog .field-fault, .dialog [role=alert]').first().waitFor()
    },
  },
  {
    state: 'suspend',
    as: addOperator,
    async show(page, opened) {
      await open(page, await addCompany(opened.backend.database, 1_000_000n))
      await page.getByRole('button', { name: 'Suspend' }).click()
      await page.getByText('Its people can still log in and read').waitFor()
    },
  },
  {
    state: 'missing',
    as: addOperator,
    async show(page) {
      await open(page, '0193a3c4-7b1e-7000-8000-000000000000')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: addOperator,
    async show(page, opened) {
      await makeUnavailable(page, 'PlatformCompany')
      await open(page, await addCompany(opened.backend.database, 0n))
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('company: $state', (row) => expectState('company', row))

test('a name in the command bar leads to the company, where the pause is lifted and credits are granted', async () => {
  const opened = await openConsole()
  await seedTroubled(opened, 'Searched Traders')
  const operator = await addOperator(opened)
  await using context = await opened.newContext(operator)
  await opened.makeLoginOld(operator)
  const page = await context.newPage()
  await page.goto('/admin')
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('Searched Tr')
  await page.getByRole('option', { name: /Searched Traders/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Searched Traders' }).waitFor()
  await page.getByRole('button', { name: 'Lift the pause' }).click()
  const lift = page.getByRole('dialog')
  await lift.getByLabel('Reason').fill('The difference is explained.')
  await lift.getByRole('button', { name: 'Lift the pause' }).click()
  await expect.poll(() => page.getByText('Reconciliation has paused this company').count()).toBe(0)
  await page.getByRole('button', { name: 'Adjust credits' }).click()
  await page.getByLabel('Credits', { exact: true }).fill('12.5')
  await page.getByLabel('Reason').fill('For the trouble.')
  await page.getByRole('button', { name: 'Adjust the balance' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirmation.getByLabel('Password').fill(password)
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => page.locator('.figure').first().textContent()).toContain('17.49999')
})

test('a company is suspended with a reason, and resumed', async () => {
  const opened = await openConsole()
  const companyId = await addCompany(opened.backend.database, 1_000_000n)
  await using context = await opened.newContext(await addOperator(opened))
  const page = await context.newPage()
  await open(page, companyId)
  await page.getByRole('button', { name: 'Suspend' }).click()
  await page.getByLabel('Reason').fill('Its invoices bounce.')
  await page.getByRole('button', { name: 'Suspend the company' }).click()
  await page.getByText('Its invoices bounce.').first().waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByLabel('Reason').fill('They are paid.')
  await page.getByRole('button', { name: 'Resume the company' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Suspend' }).count()).toBe(1)
})

test('after a lost answer, other values are refused with what was made, until the operator begins anew', async () => {
  const opened = await openConsole()
  const companyId = await addCompany(opened.backend.database, 1_000_000n)
  await using context = await opened.newContext(await addOperator(opened))
  const page = await context.newPage()
  await open(page, companyId)
  let adjustments = 0
  await page.route('**/graphql', async (route) => {
    const isAdjustment = (route.request().postData() ?? '').includes('"operationName":"AdjustCredits"')
    adjustments += isAdjustment ? 1 : 0
    if (!isAdjustment || adjustments > 1) return route.fallback()
    await route.fetch()
    return route.abort()
  })
  const credits = page.getByLabel('Credits', { exact: true })
  const adjust = page.getByRole('button', { name: 'Adjust the balance' })
  const balance = () => page.locator('.figure').first().textContent()
  await page.getByRole('button', { name: 'Adjust credits' }).click()
  await credits.fill('12.5')
  await page.getByLabel('Reason').fill('For the trouble.')
  await adjust.click()
  await page.getByRole('dialog').getByRole('alert').waitFor()
  await credits.fill('25')
  await adjust.click()
  await page
    .getByText('already been made, with 12.500000 credits for the reason “For the trouble.”')
    .waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(balance).toContain('13.5')
  await page.getByRole('button', { name: 'Adjust credits' }).click()
  await credits.fill('2')
  await page.getByLabel('Reason').fill('The rest.')
  await adjust.click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(balance).toContain('15.5')
})

test('an adjustment names the company, and is made once although its first answer is lost', async () => {
  const opened = await openConsole()
  const { database } = opened.backend
  const companyId = await addCompany(database, 1_000_000n)
  await database.updateTable('companies').set({ name: 'Traders' }).where('id', '=', companyId).execute()
  await using context = await opened.newContext(await addOperator(opened))
  const page = await context.newPage()
  await open(page, companyId)
  const released = Promise.withResolvers<void>()
  let sent = 0
  await page.route('**/graphql', async (route) => {
    if (!(route.request().postData() ?? '').includes('"operationName":"AdjustCredits"'))
      return route.fallback()
    sent += 1
    if (sent > 1) return route.fallback()
    await route.fetch()
    await released.promise
    return route.abort()
  })
  await page.getByRole('button', { name: 'Adjust credits' }).click()
  const dialog = page.getByRole('dialog', { name: 'Adjust the credits of Traders' })
  await dialog.getByLabel('Credits', { exact: true }).fill('0')
  await dialog.getByText('Enter an amount other than 0').waitFor()
  await dialog.getByLabel('Credits', { exact: true }).fill('2.5')
  await dialog.getByText('3.500000').waitFor()
  await dialog.getByLabel('Reason').fill('A gift')
  await page.keyboard.press('Enter')
  await dialog.locator('[data-busy]').waitFor()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  released.resolve()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByText('3.500000').waitFor()
  await dialog.getByRole('button', { name: 'Adjust the balance' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  const transfers = await database
    .selectFrom('credit_transfers')
    .select('amount_micros')
    .where('owner_id', '=', companyId)
    .where('type', '=', 'ADJUSTMENT')
    .execute()
  expect(transfers).toEqual([{ amount_micros: 2_500_000n }])
  await expect.poll(() => page.locator('.figure').first().textContent()).toContain('3.5')
})
