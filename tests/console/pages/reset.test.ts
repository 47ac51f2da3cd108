import { test } from 'vitest'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { type OpenConsole, type Page, password } from '../open-console.ts'
import { type StateRow, expectState } from '../expect-state.ts'

async function request(page: Page, email: string): Promise<void> {
  await page.goto('/reset')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
}

async function toChoose(page: Page, opened: OpenConsole): Promise<void> {
  const { email } = await addUser(opened.backend.database, { password })
  await request(page, email)
  await page.goto('/login')
  await page.goto(`/reset#${await opened.mailedToken(email)}`)
  await page.getByLabel('New password').waitFor()
}

async function choose(page: Page, given: string): Promise<void> {
  await page.getByLabel('New password').fill(given)
  await page.getByRole('button', { name: 'Save the password' }).click()
}

test.each<StateRow>([
  {
    state: 'request',
    async show(page) {
      await page.goto('/reset')
      await page.getByLabel('E-mail address').waitFor()
    },
  },
  { state: 'sent', show: (page) => request(page, 'unknown@test.example') },
  { state: 'choose', show: toChoose },
  {
    state: 'done',
    async show(page, opened) {
      await toChoose(page, opened)
      await choose(page, 'another long password')
      await page.getByRole('heading', { name: 'Your password is changed' }).waitFor()
    },
  },
  {
    state: 'linkOver',
    async show(page) {
      await page.goto(`/reset#${'A'.repeat(43)}`)
      await choose(page, 'another long password')
      await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    },
  },
])('reset: $state', (row) => expectState('reset', row))
