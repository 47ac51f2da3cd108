import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'
import { seedTalent } from '../seed/seed-talent.ts'

const addresses = new Map<string, string>()

const withTalent = (role: 'ADMIN' | 'MEMBER') => async (opened: OpenConsole) => {
  const { user, companyId } = await opened.addCompanyUser(role)
  addresses.set(user.id, `/c/${companyId}/talents/${await seedTalent(opened, companyId)}`)
  return user
}

async function open(page: Page, user: { id: string } | undefined): Promise<void> {
  await page.goto(addresses.get(user?.id ?? '') ?? '')
  await page.getByRole('heading', { level: 1, name: 'Senior Welder' }).waitFor()
}

test.each<StateRow>([
  {
    state: 'ready',
    as: withTalent('MEMBER'),
    async show(page, _, user) {
      await open(page, user)
      await page.getByText('2020-03 – now').waitFor()
      await page.getByText('Lines that address a machine').waitFor()
      // Blind: neither the name nor the address is anywhere on the page.
      expect(await page.getByText(/Ana Pop|ana\.pop@|721 234/).count()).toBe(0)
    },
  },
  {
    state: 'revealed',
    as: withTalent('MEMBER'),
    async show(page, _, user) {
      await open(page, user)
      await page.getByRole('button', { name: 'Show name' }).click()
      await page.getByText('Ana Pop').waitFor()
      await page.getByText('ana.pop@example.com').waitFor()
    },
  },
  {
    state: 'correct',
    as: withTalent('MEMBER'),
    async show(page, _, user) {
      await open(page, user)
      await page.getByRole('button', { name: 'Correct: German' }).click()
      await page.getByRole('dialog').getByLabel('Level').waitFor()
    },
  },
  {
    state: 'withdrawn',
    as: withTalent('MEMBER'),
    async show(page, _, user) {
      await open(page, user)
      await page.getByRole('button', { name: 'Withdraw' }).click()
      await page.getByText('This talent is withdrawn').waitFor()
    },
  },
  {
    state: 'erase',
    as: withTalent('ADMIN'),
    async show(page, _, user) {
      await open(page, user)
      await page.getByRole('button', { name: 'Erase' }).click()
      await page.getByRole('button', { name: 'Erase the talent' }).click()
      await page.getByText('Type the word erase.').waitFor()
    },
  },
  {
    state: 'missing',
    as: async (opened) => {
      const { user, companyId } = await opened.addCompanyUser('MEMBER')
      addresses.set(user.id, `/c/${companyId}/talents/0193a3c4-7b1e-7000-8000-000000000000`)
      return user
    },
    async show(page, _, user) {
      await page.goto(addresses.get(user?.id ?? '') ?? '')
      await page.getByRole('alert').getByText('Not found').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: withTalent('MEMBER'),
    async show(page, _, user) {
      await makeUnavailable(page, 'TalentDetail')
      await page.goto(addresses.get(user?.id ?? '') ?? '')
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('talent: $state', (row) => expectState('talent', row))

test('a person corrects and adds values, returns to what was read, and each says where it is from', async () => {
  const opened = await openConsole()
  const user = await withTalent('MEMBER')(opened)
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await open(page, user)
  await page.getByRole('button', { name: 'Correct: German' }).click()
  await page.getByLabel('Level').selectOption('C1')
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await page.getByText('Corrected by a person').waitFor()
  await page.getByRole('button', { name: 'Add a skill' }).click()
  await page.getByLabel('Skill', { exact: true }).fill('Terraform')
  await page.getByLabel('Years of use').fill('4')
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await page.getByRole('button', { name: 'Correct: Terraform' }).click()
  await page.getByRole('button', { name: 'Return to what was read' }).click()
  await expect.poll(() => page.getByText('Terraform').count()).toBe(0)
  await page.getByRole('link', { name: 'Line 19' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'cv.pdf' }).waitFor()
  expect(await page.locator('[aria-current=true]').textContent()).toContain('Romanian native')
})

test('an erased talent is gone with its documents', async () => {
  const opened = await openConsole()
  const user = await withTalent('ADMIN')(opened)
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await open(page, user)
  await page.getByRole('button', { name: 'Erase' }).click()
  await page.getByLabel('Type “erase” to confirm').fill('erase')
  await page.getByRole('button', { name: 'Erase the talent' }).click()
  await page.getByText('No talents yet').waitFor()
  const documents = await opened.backend.database
    .selectFrom('documents')
    .select('status')
    .where('company_id', '=', addresses.get(user.id)?.split('/')[2] ?? '')
    .execute()
  expect(documents).toEqual([{ status: 'DELETING' }])
})
