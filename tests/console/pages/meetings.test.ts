import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'
import { registerRoom, seedEndedMeeting } from '../seed/seed-meetings.ts'

const adminOf = async ({ addCompanyUser }: OpenConsole) => (await addCompanyUser()).user

async function adminWithRoom(opened: OpenConsole) {
  const { user, companyId } = await opened.addCompanyUser()
  const room = `weekly hiring ${companyId.slice(-6)}`
  await registerRoom(opened, { companyId, room }, user)
  return { user, room }
}

async function adminWithMeetings(opened: OpenConsole) {
  const { user, room } = await adminWithRoom(opened)
  await seedEndedMeeting(opened, { room, isDone: true })
  await seedEndedMeeting(opened, { room, isDone: false })
  return user
}

async function open(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.goto(`${new URL(page.url()).pathname}/meetings`)
  await page.getByRole('heading', { level: 1, name: 'Meetings' }).waitFor()
}

test.each<StateRow>([
  {
    state: 'empty',
    as: adminOf,
    async show(page) {
      await open(page)
      await page.getByText('No meetings yet').waitFor()
    },
  },
  {
    state: 'awaited',
    as: async (opened) => (await adminWithRoom(opened)).user,
    async show(page) {
      await open(page)
      await page.getByText('No meeting has ended in your rooms yet').waitFor()
    },
  },
  {
    state: 'ready',
    as: adminWithMeetings,
    async show(page) {
      await open(page)
      await page.getByText('Ready', { exact: true }).waitFor()
      await page.getByText('Being worked out').waitFor()
    },
  },
  {
    state: 'register',
    as: adminOf,
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: 'Register a room' }).click()
      await page.getByLabel('Name of the room').waitFor()
    },
  },
  {
    state: 'removal',
    as: async (opened) => (await adminWithRoom(opened)).user,
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: /^Remove the room weekly/ }).click()
      await page.getByText('Meetings that have ended stay').waitFor()
    },
  },
  {
    state: 'member',
    as: async ({ addCompanyUser }) => (await addCompanyUser('MEMBER')).user,
    async show(page) {
      await open(page)
      await page.getByText('An admin of your company registers the rooms').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: adminOf,
    async show(page) {
      await makeUnavailable(page, 'MeetingsAndRooms')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('meetings: $state', (row) => expectState('meetings', row))

test('an admin registers a room and removes it', async () => {
  const opened = await openConsole()
  const { user, companyId } = await opened.addCompanyUser()
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await open(page)
  await page.getByRole('button', { name: 'Register a room' }).click()
  await page.getByLabel('Name of the room').fill(`interviews ${companyId}`)
  await page.getByRole('button', { name: 'Register the room' }).click()
  await page.getByText(`Insights go to ${user.email}`).waitFor()
  await page.getByRole('button', { name: /^Remove the room interviews/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the room' }).click()
  await expect.poll(() => page.getByText('No rooms are registered.').isVisible()).toBe(true)
})
