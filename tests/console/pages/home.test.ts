import { randomUUID } from 'node:crypto'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { expect, test } from 'vitest'
import { openConsole } from '../open-console.ts'
import { seedCalls } from '../seed/seed-calls.ts'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'

test.each<StateRow>([
  {
    state: 'quiet',
    as: async ({ addCompanyUser }) => (await addCompanyUser('ADMIN', 541_203_991n)).user,
    async show(page) {
      await page.goto('/')
      await page.getByText('Nothing needs your attention').waitFor()
      await page.getByText('Waiting for your first call').waitFor()
      await page.getByText('1 of 5 done').waitFor()
    },
  },
  {
    state: 'active',
    as: async (opened) => (await seedCalls(opened)).user,
    async show(page) {
      await page.goto('/')
      await page.getByRole('heading', { name: 'Last calls' }).waitFor()
      await page.getByRole('heading', { name: 'Finish setting up' }).waitFor()
    },
  },
  {
    state: 'attention',
    as: async ({ addCompanyUser }) => (await addCompanyUser('ADMIN', -500_000n)).user,
    async show(page) {
      await page.goto('/')
      await page
        .getByRole('listitem')
        .filter({ hasText: /balance/i })
        .first()
        .waitFor()
    },
  },
  {
    state: 'member',
    as: async ({ addCompanyUser }) => (await addCompanyUser('MEMBER')).user,
    async show(page) {
      await page.goto('/')
      await page.getByText('Welcome to your company').waitFor()
    },
  },
  {
    state: 'foreign',
    as: ({ backend }) => addUser(backend.database),
    async show(page) {
      await page.goto(`/c/${randomUUID()}`)
      await page.getByRole('alert').getByText('Not found').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: async ({ addCompanyUser }) => (await addCompanyUser()).user,
    async show(page) {
      await makeUnavailable(page, 'Home')
      await page.goto('/')
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('home: $state', (row) => expectState('home', row))

test('a step of the checklist is done when the platform says so, and the list stays hidden once it is', async () => {
  const opened = await openConsole()
  const { user, companyId } = await seedCalls(opened)
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await page.goto(`/c/${companyId}`)
  const step = page.getByRole('listitem').filter({ hasText: 'Set an alert' })
  await step.getByRole('link', { name: 'Add a rule' }).waitFor()
  const { errors } = await opened.backend.ask(
    `mutation ($companyId: ID!) { setAlertRule(companyId: $companyId, kind: BALANCE_BELOW, credits: "5") { id } }`,
    { user, variables: { companyId } },
  )
  expect(errors).toBeUndefined()
  await page.reload()
  await step.getByText('Done').waitFor()
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect.poll(() => page.getByText('Finish setting up').count()).toBe(0)
  await page.reload()
  await page.getByRole('heading', { name: 'Last calls' }).waitFor()
  expect(await page.getByText('Finish setting up').count()).toBe(0)
})

test('the balance in the header changes when credits arrive, without a reload', async () => {
  const opened = await openConsole()
  const { user, companyId } = await opened.addCompanyUser('ADMIN', 5_000_000n)
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  // The frame may arrive before the page shows the balance, so it is awaited from the start.
  const ready = Promise.withResolvers<void>()
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('READY')) ready.resolve()
    })
  })
  await page.goto(`/c/${companyId}`)
  await page.getByRole('banner').getByText('5.00').waitFor()
  await ready.promise
  const admin = await addUser(opened.backend.database, { isSuperAdmin: true })
  const { errors } = await opened.backend.ask(
    `mutation ($companyId: ID!, $id: ID!) {
      adjustCredits(companyId: $companyId, adjustmentId: $id, credits: "2.5", reason: "test") { credits } }`,
    { user: admin, isRecent: true, variables: { companyId, id: randomUUID() } },
  )
  expect(errors).toBeUndefined()
  await page.getByRole('banner').getByText('7.50').waitFor()
})

test('the command bar opens by the keyboard and leads to a page', async () => {
  const opened = await openConsole()
  const { user } = await opened.addCompanyUser()
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('acc')
  await page.getByRole('option', { name: 'Account' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/account')
})

test('the command bar leads from the account to a page of the company, and finds a company by its name', async () => {
  const opened = await openConsole()
  const { user, companyId } = await opened.addCompanyUser()
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await page.goto('/')
  // The company is remembered once it is known to exist.
  await expect.poll(() => page.evaluate(`localStorage.getItem('gatehouse-company')`)).toBe(companyId)
  await page.goto('/account')
  await page.getByRole('link', { name: 'Home' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('hom')
  await page.getByRole('option', { name: 'Home' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/c/${companyId}`)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill(companyId)
  await expect.poll(() => page.getByRole('group', { name: 'Found' }).getByRole('option').count()).toBe(1)
})
