import { addAuthenticator } from '@gatehouse/testkit/add-authenticator'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addTotp } from '@gatehouse/testkit/seed-factors'
import { expect, test } from 'vitest'
import { type Page, openConsole, password } from './open-console.ts'

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('**/login?*')
}

async function addPasskeyNamed(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a passkey is added, logs in without a password and after it, is renamed and removed', async () => {
  const opened = await openConsole()
  const user = await addUser(opened.backend.database, { password })
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await addAuthenticator(page)
  await page.goto('/account')
  await addPasskeyNamed(page, 'Work laptop')
  // The first second factor comes with recovery codes.
  await page.getByRole('button', { name: 'I have stored the codes' }).click()
  await page.getByText('Work laptop').waitFor()

  await logOut(page)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.getByText('Work laptop').waitFor()
  expect(new URL(page.url()).pathname).toBe('/account')

  await logOut(page)
  await page.getByLabel('E-mail address').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: 'Use your passkey' }).click()

  await page.getByRole('button', { name: 'Rename Work laptop' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Old laptop')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Remove Old laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => page.getByText('No passkeys yet').isVisible()).toBe(true)
})

test('a login of an hour ago is confirmed with the password and the code, and the passkey is then added', async () => {
  const opened = await openConsole()
  const { database } = opened.backend
  const user = await addUser(database, { password })
  const app = await addTotp(database, user.id)
  await using context = await opened.newContext(user)
  await opened.makeLoginOld(user)
  const page = await context.newPage()
  await addAuthenticator(page)
  await page.goto('/account')
  await addPasskeyNamed(page, 'Phone')
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirmation.getByLabel('Password').fill(password)
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await confirmation.getByLabel('Code').fill(app.code())
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Remove Phone' }).isVisible()).toBe(true)
})
