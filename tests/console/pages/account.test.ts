import { Secret } from '@gatehouse/runtime/secret'
import { addSession, addUser } from '@gatehouse/testkit/seed-backend'
import { addTotp, appWith } from '@gatehouse/testkit/seed-factors'
import { addPasskey } from '@gatehouse/testkit/seed-passkeys'
import { expect, test } from 'vitest'
import { type OpenConsole, type Page, openConsole, password } from '../open-console.ts'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'

async function userWithSessions({ backend, addCompanyUser }: OpenConsole) {
  const { user } = await addCompanyUser()
  await addSession(backend.database, user.id)
  return user
}

const anyone = ({ backend }: OpenConsole) => addUser(backend.database, { password })

async function toScan(page: Page): Promise<string> {
  await page.goto('/account')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByRole('dialog').getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('img', { name: 'QR code' }).waitFor()
  return (await page.getByRole('dialog').locator('code').textContent()) ?? ''
}

async function toCodes(page: Page): Promise<void> {
  const secret = await toScan(page)
  await page.getByLabel('Code that the app shows').fill(appWith(new Secret(secret)).code())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('heading', { name: 'Store your recovery codes' }).waitFor()
}

test.each<StateRow>([
  {
    state: 'ready',
    as: userWithSessions,
    async show(page) {
      await page.goto('/account')
      await page.getByText('This device').waitFor()
    },
  },
  {
    state: 'passwordRefused',
    as: anyone,
    async show(page) {
      await page.goto('/account')
      await page.getByLabel('Current password').fill('not the password')
      await page.getByLabel('New password').fill('another long password')
      await page.getByRole('button', { name: 'Change the password' }).click()
      await page.getByText('The current password is wrong.').waitFor()
    },
  },
  {
    state: 'factorSetUp',
    as: anyone,
    async show(page) {
      await toScan(page)
    },
  },
  { state: 'recoveryCodes', as: anyone, show: toCodes },
  {
    state: 'factorOn',
    async as(opened) {
      const user = await anyone(opened)
      await addTotp(opened.backend.database, user.id)
      return user
    },
    async show(page) {
      await page.goto('/account')
      await page.getByRole('button', { name: 'Turn off' }).waitFor()
    },
  },
  {
    state: 'passkeys',
    async as(opened) {
      const user = await anyone(opened)
      for (const _ of [1, 2]) await addPasskey(opened.backend.database, user.id)
      return user
    },
    async show(page) {
      await page.goto('/account')
      await page.getByRole('button', { name: 'Remove Laptop' }).first().waitFor()
    },
  },
  {
    state: 'passkeyRemoval',
    async as(opened) {
      const user = await anyone(opened)
      await addPasskey(opened.backend.database, user.id)
      return user
    },
    async show(page) {
      await page.goto('/account')
      await page.getByRole('button', { name: 'Remove Laptop' }).click()
      await page.getByText('It is your only second factor').waitFor()
    },
  },
  {
    state: 'recentLogin',
    as: anyone,
    async show(page, opened, user) {
      await opened.makeLoginOld(user)
      await page.goto('/account')
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
    },
  },
  {
    state: 'emailSent',
    as: anyone,
    async show(page) {
      await page.goto('/account')
      await page.getByLabel('New e-mail address').fill('new-address@test.example')
      await page.getByRole('button', { name: 'Change the address' }).click()
      await page.getByText('Check both mailboxes').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: anyone,
    async show(page) {
      await makeUnavailable(page, 'Account')
      await page.goto('/account')
      await page.getByRole('alert').first().getByText('Not available right now').waitFor()
    },
  },
])('account: $state', (row) => expectState('account', row))

test('a login of an hour ago is confirmed before an authenticator app is set up', async () => {
  const opened = await openConsole()
  const user = await anyone(opened)
  await using context = await opened.newContext(user)
  await opened.makeLoginOld(user)
  const page = await context.newPage()
  await page.goto('/account')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByRole('dialog').getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirmation.getByLabel('Password').fill(password)
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect.poll(() => page.getByRole('img', { name: 'QR code' }).isVisible()).toBe(true)
})

test('recovery codes cannot be dismissed but by the button that confirms that they are stored', async () => {
  const opened = await openConsole()
  await using context = await opened.newContext(await anyone(opened))
  const page = await context.newPage()
  await toCodes(page)
  const dialog = page.getByRole('dialog', { name: 'Store your recovery codes' })
  for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  expect(await dialog.isVisible()).toBe(true)
  await dialog.getByRole('button', { name: 'I have stored the codes' }).click()
  await page.getByText('10 recovery codes are left').waitFor()
})

test('a user with a second factor changes the password with a code', async () => {
  const opened = await openConsole()
  const user = await anyone(opened)
  const app = await addTotp(opened.backend.database, user.id)
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await page.goto('/account')
  const code = page.getByLabel('Code of the app, or a recovery code')
  await code.waitFor()
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password').fill('another long password')
  await code.fill(app.code())
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect.poll(() => page.getByText('The password is changed').isVisible()).toBe(true)
})

test('a session on another device is ended, and a logout reaches the other tab', async () => {
  const opened = await openConsole()
  const user = await userWithSessions(opened)
  await using context = await opened.newContext(user)
  const [page, other] = [await context.newPage(), await context.newPage()]
  await page.goto('/account')
  await other.goto('/account')
  await page.getByRole('button', { name: /^Log out Unknown device/ }).click()
  await expect.poll(() => page.getByRole('button', { name: /^Log out / }).count()).toBe(0)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await Promise.all([page.waitForURL('**/login?*'), other.waitForURL('**/login?*')])
})

test('a chosen theme is there before the first paint of the next load', async () => {
  const opened = await openConsole()
  await using context = await opened.newContext(await anyone(opened))
  const page = await context.newPage()
  await page.goto('/account')
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
})
