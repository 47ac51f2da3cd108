import { addAuthenticator } from '@gatehouse/testkit/add-authenticator'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addTotp } from '@gatehouse/testkit/seed-factors'
import { addPasskey } from '@gatehouse/testkit/seed-passkeys'
import { expect, test } from 'vitest'
import { type OpenConsole, type Page, openConsole, password } from '../open-console.ts'
import { type StateRow, expectState } from '../expect-state.ts'

async function fill(page: Page, email: string, given: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(given)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

async function toCode(page: Page, { backend }: OpenConsole) {
  const user = await addUser(backend.database, { password })
  const app = await addTotp(backend.database, user.id)
  await page.goto('/login')
  await fill(page, user.email, password)
  await page.getByLabel('Code').waitFor()
  return app
}

test.each<StateRow>([
  {
    state: 'ready',
    async show(page) {
      await page.goto('/login')
      await page.getByRole('heading', { name: 'Log in to Gatehouse' }).waitFor()
    },
  },
  {
    state: 'refused',
    async show(page) {
      await page.goto('/login')
      await fill(page, 'ada@test.example', 'not her password')
      await page.getByRole('alert').getByText('The e-mail address or the password is wrong.').waitFor()
    },
  },
  {
    state: 'code',
    async show(page, opened) {
      await toCode(page, opened)
    },
  },
  {
    state: 'codeRefused',
    async show(page, opened) {
      await toCode(page, opened)
      await page.getByLabel('Code').fill('000000')
      await page.getByRole('button', { name: 'Confirm' }).click()
      await page.getByText('The code is wrong').waitFor()
    },
  },
  {
    state: 'passkey',
    async show(page, { backend }) {
      const user = await addUser(backend.database, { password })
      await addPasskey(backend.database, user.id)
      await page.goto('/login')
      await fill(page, user.email, password)
      await page.getByRole('button', { name: 'Use your passkey' }).waitFor()
    },
  },
  {
    state: 'passkeyStopped',
    async show(page) {
      // An authenticator without a passkey for the site ends the request as a user who cancels it does.
      await addAuthenticator(page)
      await page.goto('/login')
      await page.getByRole('button', { name: 'Log in with a passkey' }).click()
      await page.getByText('No passkey was used').waitFor()
    },
  },
  {
    state: 'signOnFailed',
    async show(page) {
      await page.goto('/login?error=sso.not_configured&request_id=0193a3c4-7b1e-7000-8000-000000000000')
      await page.getByText('There is no single sign-on for this domain').waitFor()
    },
  },
  {
    state: 'sessionEnded',
    async show(page) {
      await page.goto('/login?ended=true&return=%2Faccount')
      await page.getByText('Your session has ended').waitFor()
    },
  },
  {
    state: 'logoutUnconfirmed',
    async show(page) {
      await page.goto('/login?unconfirmed=true&return=%2Faccount')
      await page.getByText('The server did not confirm the logout').waitFor()
    },
  },
])('login: $state', (row) => expectState('login', row))

test('a login with a second factor leads back to the page that was asked for, and the token is nowhere in storage', async () => {
  const opened = await openConsole()
  await using context = await opened.newContext()
  const page = await context.newPage()
  const user = await addUser(opened.backend.database, { password })
  const app = await addTotp(opened.backend.database, user.id)
  await page.goto('/account')
  await page.waitForURL('**/login?*')
  await fill(page, user.email, password)
  await page.getByLabel('Code').fill(app.code())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/account')
  const stored = await page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
  )
  expect(stored).not.toContain('eyJ')
})

test('single sign-on starts with the domain of the address, which it asks for first', async () => {
  const opened = await openConsole()
  await using context = await opened.newContext()
  const page = await context.newPage()
  await page.goto('/login?return=%2Faccount')
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
  await page.getByText('Enter your work e-mail address first').waitFor()
  await page.getByLabel('E-mail address').fill('ada@Example.com')
  const started = page.waitForRequest('**/sso/start?*')
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
  const { searchParams } = new URL((await started).url())
  expect([searchParams.get('domain'), searchParams.get('return')]).toEqual(['Example.com', '/account'])
})
