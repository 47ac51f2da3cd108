import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'
import { type CompanyWithMatches, quotingJudge, seedMatches } from '../seed/seed-matches.ts'

let seeded: CompanyWithMatches

async function withMatches(opened: OpenConsole, judge?: typeof quotingJudge) {
  seeded = await seedMatches(opened, judge)
  return seeded.user
}

async function open(page: Page, query = '', place: 0 | 1 = 1): Promise<void> {
  const { companyId, jobId, talentIds } = seeded
  await page.goto(`/c/${companyId}/jobs/${jobId}/matches/${talentIds[place]}${query}`)
  await page.getByRole('heading', { level: 1, name: /^Talent/ }).waitFor()
}

test.each<StateRow>([
  {
    state: 'ready',
    as: (opened) => withMatches(opened),
    async show(page) {
      await open(page, '', 0)
      await page.getByText('Addresses the reader; not counted').waitFor()
    },
  },
  {
    state: 'joined',
    as: (opened) => withMatches(opened),
    async show(page) {
      await open(page)
      await page.locator('.requirement').first().waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      await page.locator('.requirement[data-pointed]').waitFor()
      await page.locator('.numbered-line[data-marked]').first().waitFor()
    },
  },
  {
    state: 'whatIf',
    as: (opened) => withMatches(opened),
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: /German B2.*Not shown/ }).click()
      await page.getByRole('button', { name: 'Assume met: German B2' }).click()
      await page.getByText(/The score would be .* \(\+/).waitFor()
    },
  },
  {
    state: 'judged',
    as: (opened) => withMatches(opened, quotingJudge),
    async show(page) {
      await open(page)
      await page.getByText('Judged by a model').first().waitFor()
    },
  },
  {
    state: 'outdated',
    as: async (opened) => {
      const user = await withMatches(opened)
      await opened.backend.ask(
        `mutation ($companyId: ID!, $jobId: ID!, $input: UpdateJobInput!) {
           updateJob(companyId: $companyId, jobId: $jobId, input: $input) { id } }`,
        { user, variables: { ...seeded, input: { descriptionText: 'Requirements\n- Java' } } },
      )
      return user
    },
    async show(page) {
      await open(page)
      await page.getByText('This score is about to be computed again').waitFor()
    },
  },
  {
    state: 'missing',
    as: (opened) => withMatches(opened),
    async show(page) {
      await page.goto(`/c/${seeded.companyId}/jobs/${seeded.jobId}/matches/${randomUUID()}`)
      await page.getByText('Not among the matches of this job').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: (opened) => withMatches(opened),
    async show(page) {
      await makeUnavailable(page, 'Match')
      const { companyId, jobId, talentIds } = seeded
      await page.goto(`/c/${companyId}/jobs/${jobId}/matches/${talentIds[0]}`)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('match: $state', (row) => expectState('match', row))

test('the table of the waterfall adds up exactly to the score, and nothing names the person', async () => {
  const opened = await openConsole()
  await using context = await opened.newContext(await withMatches(opened))
  const page = await context.newPage()
  await open(page)
  await page.getByRole('button', { name: 'As a table' }).click()
  const values = await page.locator('.plot-table td').allTextContents()
  const points = values.map((value) => BigInt(value.replace('+', '').replace('.', '')))
  const score = points.pop()
  expect(points.reduce((sum, one) => sum + one, 0n)).toBe(score)
  expect(await page.locator('main').textContent()).not.toMatch(/Bea|Example/)
})

test('the next match is that of the list, by the keyboard', async () => {
  const opened = await openConsole()
  await using context = await opened.newContext(await withMatches(opened))
  const page = await context.newPage()
  await open(page, '', 0)
  await page.getByText('1 of').waitFor()
  await page.keyboard.press(']')
  await page.waitForURL(new RegExp(seeded.talentIds[1]))
  await page.keyboard.press('[')
  await page.waitForURL(new RegExp(seeded.talentIds[0]))
  expect(await page.getByRole('button', { name: 'Previous match' }).isDisabled()).toBe(true)
})

test('the name is shown on request, which the audit log records', async () => {
  const opened = await openConsole()
  await using context = await opened.newContext(await withMatches(opened))
  const page = await context.newPage()
  await open(page)
  await page.getByRole('button', { name: 'Show name' }).click()
  await page.getByText('Recorded in the audit log').waitFor()
  const entries = await opened.backend.database
    .selectFrom('audit_log')
    .select('action')
    .where('company_id', '=', seeded.companyId)
    .where('action', '=', 'talent.reveal')
    .execute()
  expect(entries.length).toBe(1)
})
