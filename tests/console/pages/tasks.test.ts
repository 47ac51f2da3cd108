import { seedFailedTasks } from '@gatehouse/backend/testing/seed-failed-tasks'
import { seedDocument } from '@gatehouse/backend/testing/seed-company'
import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'
import { companyAdmin, operator, superAdmin } from '../seed/seed-operator.ts'

async function open(page: Page, search = ''): Promise<void> {
  await page.goto(`/admin/tasks${search}`)
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
}

async function failTasks({ backend, addCompanyUser }: OpenConsole, count: number): Promise<string> {
  const { companyId } = await addCompanyUser()
  await seedFailedTasks(backend.postgres, { companyId, count })
  return companyId
}

test.each<StateRow>([
  {
    state: 'empty',
    as: operator,
    async show(page) {
      await open(page, '?kind=no-such-kind')
      await page.getByText('No failed tasks').waitFor()
    },
  },
  {
    state: 'failed',
    as: operator,
    async show(page, opened) {
      await failTasks(opened, 2)
      await open(page)
      await page.getByText('It cannot work.').first().waitFor()
    },
  },
  {
    state: 'open',
    as: superAdmin,
    async show(page, opened) {
      await failTasks(opened, 1)
      await open(page)
      await page.getByText('It cannot work.').first().click()
      await page.getByRole('dialog').getByText('Replayed before').waitFor()
    },
  },
  {
    state: 'company',
    as: superAdmin,
    async show(page, opened) {
      const { companyId } = await opened.addCompanyUser()
      await seedDocument(opened.backend.postgres, { companyId, text: 'a text' })
      await open(page, `?company=${companyId}`)
      await page.getByRole('grid').or(page.getByText('No tasks wait')).first().waitFor()
    },
  },
  {
    state: 'refused',
    as: companyAdmin,
    async show(page) {
      await open(page)
      await page.getByText('Your role does not include this page').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: superAdmin,
    async show(page) {
      await makeUnavailable(page, 'FailedTasks')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('tasks: $state', (row) => expectState('tasks', row))

test('all failed tasks of a kind are tried again', async () => {
  const opened = await openConsole()
  await failTasks(opened, 1)
  await using context = await opened.newContext(await superAdmin(opened))
  const page = await context.newPage()
  await open(page, '?kind=seeded-to-fail')
  await page.getByRole('button', { name: 'Retry all of seeded-to-fail' }).click()
  await page.getByText('queued again').waitFor()
  await expect.poll(() => page.getByText('No failed tasks').isVisible()).toBe(true)
})

test('Enter on a button in a row is that of the button, and on the list opens its active row', async () => {
  const opened = await openConsole()
  await failTasks(opened, 2)
  await using context = await opened.newContext(await superAdmin(opened))
  const page = await context.newPage()
  await open(page, '?kind=seeded-to-fail')
  const retries = page.getByRole('button', { name: 'Retry the task: seeded-to-fail' })
  await retries.nth(1).focus()
  await page.keyboard.press('Enter')
  await page.getByText('1 task is queued again').waitFor()
  const dialog = page.locator('dialog')
  expect(await dialog.count()).toBe(0)
  await page.getByRole('grid').focus()
  await page.keyboard.press('Enter')
  await dialog.waitFor()
})

test('a task of a company that is cancelled is named as cancelled', async () => {
  const opened = await openConsole()
  const { companyId } = await opened.addCompanyUser()
  await seedDocument(opened.backend.postgres, { companyId, text: 'a text' })
  await using context = await opened.newContext(await superAdmin(opened))
  const page = await context.newPage()
  await open(page, `?company=${companyId}`)
  await page
    .getByRole('button', { name: /^Cancel the task/ })
    .first()
    .click()
  await expect.poll(() => page.locator('.toast-title').textContent()).toBe('The task is cancelled')
})
