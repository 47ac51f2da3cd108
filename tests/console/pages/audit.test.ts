import { addKey } from '@gatehouse/testkit/seed-gateway'
import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'

/** An admin whose company was renamed, and has a key, a budget and an invitation. */
async function adminWithChanges({ backend, addCompanyUser }: OpenConsole) {
  const { user, companyId } = await addCompanyUser()
  await addKey(backend.database, { companyId, name: 'ats-sync' })
  const { errors } = await backend.ask(
    `mutation ($id: ID!) {
      updateCompany(companyId: $id, name: "Acme Recruiting") { id }
      setBudget(companyId: $id, scope: COMPANY, enforcement: HARD, credits: "5") { id }
      inviteMember(companyId: $id, email: "grace@invited.example", role: MEMBER) { mailStatus } }`,
    { user, variables: { id: companyId } },
  )
  expect(errors).toBeUndefined()
  return user
}

async function open(page: Page, search = ''): Promise<void> {
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.goto(`${new URL(page.url()).pathname}/profile/audit${search}`)
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
}

test.each<StateRow>([
  {
    state: 'ready',
    as: adminWithChanges,
    async show(page) {
      await open(page)
      await page.getByRole('row').filter({ hasText: 'Company renamed' }).waitFor()
    },
  },
  {
    state: 'entry',
    as: adminWithChanges,
    async show(page) {
      await open(page)
      await page.getByRole('row').filter({ hasText: 'Budget set' }).click()
      await page.getByRole('dialog', { name: 'Budget set' }).waitFor()
    },
  },
  {
    state: 'filtered',
    as: adminWithChanges,
    async show(page) {
      await open(page)
      await page.getByRole('row').filter({ hasText: 'Company renamed' }).waitFor()
      await page.getByLabel('What happened').selectOption('Person invited')
      await expect.poll(() => page.getByRole('row').filter({ hasText: 'Company renamed' }).count()).toBe(0)
      await page.getByRole('row').filter({ hasText: 'Person invited' }).waitFor()
      expect(new URL(page.url()).searchParams.get('action')).toBe('invitation.create')
    },
  },
  {
    state: 'noneMatch',
    as: adminWithChanges,
    async show(page) {
      await open(page, '?action=talent.delete')
      await page.getByText('No change matches the filters').waitFor()
    },
  },
  {
    state: 'empty',
    as: async ({ addCompanyUser }) => (await addCompanyUser()).user,
    async show(page) {
      await open(page, '?from=2026-01-01T00:00:00.000Z&to=2026-01-02T00:00:00.000Z')
      await page.getByText('Nothing was changed in this period').waitFor()
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
    as: async ({ addCompanyUser }) => (await addCompanyUser()).user,
    async show(page) {
      await makeUnavailable(page, 'AuditLog')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('audit: $state', (row) => expectState('audit', row))

test('the export has the rows that the filters leave', async () => {
  const opened = await openConsole()
  const user = await adminWithChanges(opened)
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await open(page, '?action=company.update')
  await page.getByRole('row').filter({ hasText: 'Company renamed' }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const stream = await download.createReadStream()
  let text = ''
  for await (const part of stream) text += String(part)
  expect(text).toContain('company.update')
  expect(text).not.toContain('budget.set')
})
