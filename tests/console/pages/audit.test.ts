import { randomUUID } from 'node:crypto'
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

test('a later page that fails is a fault at the end of the list, which asks again only when the person does', async () => {
  const opened = await openConsole()
  const { user, companyId } = await opened.addCompanyUser()
  const entry = { company_id: companyId, actor_kind: 'user', actor_id: user.id, action: 'company.update' }
  const subject = { subject_kind: 'company', subject_id: companyId, details: '{}' }
  const entries = Array.from({ length: 120 }, () => ({ id: randomUUID(), ...entry, ...subject }))
  await opened.backend.database.insertInto('audit_log').values(entries).execute()
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  let failed = 0
  await page.route('**/graphql', (route) => {
    const body = route.request().postData() ?? ''
    if (!/"operationName":"AuditLog"/.test(body) || body.includes('"after":null')) return route.fallback()
    failed += 1
    const extensions = { code: 'UNAVAILABLE', fault: 'postgres.unreachable' }
    return route.fulfill({ json: { errors: [{ message: 'The database does not respond.', extensions }] } })
  })
  await open(page)
  const grid = page.getByRole('grid')
  const fault = page.locator('.grid-fault').getByRole('alert')
  await grid.focus()
  await page.keyboard.press('End')
  await fault.waitFor()
  // The request and its two repetitions.
  expect(failed).toBe(3)
  await page.keyboard.press('Home')
  await page.keyboard.press('End')
  await page.getByRole('row').filter({ hasText: 'Company renamed' }).last().waitFor()
  expect([failed, await page.getByRole('alert').count()]).toEqual([3, 1])
  await page.unroute('**/graphql')
  await fault.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => fault.count()).toBe(0)
  await grid.focus()
  await expect
    .poll(async () => {
      await page.keyboard.press('End')
      return Number(await grid.getAttribute('aria-rowcount'))
    })
    .toBeGreaterThanOrEqual(121)
})
