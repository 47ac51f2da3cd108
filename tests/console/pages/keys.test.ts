import { seedCall } from '@gatehouse/backend/testing/seed-company'
import { addAliases, addKey } from '@gatehouse/testkit/seed-gateway'
import { expect, test } from 'vitest'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'

/** An admin of a company with keys that are used, capped, about to expire, expired and revoked. */
async function adminWithKeys({ backend, addCompanyUser }: OpenConsole) {
  const { user, companyId } = await addCompanyUser()
  const { database, postgres } = backend
  const limits = { companyId, rpmLimit: 300, tpmLimit: 200_000 }
  const { key } = await addKey(database, { ...limits, name: 'ats-sync', monthlyCreditCapMicros: 50_000_000n })
  const usage = { promptTokens: 1_200, cachedTokens: 0, completionTokens: 500 }
  const end = { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros: 1_020_031n } as const
  await seedCall(postgres, { companyId, keyId: key.id, end, heldMicros: 1_020_031n })
  await database.updateTable('api_keys').set({ last_used_at: new Date() }).where('id', '=', key.id).execute()
  await addKey(database, {
    ...limits,
    name: 'nightly import of job postings',
    expiresAt: new Date(Date.now() + 5 * 86_400_000),
  })
  const ended = await addKey(database, { ...limits, name: 'old laptop' })
  await backend.ask(
    'mutation ($companyId: ID!, $keyId: ID!) { revokeApiKey(companyId: $companyId, keyId: $keyId) { id } }',
    { user, variables: { companyId, keyId: ended.key.id } },
  )
  return user
}

async function open(page: Page, search = ''): Promise<void> {
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.goto(`${new URL(page.url()).pathname}/profile/api-keys${search}`)
  await page.getByRole('heading', { level: 1, name: 'API Keys' }).waitFor()
}

async function fillName(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
}

test.each<StateRow>([
  {
    state: 'empty',
    as: async ({ addCompanyUser }) => (await addCompanyUser()).user,
    async show(page) {
      await open(page)
      await page.getByRole('heading', { name: 'Make your first call' }).waitFor()
    },
  },
  {
    state: 'ready',
    as: adminWithKeys,
    async show(page) {
      await open(page)
      const row = page.getByRole('row').filter({ hasText: 'ats-sync' })
      await row.getByText('1.020031').waitFor()
      expect(await page.getByText('old laptop').count()).toBe(0)
    },
  },
  {
    state: 'filtered',
    as: adminWithKeys,
    async show(page) {
      await open(page)
      await page.getByRole('radio', { name: 'Expired' }).check()
      await page.getByText('No expired keys').waitFor()
      expect(new URL(page.url()).searchParams.get('status')).toBe('EXPIRED')
    },
  },
  {
    state: 'create',
    as: adminWithKeys,
    async show(page, { backend }) {
      await addAliases(backend.database, 'http://127.0.0.1:1/v1')
      await open(page)
      await page.getByRole('button', { name: 'Create a key' }).click()
      await page.getByRole('radio', { name: 'Only some' }).check()
      await page.getByLabel('svc/chat-default').check()
      await page.getByText('Permissions and rate limits').click()
      await page.getByLabel('Calls per minute').waitFor()
    },
  },
  {
    state: 'createRefused',
    as: adminWithKeys,
    async show(page) {
      await open(page)
      await fillName(page, 'too fast')
      await page.getByLabel('Monthly spending limit').fill('a lot')
      await page.getByRole('button', { name: 'Create the key' }).click()
      await page.getByText('monthlyCreditCap must be credits').waitFor()
    },
  },
  {
    state: 'secret',
    as: async ({ addCompanyUser }) => (await addCompanyUser()).user,
    async show(page) {
      await open(page)
      await fillName(page, 'ats-sync')
      await page.keyboard.press('Enter')
      await page.getByText('Waiting for the first call').waitFor()
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
    as: adminWithKeys,
    async show(page) {
      await makeUnavailable(page, 'ApiKeys')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('keys: $state', (row) => expectState('keys', row))

test('a new key is shown once, stays until it is stored, and reports its first call', async () => {
  const opened = await openConsole()
  const { user, companyId } = await opened.addCompanyUser()
  await using context = await opened.newContext(user)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  await open(page)
  await fillName(page, 'first')
  await page.getByRole('button', { name: 'Create the key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Key first is ready' })
  await dialog.getByRole('button', { name: 'Copy example' }).click()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  const rawKey = /svc_live_[0-9A-Za-z]{38}/.exec(copied)?.[0] ?? ''
  expect(rawKey).not.toBe('')
  expect(await dialog.textContent()).not.toContain(rawKey)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  expect(await dialog.isVisible()).toBe(true)
  const { id } = await opened.backend.database
    .selectFrom('api_keys')
    .select('id')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  await seedCall(opened.backend.postgres, { companyId, keyId: id })
  await dialog.getByText('The first call has arrived').waitFor()
  await dialog.getByRole('button', { name: 'I have stored the key' }).click()
  await page.getByRole('row').filter({ hasText: 'first' }).waitFor()
  expect(await page.content()).not.toContain(rawKey)
})

test('a new key is not lost by Escape while it is created, nor by the Back button before it is stored', async () => {
  const opened = await openConsole()
  const { user } = await opened.addCompanyUser()
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await open(page)
  const answer = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    if ((route.request().postData() ?? '').includes('"operationName":"CreateApiKey"')) await answer.promise
    return route.fallback()
  })
  await fillName(page, 'kept')
  const isSent = page.waitForRequest((request) => /"CreateApiKey"/.test(request.postData() ?? ''))
  await page.keyboard.press('Enter')
  await isSent
  await page.locator('dialog [data-busy]').waitFor()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  answer.resolve()
  const dialog = page.getByRole('dialog', { name: 'Key kept is ready' })
  await dialog.waitFor()
  const address = page.url()
  await page.evaluate(`new Promise((resolve) => {
    // The router returns to the page, which is another step of the history.
    let steps = 0
    addEventListener('popstate', () => (steps += 1) === 2 && resolve())
    history.back()
  })`)
  await page.getByText('Waiting for the first call').waitFor()
  expect([page.url(), await dialog.isVisible()]).toEqual([address, true])
  await dialog.getByRole('button', { name: 'I have stored the key' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
})
