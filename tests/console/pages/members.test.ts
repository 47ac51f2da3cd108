import { addUser } from '@gatehouse/testkit/seed-backend'
import { addSso } from '@gatehouse/testkit/seed-sso'
import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'

const admin = async ({ addCompanyUser }: OpenConsole) => (await addCompanyUser()).user

/** An admin of a company with two more people and an open invitation. */
async function adminWithPeople({ backend, addCompanyUser }: OpenConsole) {
  const { user, companyId } = await addCompanyUser()
  for (const role of ['ADMIN', 'MEMBER'] as const) await addUser(backend.database, { companyId, role })
  const { errors } = await backend.ask(
    'mutation ($id: ID!) { inviteMember(companyId: $id, email: "grace@invited.example", role: ADMIN) { mailStatus } }',
    { user, variables: { id: companyId } },
  )
  expect(errors).toBeUndefined()
  return user
}

async function open(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.goto(`${new URL(page.url()).pathname}/profile/members`)
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
}

async function invite(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite a person' }).click()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
}

/** The answer of a backend whose AI service has no mail server: the one of the tests has one. */
async function answerWithoutMailServer(page: Page): Promise<void> {
  await page.route('**/graphql', async (route) => {
    if (!(route.request().postData() ?? '').includes('"operationName":"InviteMember"'))
      return route.fallback()
    const answer = await (await route.fetch()).text()
    return route.fulfill({
      contentType: 'application/json',
      body: answer.replace('"mailStatus":"QUEUED"', '"mailStatus":"NO_MAIL_SERVER"'),
    })
  })
}

test.each<StateRow>([
  {
    state: 'alone',
    as: admin,
    async show(page) {
      await open(page)
      await page.getByText('You', { exact: true }).waitFor()
      await page.getByText('No open invitations').waitFor()
    },
  },
  {
    state: 'ready',
    as: adminWithPeople,
    async show(page) {
      await open(page)
      await page.getByText('grace@invited.example').waitFor()
      expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(3)
    },
  },
  {
    state: 'invite',
    as: admin,
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: 'Invite a person' }).click()
      await page.getByRole('radio', { name: 'Admin' }).check()
      await page.getByText('Sees and changes everything of the company').waitFor()
    },
  },
  {
    state: 'inviteRefused',
    as: admin,
    async show(page, _opened, user) {
      await open(page)
      // This person is a member already.
      await invite(page, user?.email ?? '')
      await page.locator('.dialog .field-fault, .dialog [role=alert]').first().waitFor()
    },
  },
  {
    state: 'invited',
    as: admin,
    async show(page, { startAiService }) {
      // The AI service reports whether mail is sent.
      await startAiService()
      await open(page)
      await invite(page, 'grace@invited.example')
      await page.getByText('The invitation to grace@invited.example is on its way').waitFor()
      await page.getByRole('button', { name: 'Revoke the invitation of grace@invited.example' }).waitFor()
    },
  },
  {
    state: 'invitedWithoutMail',
    as: admin,
    async show(page) {
      await answerWithoutMailServer(page)
      await open(page)
      await invite(page, 'grace@invited.example')
      await page.getByText('The invitation to grace@invited.example waits').waitFor()
      await page.getByText('No mail server is set up').waitFor()
    },
  },
  {
    state: 'role',
    as: adminWithPeople,
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: /^Make admin: / }).click()
      await page.getByRole('button', { name: 'Change the role' }).waitFor()
    },
  },
  {
    state: 'remove',
    as: adminWithPeople,
    async show(page) {
      await open(page)
      await page
        .getByRole('button', { name: /^Remove / })
        .last()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    state: 'lastAdmin',
    as: admin,
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: /^Remove / }).click()
      await page.getByText('You leave the company at once').waitFor()
      await page.getByRole('button', { name: 'Leave the company' }).click()
      await page.getByRole('dialog').getByRole('alert').waitFor()
    },
  },
  {
    state: 'revoke',
    as: adminWithPeople,
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: 'Revoke the invitation of grace@invited.example' }).click()
      await page.getByText('The link in the mail stops working').waitFor()
    },
  },
  {
    state: 'signOn',
    as: adminWithPeople,
    async show(page, { backend }, user) {
      const { company_id: companyId } = await backend.database
        .selectFrom('memberships')
        .select('company_id')
        .where('user_id', '=', user?.id ?? '')
        .executeTakeFirstOrThrow()
      await addSso(backend.database, companyId, {
        provider: {
          issuer: 'https://login.acme.example',
          clientId: 'console',
          clientSecret: 'a client secret',
        },
        domains: [`${companyId}.example`],
      })
      await open(page)
      await page.getByText(/People with an address at .* can log in through login\.acme\.example/).waitFor()
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
    as: admin,
    async show(page) {
      await makeUnavailable(page, 'Members')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('members: $state', (row) => expectState('members', row))

test('a role is changed, a member is removed and an invitation is revoked', async () => {
  const opened = await openConsole()
  const user = await adminWithPeople(opened)
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await open(page)
  await page.getByRole('button', { name: /^Make admin: / }).click()
  await page.getByRole('button', { name: 'Change the role' }).click()
  await expect.poll(() => page.getByRole('button', { name: /^Make member: / }).count()).toBe(3)
  const others = page.getByRole('listitem').filter({ hasNotText: user.email })
  await others
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Remove from the company' }).click()
  await expect.poll(() => page.getByRole('button', { name: /^Remove / }).count()).toBe(2)
  await page.getByRole('button', { name: /^Revoke the invitation of/ }).click()
  await page.getByRole('button', { name: 'Revoke the invitation', exact: true }).click()
  await page.getByText('No open invitations').waitFor()
})
