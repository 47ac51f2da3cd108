import { seedAlert, seedCall } from '@gatehouse/backend/testing/seed-company'
import { addAliases, addKey } from '@gatehouse/testkit/seed-gateway'
import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'

/** An admin of a company with budgets, rules, and an alert that was sent. */
async function adminWithBudgets({ backend, addCompanyUser }: OpenConsole) {
  const { user, companyId } = await addCompanyUser()
  const { key } = await addKey(backend.database, {
    companyId,
    name: 'ats-sync',
    monthlyCreditCapMicros: 20_000_000n,
  })
  const usage = { promptTokens: 1_200, cachedTokens: 0, completionTokens: 500 }
  const end = { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros: 4_500_000n } as const
  await seedCall(backend.postgres, { companyId, keyId: key.id, end, heldMicros: 4_500_000n })
  await seedAlert(backend, companyId, 50)
  const { errors } = await backend.ask(
    `mutation ($id: ID!, $keyId: ID!) {
      company: setBudget(companyId: $id, scope: COMPANY, enforcement: HARD, credits: "5") { id }
      soft: setBudget(companyId: $id, scope: COMPANY, enforcement: SOFT, credits: "4") { id }
      key: setBudget(companyId: $id, scope: KEY, keyId: $keyId, enforcement: SOFT, credits: "100") { id }
      balance: setAlertRule(companyId: $id, kind: BALANCE_BELOW, credits: "10") { id }
      expiry: setAlertRule(companyId: $id, kind: KEY_EXPIRES_WITHIN, days: 7, isMuted: true) { id } }`,
    { user, variables: { id: companyId, keyId: key.id } },
  )
  expect(errors).toBeUndefined()
  return user
}

async function open(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.goto(`${new URL(page.url()).pathname}/profile/alerts`)
  await page.getByRole('heading', { level: 1, name: 'Budgets and alerts' }).waitFor()
}

test.each<StateRow>([
  {
    state: 'empty',
    as: async ({ addCompanyUser }) => (await addCompanyUser()).user,
    async show(page) {
      await open(page)
      await page.getByText('No budgets').waitFor()
      await page.getByText('Suggested').first().waitFor()
      await page.getByText('No alerts yet').waitFor()
    },
  },
  {
    state: 'ready',
    as: adminWithBudgets,
    async show(page) {
      await open(page)
      await page.getByText('4.50 of 5.00 credits spent').waitFor()
      await page.getByText('0.50 over').waitFor()
      await page.getByText('4.50 of 20.00 credits spent').waitFor()
      await page.getByText('Balance below 10.00 credits').waitFor()
      await page.getByText('Muted', { exact: true }).waitFor()
    },
  },
  {
    state: 'budget',
    as: adminWithBudgets,
    async show(page, { backend }) {
      await addAliases(backend.database, 'http://127.0.0.1:1/v1')
      await open(page)
      await page.getByRole('button', { name: 'Add a budget' }).click()
      await page.getByLabel('Applies to').selectOption('A model')
      await page.getByLabel('Model', { exact: true }).waitFor()
    },
  },
  {
    state: 'budgetRefused',
    as: adminWithBudgets,
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: 'Add a budget' }).click()
      await page.getByLabel('Credits per month').fill('a lot')
      await page.getByRole('button', { name: 'Save the budget' }).click()
      await page.locator('.field-fault').getByText('Enter credits from 0').waitFor()
    },
  },
  {
    state: 'budgetChange',
    as: adminWithBudgets,
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: 'Change the budget: Whole company' }).first().click()
      expect(await page.getByLabel('Credits per month').inputValue()).toBe('5')
    },
  },
  {
    state: 'budgetRemoval',
    as: adminWithBudgets,
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: 'Remove the budget: Whole company' }).first().click()
      await page.getByText('Calls are no longer refused because of it').waitFor()
    },
  },
  {
    state: 'rule',
    as: adminWithBudgets,
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: 'Add a rule' }).click()
      await page.getByLabel('Alert about').selectOption('Unusual spend')
      await page.getByLabel('Percent').waitFor()
    },
  },
  {
    state: 'ruleRefused',
    as: adminWithBudgets,
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: 'Add a rule' }).click()
      await page.getByRole('textbox', { name: 'Credits' }).fill('a lot')
      await page.getByRole('button', { name: 'Save the rule' }).click()
      await page.locator('.field-fault').getByText('Enter credits from 0').waitFor()
    },
  },
  {
    state: 'fired',
    as: adminWithBudgets,
    async show(page) {
      await open(page)
      await page.getByRole('grid', { name: 'Sent alerts' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    state: 'member',
    as: async ({ addCompanyUser }) => (await addCompanyUser('MEMBER')).user,
    async show(page) {
      await open(page)
      await page.getByText('Your role does not include this page').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: async ({ addCompanyUser }) => (await addCompanyUser()).user,
    async show(page) {
      await makeUnavailable(page, 'Alerts')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('alerts: $state', (row) => expectState('alerts', row))

async function openAsAdmin(opened: OpenConsole) {
  const { user, companyId } = await opened.addCompanyUser()
  const context = await opened.newContext(user)
  const page = await context.newPage()
  return { context, page, companyId }
}

test('a suggested rule is added in one click, tested, changed, muted and removed', async () => {
  const { context, page } = await openAsAdmin(await openConsole())
  await using _ = context
  await open(page)
  await page.getByRole('button', { name: /^Add the suggested rule: More than .* failed/ }).click()
  await page.getByRole('button', { name: /^Send a test: More than/ }).click()
  await page.getByText('Test sent to the admins').waitFor()
  await page.getByRole('grid', { name: 'Sent alerts' }).getByText('Test', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Change: More than/ }).click()
  await page.getByLabel('Percent').fill('33')
  await page.getByRole('button', { name: 'Save the rule' }).click()
  await page.getByRole('button', { name: 'Mute: More than 33% of calls failed in an hour' }).click()
  await page.getByText('Muted', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Remove: More than 33%/ }).click()
  await page.getByRole('button', { name: 'Remove the rule' }).click()
  await page.getByRole('button', { name: /^Add the suggested rule: More than .* failed/ }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('a budget is set, changed and removed', async () => {
  const { context, page } = await openAsAdmin(await openConsole())
  await using _ = context
  await open(page)
  await page.getByRole('button', { name: 'Add a budget' }).click()
  await page.getByLabel('Credits per month').fill('250')
  await page.getByRole('button', { name: 'Save the budget' }).click()
  await page.getByText('0.00 of 250.00 credits spent').waitFor()
  await page.getByRole('button', { name: 'Change the budget: Whole company' }).click()
  await page.getByLabel('Credits per month').fill('0.000001')
  await page.getByRole('button', { name: 'Save the budget' }).click()
  await page.getByText('0.00 of 0.000001 credits spent').waitFor()
  await page.getByRole('button', { name: 'Remove the budget: Whole company' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the budget' }).click()
  await page.getByText('No budgets').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('sent alerts are loaded page by page', async () => {
  const opened = await openConsole()
  const { context, page, companyId } = await openAsAdmin(opened)
  await using _ = context
  for (let index = 0; index < 25; index++) await seedAlert(opened.backend, companyId, index)
  await open(page)
  const grid = page.getByRole('grid', { name: 'Sent alerts' })
  await grid.focus()
  await page.keyboard.press('End')
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('26')
})
