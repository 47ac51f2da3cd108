import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'
import { seedStored } from '../seed/seed-documents.ts'

const withWork = (role: 'ADMIN' | 'MEMBER') => async (opened: OpenConsole) => {
  const { user, companyId } = await opened.addCompanyUser(role)
  for (let index = 0; index < 3; index++) await seedStored(opened, { companyId })
  return user
}

async function open(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.goto(`${new URL(page.url()).pathname}/work`)
  await page.getByRole('heading', { level: 1, name: 'Background work' }).waitFor()
}

test.each<StateRow>([
  {
    state: 'empty',
    as: async ({ addCompanyUser }) => (await addCompanyUser()).user,
    async show(page) {
      await open(page)
      await page.getByText('Nothing is waiting').waitFor()
    },
  },
  {
    state: 'ready',
    as: withWork('ADMIN'),
    async show(page) {
      await open(page)
      await page.getByText('Read a document').first().waitFor()
      await page.getByRole('button', { name: 'Cancel' }).first().waitFor()
    },
  },
  {
    state: 'noneMatch',
    as: withWork('ADMIN'),
    async show(page) {
      await open(page)
      await page.getByLabel('State').selectOption('Failed')
      await page.getByText('No work in this state').waitFor()
    },
  },
  {
    state: 'member',
    as: withWork('MEMBER'),
    async show(page) {
      await open(page)
      await page.getByText('An admin of the company can cancel').waitFor()
      expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(0)
    },
  },
  {
    state: 'unavailable',
    as: withWork('MEMBER'),
    async show(page) {
      await makeUnavailable(page, 'Work')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('work: $state', (row) => expectState('work', row))

test('an admin cancels work, and a row leads to its document', async () => {
  const opened = await openConsole()
  const user = await withWork('ADMIN')(opened)
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await open(page)
  await page.getByRole('button', { name: 'Cancel' }).first().click()
  const grid = page.getByRole('grid', { name: 'Background work' })
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('3')
  await grid.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'cv.pdf' }).waitFor()
})
