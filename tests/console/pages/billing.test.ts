import { randomUUID } from 'node:crypto'
import { stopTopUp } from '@gatehouse/billing/stop-top-up'
import type { User } from '@gatehouse/identity/users'
import { expect, test } from 'vitest'
import { expectPrint } from '../expect-print.ts'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'
import { adminWithPurchase, seedOffers, startCheckout } from '../seed/seed-billing.ts'

async function open(page: Page, search = ''): Promise<void> {
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.goto(`${new URL(page.url()).pathname}/profile/billing${search}`)
  await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor()
}

const admin = async (opened: OpenConsole) => (await adminWithPurchase(opened)).user

/** Leads to the return from a payment page on which `finish` has happened. */
async function comeBack(
  page: Page,
  { opened, user }: { opened: OpenConsole; user: User | undefined },
  finish: (sessionId: string, purchaseId: string) => Promise<unknown>,
): Promise<void> {
  if (!user) throw new Error('the state needs a user')
  const { packIds } = await seedOffers(opened)
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  const companyId = new URL(page.url()).pathname.split('/')[2] ?? ''
  const { sessionId, purchaseId } = await startCheckout(opened, user, { companyId, packId: packIds[1] })
  await finish(sessionId, purchaseId ?? '')
  await page.goto(`/c/${companyId}/profile/billing?checkout=done&reference=${purchaseId}`)
}

async function setTopUp(opened: OpenConsole) {
  const { user, companyId, packIds } = await adminWithPurchase(opened)
  const { errors } = await opened.backend.ask(
    `mutation ($companyId: ID!, $packId: ID!) {
      setAutomaticTopUp(companyId: $companyId, packId: $packId, threshold: "20", monthlyMaximum: 50) { packId } }`,
    { user, variables: { companyId, packId: packIds[0] } },
  )
  expect(errors).toBeUndefined()
  return { user, companyId }
}

test.each<StateRow>([
  {
    state: 'empty',
    as: async ({ addCompanyUser, backend }) => {
      await backend.database.updateTable('credit_packs').set({ status: 'ARCHIVED' }).execute()
      return (await addCompanyUser('ADMIN', 0n)).user
    },
    async show(page) {
      await open(page)
      await page.getByText('No credit packs are on sale').waitFor()
      await page.getByText('No invoices yet').waitFor()
    },
  },
  {
    state: 'ready',
    as: admin,
    async show(page) {
      await open(page)
      await page.getByRole('radio', { name: /Starter/ }).waitFor()
      await page.getByRole('grid', { name: 'Invoices' }).getByText('Paid').waitFor()
      await page.getByText('Credits left').waitFor()
    },
  },
  {
    state: 'postpaid',
    as: async (opened) => {
      const { user, companyId } = await opened.addCompanyUser('ADMIN', -3_500_000n)
      await opened.backend.database
        .updateTable('companies')
        .set({ billing_mode: 'POSTPAID' })
        .where('id', '=', companyId)
        .execute()
      return user
    },
    async show(page) {
      await open(page)
      await page.getByText('Usage is invoiced each month').waitFor()
    },
  },
  {
    state: 'left',
    as: admin,
    async show(page) {
      await open(page, `?checkout=left&reference=${randomUUID()}`)
      await page.getByText('You left the payment page').waitFor()
    },
  },
  {
    state: 'waiting',
    as: admin,
    async show(page, opened, user) {
      await comeBack(page, { opened, user }, async () => {})
      await page.getByText('Waiting for the payment to be confirmed').waitFor()
    },
  },
  {
    state: 'slow',
    as: admin,
    async show(page, opened, user) {
      await page.clock.install()
      await comeBack(page, { opened, user }, async () => {})
      await page.getByText('Waiting for the payment to be confirmed').waitFor()
      await page.clock.fastForward(50_000)
      await page.getByText('This takes longer than usual').waitFor()
    },
  },
  {
    state: 'processing',
    as: admin,
    async show(page, opened, user) {
      await comeBack(page, { opened, user }, (sessionId) => opened.payments.pay(sessionId, 'delayed'))
      await page.getByText('Your bank is processing the payment').waitFor()
    },
  },
  {
    state: 'credited',
    as: admin,
    async show(page, opened, user) {
      await comeBack(page, { opened, user }, (sessionId) => opened.payments.pay(sessionId))
      await page.getByText('250.00 credits were added').waitFor()
      await page.getByRole('status').getByText('341.203991').waitFor()
    },
  },
  {
    state: 'failed',
    as: admin,
    async show(page, opened, user) {
      await comeBack(page, { opened, user }, (_, purchaseId) =>
        opened.backend.database
          .updateTable('credit_pack_purchases')
          .set({ status: 'FAILED' })
          .where('id', '=', purchaseId)
          .execute(),
      )
      await page.getByText('The payment did not succeed').waitFor()
    },
  },
  {
    state: 'subscribed',
    as: async (opened) => {
      const { user, companyId, planId } = await adminWithPurchase(opened)
      const { sessionId } = await startCheckout(opened, user, { companyId, planId })
      await opened.payments.pay(sessionId)
      return user
    },
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: 'Change or cancel' }).waitFor()
      await page.getByText('Trial until').waitFor()
    },
  },
  {
    state: 'purchases',
    as: admin,
    async show(page) {
      await open(page, '?list=purchases')
      await page.getByRole('grid', { name: 'Purchases' }).getByText('Completed', { exact: true }).waitFor()
    },
  },
  {
    state: 'topUp',
    as: async (opened) => (await setTopUp(opened)).user,
    async show(page) {
      await open(page)
      await page.getByText('€0.00 of €50.00').waitFor()
      await page.getByRole('button', { name: 'Change', exact: true }).click()
      await page.getByLabel('Maximum per month (EUR)').waitFor()
    },
  },
  {
    state: 'topUpRefused',
    as: admin,
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: 'Turn on' }).click()
      await page.getByLabel('When the balance is below (credits)').fill('a lot')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.locator('.field-fault').getByText('The threshold must be more than 0').waitFor()
    },
  },
  {
    state: 'topUpStopped',
    as: async (opened) => {
      const { user, companyId } = await setTopUp(opened)
      const { ids } = opened.backend.resources
      await opened.backend.database
        .transaction()
        .execute((tx) => stopTopUp({ tx, ids }, companyId, 'Your card was declined.'))
      return user
    },
    async show(page) {
      await open(page)
      await page.getByText('Your card was declined.').waitFor()
      await page.getByRole('button', { name: 'Resume' }).waitFor()
    },
  },
  {
    state: 'member',
    as: async ({ addCompanyUser }) => (await addCompanyUser('MEMBER')).user,
    async show(page) {
      await open(page)
      await page.getByText('Your role does not include this page').waitFor()
      await page.getByText('An admin of this company can open it').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: async ({ addCompanyUser }) => (await addCompanyUser()).user,
    async show(page) {
      await makeUnavailable(page, 'Billing')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('billing: $state', (row) => expectState('billing', row))

test('a pack is bought in two clicks from Home, and the credits are there after the payment', async () => {
  const opened = await openConsole()
  await seedOffers(opened)
  const { user, companyId } = await opened.addCompanyUser('ADMIN', 5_000_000n)
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await page.goto(`/c/${companyId}`)
  await page.getByRole('banner').getByRole('link', { name: 'Top up' }).click()
  await page.getByRole('button', { name: 'Buy 50 credits for €12.50' }).click()
  opened.payments.holdDeliveries()
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await page.getByText('Waiting for the payment to be confirmed').waitFor()
  await page.getByText('then 50.00 credits are added').waitFor()
  await opened.payments.releaseDeliveries()
  await page.getByText('50.00 credits were added').waitFor()
  await page.getByRole('banner').getByText('55.00').waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  expect(new URL(page.url()).search).toBe('')
})

test('a pack whose payment page was left is still chosen', async () => {
  const opened = await openConsole()
  await seedOffers(opened)
  const { user, companyId } = await opened.addCompanyUser('ADMIN', 5_000_000n)
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await page.goto(`/c/${companyId}/profile/billing`)
  await page.getByRole('radio', { name: /Scale/ }).check()
  await page.getByRole('button', { name: /^Buy 1,000 credits/ }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByText('You left the payment page').waitFor()
  expect(await page.getByRole('radio', { name: /Scale/ }).isChecked()).toBe(true)
})

test('the automatic top-up is turned on with proposed values, changed and turned off', async () => {
  const opened = await openConsole()
  const { user, companyId } = await adminWithPurchase(opened)
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await page.goto(`/c/${companyId}/profile/billing`)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('€0.00 of €50.00').waitFor()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByLabel('Maximum per month (EUR)').fill('1')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('.field-fault').getByText('The monthly maximum must be').waitFor()
  await page.getByLabel('Maximum per month (EUR)').fill('75')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('€0.00 of €75.00').waitFor()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'Turn it off' }).click()
  await page.getByRole('button', { name: 'Turn on' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('later pages of purchases are loaded', async () => {
  const opened = await openConsole()
  const { packIds } = await seedOffers(opened)
  const { user, companyId } = await opened.addCompanyUser()
  for (let count = 0; count < 12; count += 1)
    await startCheckout(opened, user, { companyId, packId: packIds[0] })
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await page.goto(`/c/${companyId}/profile/billing?list=purchases`)
  const grid = page.getByRole('grid', { name: 'Purchases' })
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('13')
})

test('on paper billing is one sheet with the balance, the credits by expiry and the invoices', async () => {
  const opened = await openConsole()
  const { user, companyId } = await adminWithPurchase(opened)
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await page.goto(`/c/${companyId}/profile/billing`)
  await page.getByRole('grid', { name: 'Invoices' }).getByText('Paid').waitFor()
  await expectPrint(page, 'billing')
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('grid', { name: 'Invoices' }).getByText('Paid').waitFor()
  expect(await page.getByRole('radio', { name: /Starter/ }).isVisible()).toBe(false)
})
