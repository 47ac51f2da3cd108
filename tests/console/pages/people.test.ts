import { addUser } from '@gatehouse/testkit/seed-backend'
import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole, password } from '../open-console.ts'

const addOperator = ({ backend }: OpenConsole) => addUser(backend.database, { isSuperAdmin: true })

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`/admin/people${query}`)
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
}

test.each<StateRow>([
  {
    state: 'ready',
    as(opened) {
      // With a password: of people who cannot log in, the list shows that instead of the role.
      return addUser(opened.backend.database, { isSuperAdmin: true, password })
    },
    async show(page, _, user) {
      // All tests share one database, and the list begins with the newest.
      await open(page, `?email=${user?.email}`)
      await page.getByRole('grid', { name: 'People' }).getByText('Super admin').first().waitFor()
    },
  },
  {
    state: 'person',
    as: addOperator,
    async show(page, opened) {
      const { user } = await opened.addCompanyUser()
      await open(page, `?email=${user.email}`)
      await page.getByRole('grid', { name: 'People' }).focus()
      await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('2')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: user.email }).waitFor()
    },
  },
  {
    state: 'noneMatch',
    as: addOperator,
    async show(page) {
      await open(page)
      await page.getByLabel('Part of the e-mail address').fill('no-one@nowhere')
      await page.getByText('No person fits').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: addOperator,
    async show(page) {
      await makeUnavailable(page, 'PlatformPeople')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('people: $state', (row) => expectState('people', row))

test('a person becomes super admin, and is logged out everywhere', async () => {
  const opened = await openConsole()
  const { user } = await opened.addCompanyUser()
  await using _ = await opened.newContext(user)
  await using context = await opened.newContext(await addOperator(opened))
  const page = await context.newPage()
  await open(page, `?email=${user.email}`)
  const row = page.getByRole('grid').getByText(user.email)
  await row.click()
  await page.getByRole('button', { name: 'Make super admin' }).click()
  await page.getByText('A super admin reads and changes every company').waitFor()
  await page.getByRole('button', { name: 'Make super admin' }).click()
  await page.getByRole('button', { name: 'End super admin' }).waitFor()
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await page.getByText('Pages that are open stop within 15 minutes').waitFor()
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await page.getByRole('button', { name: 'End super admin' }).waitFor()
  const stillOpen = await opened.backend.database
    .selectFrom('login_sessions')
    .select('id')
    .where('user_id', '=', user.id)
    .where('ended_at', 'is', null)
    .execute()
  expect(stillOpen).toEqual([])
})
