import { randomUUID } from 'node:crypto'
import { addJob } from '@gatehouse/matching/testing/seed-matching'
import { test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import type { OpenConsole } from '../open-console.ts'

let companyId = ''

async function recruiter({ addCompanyUser }: OpenConsole) {
  const added = await addCompanyUser('MEMBER')
  companyId = added.companyId
  return added.user
}

async function recruiterWithJobs(opened: OpenConsole) {
  const user = await recruiter(opened)
  const { postgres } = opened.backend
  for (const title of ['Night nurse', 'Pipeline welder', 'Data engineer'])
    await addJob(postgres, companyId, { title, skills: ['triage', 'dialysis'] })
  return user
}

test.each<StateRow>([
  {
    state: 'empty',
    as: recruiter,
    async show(page) {
      await page.goto(`/c/${companyId}/jobs`)
      await page.getByText('No jobs yet').waitFor()
    },
  },
  {
    state: 'ready',
    as: recruiterWithJobs,
    async show(page) {
      await page.goto(`/c/${companyId}/jobs`)
      await page.getByRole('row', { name: /Night nurse/ }).waitFor()
    },
  },
  {
    state: 'filtered',
    as: recruiterWithJobs,
    async show(page) {
      await page.goto(`/c/${companyId}/jobs?status=ACTIVE`)
      await page.getByRole('row', { name: /Pipeline welder/ }).waitFor()
    },
  },
  {
    state: 'noneMatch',
    as: recruiterWithJobs,
    async show(page) {
      await page.goto(`/c/${companyId}/jobs?status=CLOSED`)
      await page.getByText('No jobs match these filters').waitFor()
    },
  },
  {
    state: 'foreign',
    as: recruiter,
    async show(page) {
      await page.goto(`/c/${randomUUID()}/jobs`)
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    state: 'unavailable',
    as: recruiter,
    async show(page) {
      await makeUnavailable(page, 'Jobs')
      await page.goto(`/c/${companyId}/jobs`)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('jobs: $state', (row) => expectState('jobs', row))
