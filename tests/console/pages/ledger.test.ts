import { randomUUID } from 'node:crypto'
import { adjustCredits } from '@gatehouse/credits/adjust-credits'
import { oneShard } from '@gatehouse/postgres/shards'
import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'
import { adminWithPurchase } from '../seed/seed-billing.ts'
import { seedCalls } from '../seed/seed-calls.ts'

async function open(page: Page, search = ''): Promise<void> {
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.goto(`${new URL(page.url()).pathname}/profile/billing/ledger${search}`)
  await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor()
}

const admin = async (opened: OpenConsole) => (await adminWithPurchase(opened)).user
const longAgo = '2026-01-01T00:00:00.000Z'

test.each<StateRow>([
  {
    state: 'ready',
    as: async (opened) => (await seedCalls(opened)).user,
    async show(page) {
      await open(page)
      await page.getByText('Balance now').waitFor()
      await page.getByRole('slider', { name: 'Balance' }).waitFor()
    },
  },
  {
    state: 'past',
    as: admin,
    async show(page) {
      await open(page, `?at=${longAgo}`)
      await page.getByText('Balance at 1 Jan 2026, 00:00:00.000 UTC').waitFor()
      await page.getByText('No credits were added before this moment.').waitFor()
    },
  },
  {
    state: 'compared',
    as: admin,
    async show(page) {
      await open(page, `?since=${longAgo}`)
      await page.getByRole('table').getByRole('row', { name: 'Credit pack +50.000000' }).waitFor()
      await page.getByRole('table').getByRole('row', { name: 'Difference +91.203991' }).waitFor()
    },
  },
  {
    state: 'empty',
    as: async ({ addCompanyUser }) => (await addCompanyUser('ADMIN', 0n)).user,
    async show(page) {
      await open(page)
      await page.getByText('No entries yet').waitFor()
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
      await makeUnavailable(page, 'Ledger')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('ledger: $state', (row) => expectState('ledger', row))

test('an entry opens its moment, which is in the address, and a form leads to another', async () => {
  const opened = await openConsole()
  const { user, companyId } = await adminWithPurchase(opened)
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await page.goto(`/c/${companyId}/profile/billing`)
  await page.getByRole('link', { name: 'Ledger' }).click()
  await page.getByRole('grid', { name: 'Entries' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Balance at / }).waitFor()
  expect(new URL(page.url()).searchParams.get('at')).toMatch(/^"?\d{4}-/)
  await page.getByLabel('Balance at (UTC)').fill('2026-01-01T00:00:00')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByText('Balance at 1 Jan 2026, 00:00:00.000 UTC').waitFor()
  await page.getByRole('button', { name: 'Now' }).click()
  await page.getByText('Balance now').waitFor()
  expect(new URL(page.url()).search).toBe('')
})

test('entries have the millisecond of their time, and the form keeps the moment of an entry', async () => {
  const opened = await openConsole()
  const { user, companyId } = await opened.addCompanyUser('ADMIN', 0n)
  const { database, resources } = opened.backend
  for (const credits of [1_000_000n, 2_000_000n]) {
    const grant = { id: randomUUID(), companyId, amountMicros: credits, reason: 'A gift' }
    const by = { actor: { kind: 'operator', id: 'test' } } as const
    await adjustCredits({ databases: oneShard(database), ids: resources.ids }, grant, by)
  }
  const entries = await database
    .selectFrom('credit_transfers')
    .select('created_at')
    .where('owner_id', '=', companyId)
    .orderBy('amount_micros')
    .execute()
  const [first = '', second = ''] = entries.map(({ created_at }) => created_at.toISOString().slice(11, 23))
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await page.goto(`/c/${companyId}/profile/billing/ledger`)
  await page.getByRole('row').filter({ hasText: second }).waitFor()
  await page.getByRole('row').filter({ hasText: first }).click()
  const heading = page.getByRole('heading', { name: new RegExp(`^Balance at .*, ${first} UTC`) })
  await heading.waitFor()
  await page.getByLabel('Compare with (UTC)').fill('2026-01-01T00:00:00')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByText('From 1 Jan').waitFor()
  await heading.waitFor()
  await expect.poll(() => page.locator('.ledger-balance').textContent()).toContain('1.000000')
})
