import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type Page, openConsole } from '../open-console.ts'
import { seedEvent } from '../seed/seed-events.ts'
import { superAdmin } from '../seed/seed-operator.ts'

async function open(page: Page, eventId: string): Promise<void> {
  await page.goto(`/admin/events/${eventId}`)
  await page.getByRole('heading', { level: 1, name: 'Payment event' }).waitFor()
}

test.each<StateRow>([
  {
    state: 'stuck',
    as: superAdmin,
    async show(page, opened) {
      await open(page, await seedEvent(opened, { status: 'QUARANTINED', lastError: 'The plan is unknown.' }))
      await page.getByText('The plan is unknown.').waitFor()
      await page.locator('.notice').first().waitFor()
    },
  },
  {
    state: 'ignore',
    as: superAdmin,
    async show(page, opened) {
      await open(page, await seedEvent(opened, { status: 'QUARANTINED' }))
      await page.locator('.notice').first().waitFor()
      await page.getByRole('button', { name: 'Ignore…' }).click()
      await page.getByLabel('Reason').waitFor()
    },
  },
  {
    state: 'closed',
    as: superAdmin,
    async show(page, opened) {
      await open(page, await seedEvent(opened, { status: 'IGNORED' }))
      await page.getByText('The event is closed.').waitFor()
    },
  },
  {
    state: 'missing',
    as: superAdmin,
    async show(page) {
      await open(page, 'evt_of_nobody')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: superAdmin,
    async show(page, opened) {
      await makeUnavailable(page, 'ProviderEvent')
      await open(page, await seedEvent(opened, { status: 'PARKED' }))
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('event: $state', (row) => expectState('event', row))

test('an event is ignored with a reason', async () => {
  const opened = await openConsole()
  const eventId = await seedEvent(opened, { status: 'QUARANTINED' })
  await using context = await opened.newContext(await superAdmin(opened))
  const page = await context.newPage()
  await open(page, eventId)
  await page.getByRole('button', { name: 'Ignore…' }).click()
  await page.getByLabel('Reason').fill('The customer was deleted.')
  await page.getByRole('button', { name: 'Ignore the event' }).click()
  await expect.poll(() => page.getByText('Ignored', { exact: true }).isVisible()).toBe(true)
})
