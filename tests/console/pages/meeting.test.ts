import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import type { OpenConsole, Page } from '../open-console.ts'
import { registerRoom, seedEndedMeeting } from '../seed/seed-meetings.ts'

const addresses = new Map<string, string>()

const withMeeting = (isDone: boolean) => async (opened: OpenConsole) => {
  const { user, companyId } = await opened.addCompanyUser()
  const room = `hiring round ${companyId.slice(-6)}`
  await registerRoom(opened, { companyId, room }, user)
  addresses.set(user.id, `/c/${companyId}/meetings/${await seedEndedMeeting(opened, { room, isDone })}`)
  return user
}

async function open(page: Page, user: { id: string } | undefined): Promise<void> {
  await page.goto(addresses.get(user?.id ?? '') ?? '')
  await page.getByRole('heading', { level: 1 }).waitFor()
}

test.each<StateRow>([
  {
    state: 'ready',
    as: withMeeting(true),
    async show(page, _, user) {
      await open(page, user)
      await page.getByText('The first candidate is invited for Thursday.').waitFor()
      await page.getByRole('button', { name: /Ana.*I will call/ }).click()
      expect(await page.locator('[aria-current=true]').textContent()).toContain('about the test piece')
    },
  },
  {
    state: 'waiting',
    as: withMeeting(false),
    async show(page, _, user) {
      await open(page, user)
      await page.getByText('The insights are being worked out').waitFor()
      await page.getByRole('button', { name: 'Cancel the work' }).waitFor()
    },
  },
  {
    state: 'missing',
    as: async ({ addCompanyUser }) => {
      const { user, companyId } = await addCompanyUser()
      addresses.set(user.id, `/c/${companyId}/meetings/0193a3c4-7b1e-7000-8000-000000000000`)
      return user
    },
    async show(page, _, user) {
      await open(page, user)
      await page.getByRole('alert').getByText('Not found').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: withMeeting(true),
    async show(page, _, user) {
      await makeUnavailable(page, 'MeetingDetail')
      await open(page, user)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('meeting: $state', (row) => expectState('meeting', row))
