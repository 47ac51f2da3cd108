import { randomUUID } from 'node:crypto'
import { matchAll } from '@gatehouse/backend/testing/seed-company'
import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'
import { type CompanyWithMatches, seedMatches, seedOtherJob } from '../seed/seed-matches.ts'

let seeded: CompanyWithMatches

async function withMatches(opened: OpenConsole) {
  seeded = await seedMatches(opened)
  return seeded.user
}

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`/c/${seeded.companyId}/jobs/${seeded.jobId}${query}`)
  await page.getByRole('heading', { level: 1, name: 'Senior Backend Engineer' }).waitFor()
}

async function change({ backend }: OpenConsole, input: Record<string, unknown>): Promise<void> {
  const { errors } = await backend.ask(
    `mutation ($companyId: ID!, $jobId: ID!, $input: UpdateJobInput!) {
       updateJob(companyId: $companyId, jobId: $jobId, input: $input) { id } }`,
    { user: seeded.user, variables: { ...seeded, input } },
  )
  expect(errors).toBeUndefined()
}

test.each<StateRow>([
  {
    state: 'matches',
    as: withMatches,
    async show(page) {
      await open(page)
      await page.getByRole('row', { name: /Excellent/ }).waitFor()
    },
  },
  {
    state: 'waiting',
    as: withMatches,
    async show(page, opened) {
      const jobId = await seedOtherJob(opened, seeded.companyId)
      await page.goto(`/c/${seeded.companyId}/jobs/${jobId}`)
      await page.getByText('The job is waiting to be matched.').waitFor()
      await page.getByText('No matches yet').waitFor()
    },
  },
  {
    state: 'draft',
    as: withMatches,
    async show(page, opened) {
      await change(opened, { status: 'DRAFT' })
      await matchAll(opened.backend.postgres)
      await open(page)
      await page.getByText('Only active jobs are matched').waitFor()
    },
  },
  {
    state: 'text',
    as: withMatches,
    async show(page) {
      await open(page, '?tab=text')
      await page.getByLabel('Importance of German B2').focus()
      await page.locator('[data-marked]').getByText('- German B2').waitFor()
    },
  },
  {
    state: 'edit',
    as: withMatches,
    async show(page) {
      await open(page, '?tab=text')
      await page.getByRole('button', { name: 'Edit the text' }).click()
      await page.getByLabel('Text of the posting').waitFor()
    },
  },
  {
    state: 'history',
    as: withMatches,
    async show(page) {
      await open(page, '?tab=history')
      await page.getByText('First activated').waitFor()
    },
  },
  {
    state: 'closing',
    as: withMatches,
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: 'Close', exact: true }).click()
      await page.getByRole('dialog', { name: 'Close the job?' }).waitFor()
    },
  },
  {
    state: 'closed',
    as: withMatches,
    async show(page) {
      await open(page, '?tab=text')
      await page.getByRole('button', { name: 'Close', exact: true }).click()
      await page.getByRole('button', { name: 'Close the job' }).click()
      await page.getByText('The job is closed, so nothing can be changed.').waitFor()
    },
  },
  {
    state: 'missing',
    as: withMatches,
    async show(page) {
      await page.goto(`/c/${seeded.companyId}/jobs/${randomUUID()}`)
      await page.getByRole('alert').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: withMatches,
    async show(page) {
      await makeUnavailable(page, 'Job')
      await page.goto(`/c/${seeded.companyId}/jobs/${seeded.jobId}`)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('job: $state', (row) => expectState('job', row))

test('the best matches are two clicks away, without names, and a match opens by the keyboard', async () => {
  const opened = await openConsole()
  await using context = await opened.newContext(await withMatches(opened))
  const page = await context.newPage()
  await page.goto(`/c/${seeded.companyId}`)
  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
  await page.getByRole('row', { name: /Senior Backend Engineer/ }).click()
  const grid = page.getByRole('grid', { name: 'Best matches' })
  await grid.focus()
  expect(await grid.textContent()).not.toContain('Ann')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/matches/${seeded.talentIds[1]}$`))
})

test('a correction stays when the text is read again, and the job is matched again on request', async () => {
  const opened = await openConsole()
  await using context = await opened.newContext(await withMatches(opened))
  const page = await context.newPage()
  await open(page, '?tab=text')
  await page.getByLabel('Importance of German B2').selectOption('Nice to have')
  await page.getByText('Corrected').waitFor()
  await page.getByRole('button', { name: 'Edit the text' }).click()
  const text = page.getByLabel('Text of the posting')
  await text.fill(`${await text.inputValue()}- PostgreSQL\n`)
  await page.getByRole('button', { name: 'Save the text' }).click()
  await page.getByLabel('Importance of PostgreSQL').waitFor()
  expect(await page.getByLabel('Importance of German B2').inputValue()).toBe('nice')
  await matchAll(opened.backend.postgres)
  await page.getByRole('button', { name: 'Match again' }).click()
  await page.getByText('The job is waiting to be matched.').waitFor()
})

test('corrections of a job are taken back, one by one, to what was read and what had been entered', async () => {
  const opened = await openConsole()
  await using context = await opened.newContext(await withMatches(opened))
  const page = await context.newPage()
  await open(page, '?tab=text')
  const undo = async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The change is undone').last().waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  }
  const german = page.getByLabel('Importance of German B2')
  const importance = await german.inputValue()
  await german.selectOption('Nice to have')
  await undo()
  await expect.poll(() => german.inputValue()).toBe(importance)
  await page.getByRole('button', { name: 'Remove German B2' }).click()
  await expect.poll(() => german.count()).toBe(0)
  await undo()
  await german.waitFor()
  const added = page.getByLabel('Importance of Knife skills')
  await page.getByLabel('Add a requirement').fill('Knife skills')
  await page.keyboard.press('Enter')
  await added.waitFor()
  await undo()
  await expect.poll(() => added.count()).toBe(0)
  const workplace = page.getByLabel('Workplace')
  const read = await workplace.inputValue()
  await workplace.selectOption('Remote')
  await undo()
  await expect.poll(() => workplace.inputValue()).toBe(read)
})
