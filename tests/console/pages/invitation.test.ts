import { expect, test } from 'vitest'
import { openConsole } from '../open-console.ts'
import { type StateRow, expectState } from '../expect-state.ts'

const inviting = `mutation ($companyId: ID!, $email: String!) {
  inviteMember(companyId: $companyId, email: $email, role: MEMBER) { invitation { id } } }`

test.each<StateRow>([
  {
    state: 'ready',
    async show(page) {
      await page.goto(`/invitation#${'A'.repeat(43)}`)
      await page.getByLabel('Password').waitFor()
    },
  },
  {
    state: 'incomplete',
    async show(page) {
      await page.goto('/invitation')
      await page.getByRole('heading', { name: 'The link is incomplete' }).waitFor()
    },
  },
  {
    state: 'over',
    async show(page) {
      await page.goto(`/invitation#${'A'.repeat(43)}`)
      await page.getByLabel('Password').fill('a long enough password')
      await page.getByRole('button', { name: 'Accept the invitation' }).click()
      await page.getByRole('heading', { name: 'This invitation no longer works' }).waitFor()
    },
  },
])('invitation: $state', (row) => expectState('invitation', row))

test('an invited person chooses a password and is in the company; the token leaves the address at once', async () => {
  const opened = await openConsole()
  const { user: admin, companyId } = await opened.addCompanyUser()
  const email = `${companyId}@people.example`
  await opened.backend.ask(inviting, { user: admin, variables: { companyId, email } })
  await using context = await opened.newContext()
  const page = await context.newPage()
  await page.goto(`/invitation#${await opened.mailedToken(email)}`)
  await page.getByLabel('Password').fill('a long enough password')
  expect(new URL(page.url()).hash).toBe('')
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.waitForURL(`**/c/${companyId}`)
})
