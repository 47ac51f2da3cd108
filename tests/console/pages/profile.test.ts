import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'

const admin = async ({ addCompanyUser }: OpenConsole) => (await addCompanyUser()).user

async function open(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.goto(`${new URL(page.url()).pathname}/profile`)
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
}

async function rename(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Save the name' }).click()
}

test.each<StateRow>([
  {
    state: 'ready',
    as: admin,
    async show(page) {
      await open(page)
      await page.getByText('Prepaid: calls are charged to the balance').waitFor()
      const current = page.locator('.rail [aria-current=page]')
      expect(await current.allTextContents()).toEqual(['Profile'])
      await page.getByRole('button', { name: 'Copy Company ID' }).hover()
      await page.getByRole('tooltip').waitFor()
    },
  },
  {
    state: 'saved',
    as: admin,
    async show(page) {
      await open(page)
      await rename(page, 'Acme Recruiting')
      await page.getByText('The name is saved').waitFor()
      // A toast stays while the focus is in the list.
      await page.keyboard.press('F6')
      await page.locator('.rail').getByText('Acme Recruiting').waitFor()
    },
  },
  {
    state: 'refused',
    as: admin,
    async show(page) {
      await open(page)
      await rename(page, '  ')
      await page.locator('main .field-fault, main [role=alert]').first().waitFor()
    },
  },
  {
    state: 'suspended',
    as: async ({ backend, addCompanyUser }) => {
      const { user, companyId } = await addCompanyUser()
      await backend.database
        .updateTable('companies')
        .set({ suspended_at: new Date(), suspension_reason: 'Two invoices are unpaid.' })
        .where('id', '=', companyId)
        .execute()
      return user
    },
    async show(page) {
      await open(page)
      await page.getByText('Two invoices are unpaid.').waitFor()
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
    as: admin,
    async show(page) {
      await makeUnavailable(page, 'CompanyProfile')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('profile: $state', (row) => expectState('profile', row))

test('a new name is in the audit log', async () => {
  const opened = await openConsole()
  const { user, companyId } = await opened.addCompanyUser()
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await open(page)
  await rename(page, 'Acme Recruiting')
  await page.getByText('The name is saved').waitFor()
  const { data } = await opened.backend.ask(
    'query ($id: ID!) { auditLog(companyId: $id, action: "company.update") { nodes { actorEmail } } }',
    { user, variables: { id: companyId } },
  )
  expect(data).toEqual({ auditLog: { nodes: [{ actorEmail: user.email }] } })
})
