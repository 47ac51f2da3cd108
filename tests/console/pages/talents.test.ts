import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'
import { seedStored, shownCv } from '../seed/seed-documents.ts'
import { seedTalent } from '../seed/seed-talent.ts'

const memberOf = async ({ addCompanyUser }: OpenConsole) => (await addCompanyUser('MEMBER')).user

async function memberWithTalents(opened: OpenConsole) {
  const { user, companyId } = await opened.addCompanyUser('MEMBER')
  await seedTalent(opened, companyId)
  await seedTalent(opened, companyId, shownCv.replaceAll('Welder', 'Fitter').replace('Ana Pop', 'Ion Rusu'))
  await seedStored(opened, { companyId })
  return user
}

async function open(page: Page, search = ''): Promise<void> {
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.goto(`${new URL(page.url()).pathname}/talents${search}`)
  await page.getByRole('heading', { level: 1, name: 'Talents' }).waitFor()
}

test.each<StateRow>([
  {
    state: 'empty',
    as: memberOf,
    async show(page) {
      await open(page)
      await page.getByRole('link', { name: 'Upload CVs' }).waitFor()
    },
  },
  {
    state: 'ready',
    as: memberWithTalents,
    async show(page) {
      await open(page)
      await page.getByText('Senior Fitter').waitFor()
      expect(await page.getByText(/Ana Pop|Ion Rusu/).count()).toBe(0)
    },
  },
  {
    state: 'noneMatch',
    as: memberWithTalents,
    async show(page) {
      await open(page)
      await page.getByLabel('Status').selectOption('Withdrawn')
      await page.getByText('No talents in this status').waitFor()
    },
  },
  {
    state: 'found',
    as: memberWithTalents,
    async show(page) {
      await open(page, '?words=stainless')
      await page.getByText('2 documents', { exact: true }).waitFor()
      await page.getByText('3 files are still to be read.').waitFor()
      expect(await page.locator('mark').first().textContent()).toBe('stainless')
    },
  },
  {
    state: 'foundNone',
    as: memberWithTalents,
    async show(page) {
      await open(page, '?words=astronaut')
      await page.getByText('No document contains these words').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: memberOf,
    async show(page) {
      await makeUnavailable(page, 'Talents')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('talents: $state', (row) => expectState('talents', row))

test('people are found by words in their documents without a click', async () => {
  const opened = await openConsole()
  const user = await memberWithTalents(opened)
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.getByRole('heading', { level: 1, name: 'Talents' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('fitter')
  await page.keyboard.press('Enter')
  await page.getByText('1 document', { exact: true }).waitFor()
  await page.getByRole('link', { name: /Senior Fitter/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Senior Fitter' }).waitFor()
  expect(await page.getByText('Ion Rusu').count()).toBe(0)
})
