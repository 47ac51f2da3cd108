import { randomUUID } from 'node:crypto'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { expect, test } from 'vitest'
import { type OpenConsole, type Page, openConsole, password } from '../open-console.ts'
import { type StateRow, expectState } from '../expect-state.ts'

const anyone = ({ backend }: OpenConsole) => addUser(backend.database, { password })

/** Returns the tokens of the links to the present and to the new address. */
async function requestChange(page: Page, opened: OpenConsole, email: string) {
  const newEmail = `${randomUUID()}@test.example`
  await page.goto('/account')
  await page.getByLabel('New e-mail address').fill(newEmail)
  await page.getByRole('button', { name: 'Change the address' }).click()
  await page.getByText('Check both mailboxes').waitFor()
  return { newEmail, tokens: [await opened.mailedToken(email), await opened.mailedToken(newEmail)] }
}

/** Another page comes between, because a change of only the fragment would not load the page anew. */
async function confirm(page: Page, token: string): Promise<void> {
  await page.goto('/reset')
  await page.goto(`/account/email#${token}`)
  await page.getByRole('button', { name: 'Confirm the change' }).click()
}

test.each<StateRow>([
  {
    state: 'ready',
    async show(page) {
      await page.goto('/account/email#a-token')
      await page.getByRole('button', { name: 'Confirm the change' }).waitFor()
    },
  },
  {
    state: 'waiting',
    as: anyone,
    async show(page, opened, user) {
      const { tokens } = await requestChange(page, opened, user?.email ?? '')
      await confirm(page, tokens[0] ?? '')
      await page.getByRole('heading', { name: 'One confirmation is missing' }).waitFor()
    },
  },
  {
    state: 'changed',
    as: anyone,
    async show(page, opened, user) {
      const { tokens } = await requestChange(page, opened, user?.email ?? '')
      await confirm(page, tokens[0] ?? '')
      await page.getByRole('heading', { name: 'One confirmation is missing' }).waitFor()
      await confirm(page, tokens[1] ?? '')
      await page.getByRole('heading', { name: 'Your e-mail address is changed' }).waitFor()
    },
  },
  {
    state: 'linkOver',
    async show(page) {
      await confirm(page, 'a-token-that-was-never-mailed')
      await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    },
  },
  {
    state: 'incomplete',
    async show(page) {
      await page.goto('/account/email')
      await page.getByRole('heading', { name: 'The link is incomplete' }).waitFor()
    },
  },
])('email-change: $state', (row) => expectState('email-change', row))

test('opening a link changes nothing, and its token does not stay in the address', async () => {
  const opened = await openConsole()
  const user = await anyone(opened)
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  const { tokens } = await requestChange(page, opened, user.email)
  for (const token of tokens) {
    await page.goto('/reset')
    await page.goto(`/account/email#${token}`)
    await page.getByRole('button', { name: 'Confirm the change' }).waitFor()
  }
  expect(new URL(page.url()).hash).toBe('')
  await page.goto('/account')
  await expect.poll(() => page.getByText(user.email).first().isVisible()).toBe(true)
})
