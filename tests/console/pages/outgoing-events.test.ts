import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'

async function open(page: Page, search = ''): Promise<void> {
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.goto(`${new URL(page.url()).pathname}/profile/events${search}`)
  await page.getByRole('heading', { level: 1, name: 'Outgoing events' }).waitFor()
}

const url = 'https://hooks.example.com/gatehouse'

/** An admin of a company with an endpoint, to which a test event is on its way. */
async function adminWithEndpoint({ backend, addCompanyUser }: OpenConsole) {
  const { user, companyId } = await addCompanyUser()
  const { data, errors } = await backend.ask(
    `mutation ($id: ID!, $input: CreateEventEndpointInput!) {
      createEventEndpoint(companyId: $id, input: $input) { endpoint { id } } }`,
    {
      user,
      variables: { id: companyId, input: { url, description: 'Production', eventTypes: ['key.created'] } },
    },
  )
  expect(errors).toBeUndefined()
  const made = data as { createEventEndpoint: { endpoint: { id: string } } }
  const { endpoint } = made.createEventEndpoint
  await backend.ask(
    `mutation ($id: ID!, $endpointId: ID!) { testEventEndpoint(companyId: $id, endpointId: $endpointId) { id } }`,
    { user, variables: { id: companyId, endpointId: endpoint.id } },
  )
  return user
}

const admin = async ({ addCompanyUser }: OpenConsole) => (await addCompanyUser()).user

test.each<StateRow>([
  {
    state: 'empty',
    as: admin,
    async show(page) {
      await open(page)
      await page.getByText('Receive events at your own server').waitFor()
    },
  },
  {
    state: 'ready',
    as: adminWithEndpoint,
    async show(page) {
      await open(page)
      await page.getByText('Production').waitFor()
      await page.getByRole('grid', { name: 'Delivery log' }).getByText('endpoint.test').waitFor()
    },
  },
  {
    state: 'add',
    as: admin,
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: 'Add an endpoint' }).click()
      await page.getByRole('radio', { name: 'Selected' }).check()
      await page.getByLabel('invoice.paid').waitFor()
    },
  },
  {
    state: 'addRefused',
    as: admin,
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: 'Add an endpoint' }).click()
      await page.getByLabel('Address').fill('http://hooks.example.com')
      await page.getByRole('button', { name: 'Add the endpoint' }).click()
      await page.locator('.field-fault').waitFor()
    },
  },
  {
    state: 'secret',
    as: admin,
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: 'Add an endpoint' }).click()
      await page.getByLabel('Address').fill(url)
      await page.getByRole('button', { name: 'Add the endpoint' }).click()
      await page.getByText('This secret is shown only now').waitFor()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      expect(await page.locator('.secret code').textContent()).toMatch(/^whsec_/)
    },
  },
  {
    state: 'delivery',
    as: adminWithEndpoint,
    async show(page) {
      await open(page)
      await page.getByRole('grid', { name: 'Delivery log' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Send it again' }).waitFor()
    },
  },
  {
    state: 'noneMatch',
    as: adminWithEndpoint,
    async show(page) {
      await open(page, '?status=FAILED')
      await page.getByText('No deliveries').waitFor()
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
      await makeUnavailable(page, 'OutgoingEvents')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('outgoing-events: $state', (row) => expectState('outgoing-events', row))

test('an endpoint is tested, its secret rotated, and it is disabled, enabled and removed', async () => {
  const opened = await openConsole()
  const user = await adminWithEndpoint(opened)
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await open(page)
  await page.getByRole('button', { name: `Send a test: ${url}` }).click()
  await page.getByText('Test event queued').waitFor()
  await page.getByRole('button', { name: `Rotate the secret: ${url}` }).click()
  await page.getByRole('button', { name: 'Create a new secret' }).click()
  await page.getByRole('button', { name: 'I have stored the secret' }).click()
  await page.getByText('The former secret is valid until').waitFor()
  await page.getByRole('button', { name: `Disable: ${url}` }).click()
  await page.getByRole('button', { name: `Enable: ${url}` }).click()
  await page.getByRole('button', { name: `Remove: ${url}` }).click()
  await page.getByRole('button', { name: 'Remove the endpoint' }).click()
  await page.getByText('Receive events at your own server').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})
