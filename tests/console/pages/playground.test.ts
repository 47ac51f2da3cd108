import type { User } from '@gatehouse/identity/users'
import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'
import { openGateway } from '../open-gateway.ts'

const admin = async ({ addCompanyUser }: OpenConsole) => (await addCompanyUser()).user

async function open(page: Page, search = ''): Promise<void> {
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.goto(`${new URL(page.url()).pathname}/playground${search}`)
  await page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor()
}

const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click()

/** The charge is read from the ledger when the answer has ended. */
const charged = (page: Page) => page.locator('.run-figures dt', { hasText: 'Charged' })

function keysOf({ backend }: OpenConsole, companyId: string) {
  return backend.database.selectFrom('api_keys').selectAll().where('company_id', '=', companyId).execute()
}

/** Lets the page create its key, changes the limits of the key, and sends until the gateway knows of them. */
async function sendWithLimits(
  page: Page,
  { opened, user, limits }: { opened: OpenConsole; user: User | undefined; limits: object },
): Promise<void> {
  await page.getByRole('button', { name: 'Estimate' }).click()
  await page.getByText('The call would be admitted').waitFor()
  const companyId = /\/c\/([^/]+)/.exec(page.url())?.[1] ?? ''
  const [key] = await keysOf(opened, companyId)
  const { errors } = await opened.backend.ask(
    `mutation ($companyId: ID!, $keyId: ID!, $limits: UpdateApiKeyInput!) {
      updateApiKey(companyId: $companyId, keyId: $keyId, input: $limits) { id } }`,
    { ...(user ? { user } : {}), variables: { companyId, keyId: key?.id, limits } },
  )
  expect(errors).toBeUndefined()
  await expect
    .poll(async () => {
      await send(page)
      await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
      return page.getByRole('alert').count()
    })
    .toBe(1)
}

test.each<StateRow>([
  {
    state: 'ready',
    as: admin,
    async show(page, opened) {
      await openGateway(opened)
      await open(page)
      await page.getByText('1.00 in, 0.10 cached, 5.00 out').waitFor()
      await page.getByText('The first call creates an API key').waitFor()
    },
  },
  {
    state: 'estimated',
    as: admin,
    callsGateway: true,
    async show(page, opened) {
      const sim = await openGateway(opened)
      await open(page)
      await page.getByRole('button', { name: 'Estimate' }).click()
      await page.getByText('The call would be admitted').waitFor()
      expect(sim.counts.started).toBe(0)
    },
  },
  {
    state: 'streaming',
    as: admin,
    callsGateway: true,
    async show(page, opened) {
      const sim = await openGateway(opened)
      sim.planNext({ outputTokens: 200, fault: { kind: 'hang_mid_stream', after: 60 } })
      await open(page)
      await send(page)
      await page.getByText('So far (estimate)').waitFor()
      await page.getByText(/^≈ 0\.\d{6}$/).waitFor()
      await page.getByRole('button', { name: 'Stop', exact: true }).waitFor()
      await page.getByText('If you stop an answer before its end, nothing is charged.').waitFor()
    },
  },
  {
    state: 'done',
    as: admin,
    callsGateway: true,
    async show(page, opened) {
      await openGateway(opened)
      await open(page)
      await send(page)
      await charged(page).waitFor()
      await page.getByRole('link', { name: 'Receipt' }).waitFor()
    },
  },
  {
    state: 'cutShort',
    as: admin,
    callsGateway: true,
    async show(page, opened) {
      await openGateway(opened)
      await open(page, '?maxTokens=5')
      await send(page)
      await page.getByText('The answer ended at its limit of tokens').waitFor()
    },
  },
  {
    state: 'stopped',
    as: admin,
    callsGateway: true,
    async show(page, opened) {
      const sim = await openGateway(opened)
      sim.planNext({ outputTokens: 200, fault: { kind: 'hang_mid_stream', after: 40 } })
      await open(page)
      await send(page)
      await page.getByText('Writing').waitFor()
      await page.getByRole('button', { name: 'Stop', exact: true }).click()
      await page.getByText('Nothing is charged for it').waitFor()
      expect(sim.counts.started).toBe(1)
    },
  },
  {
    state: 'compared',
    as: admin,
    callsGateway: true,
    async show(page, opened) {
      await openGateway(opened)
      await open(page)
      await page.getByRole('button', { name: 'Compare two models' }).click()
      await page.getByLabel('Second model').selectOption('svc/chat-premium')
      expect(new URL(page.url()).searchParams.get('with')).toBe('svc/chat-premium')
      await page.keyboard.press('Control+Enter')
      await expect.poll(() => charged(page).count()).toBe(2)
    },
  },
  {
    state: 'noCredits',
    as: async ({ addCompanyUser }) => (await addCompanyUser('ADMIN', 0n)).user,
    callsGateway: true,
    async show(page, opened) {
      await openGateway(opened)
      await open(page)
      await send(page)
      await page.getByRole('alert').getByText('Not enough credits').waitFor()
      await page.getByRole('alert').getByRole('link', { name: 'Top up' }).waitFor()
    },
  },
  {
    state: 'capReached',
    as: admin,
    callsGateway: true,
    async show(page, opened, user) {
      await openGateway(opened)
      await open(page)
      await sendWithLimits(page, { opened, user, limits: { monthlyCreditCap: '0.000001' } })
      await page.getByRole('alert').getByText('The key of this page has reached its limit').waitFor()
    },
  },
  {
    state: 'tooMany',
    as: admin,
    callsGateway: true,
    async show(page, opened, user) {
      await openGateway(opened)
      await open(page)
      await sendWithLimits(page, { opened, user, limits: { rpmLimit: 1 } })
      await page.getByRole('alert').getByText('Too many requests').waitFor()
      await page.getByText(/Send again in \d+ second/).waitFor()
    },
  },
  {
    state: 'providerFailed',
    as: admin,
    callsGateway: true,
    async show(page, opened) {
      const sim = await openGateway(opened)
      sim.planWhen(() => true, { fault: { kind: 'status', status: 500 } })
      // A model of its own: its route is avoided for a while after failures.
      await open(page, '?model=svc/extract-fast')
      await send(page)
      await page.getByRole('alert').getByText('The model did not answer').waitFor()
      await page.getByRole('button', { name: 'Copy Request ID' }).waitFor()
    },
  },
  {
    state: 'unreachable',
    as: admin,
    callsGateway: true,
    async show(page, opened) {
      await openGateway(opened)
      await page.route(`${opened.gatewayUrl}/**`, (route) => route.abort())
      await open(page)
      await send(page)
      await page.getByText(`CONSOLE_ORIGIN is ${opened.url}`).waitFor()
    },
  },
  {
    state: 'keyRefused',
    as: admin,
    async show(page, opened) {
      await openGateway(opened)
      await makeUnavailable(page, 'CreatePageKey')
      await open(page)
      await send(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
  {
    state: 'noGateway',
    as: admin,
    async show(page) {
      await page.route('**/playground', async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replace(/(name="gateway-url" content=")[^"]*/, '$1')
        return route.fulfill({ response, body })
      })
      await open(page)
      await page.getByText('The address of the gateway is not known').waitFor()
    },
  },
  {
    state: 'noModels',
    as: admin,
    async show(page) {
      await page.route('**/graphql', (route) =>
        (route.request().postData() ?? '').includes('"operationName":"Playground"')
          ? route.fulfill({ json: { data: { models: [] } } })
          : route.fallback(),
      )
      await open(page)
      await page.getByText('No models yet').waitFor()
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
      await makeUnavailable(page, 'Playground')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('playground: $state', (row) => expectState('playground', row))

test('two clicks after the login lead to an answer that streams, and to a charge that is that of the ledger', async () => {
  const opened = await openConsole()
  await openGateway(opened)
  const { user, companyId } = await opened.addCompanyUser()
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('link', { name: 'Playground' }).first().click()
  await send(page)
  await page.getByText(/^≈ 0\.\d{6}$/).waitFor()
  await charged(page).waitFor()
  const shown = await page
    .locator('.run-figures div', { has: page.locator('dt', { hasText: 'Charged' }) })
    .locator('dd')
    .textContent()
  const call = await opened.backend.database
    .selectFrom('calls')
    .select(['id', 'charged_micros'])
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  expect(Number(shown) * 1e6).toBeCloseTo(Number(call.charged_micros), 3)
  await page.getByRole('link', { name: 'Receipt' }).click()
  await page.getByText('The figures agree').waitFor()
  expect(page.url()).toContain(call.id)
})

test('the key has a limit and a name, is never stored, and ends by the button and by leaving', async () => {
  const opened = await openConsole()
  await openGateway(opened)
  const { user, companyId } = await opened.addCompanyUser()
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await open(page)
  for (const leave of [
    () => page.getByRole('button', { name: 'End the key' }).click(),
    () => page.getByRole('link', { name: 'Home' }).first().click(),
    () => page.goto('about:blank'),
  ]) {
    if (!page.url().includes('/playground')) await open(page)
    const before = (await keysOf(opened, companyId)).length
    await page.getByRole('button', { name: 'Estimate' }).click()
    await page.getByText('The call would be admitted').waitFor()
    await page.getByText(/API key …\w{4} of this page/).waitFor()
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain('svc_live')
    expect(await page.content()).not.toContain('svc_live')
    await leave()
    await expect
      .poll(async () => (await keysOf(opened, companyId)).filter((key) => key.revoked_at !== null).length)
      .toBe(before + 1)
  }
  const [key] = await keysOf(opened, companyId)
  expect(key).toMatchObject({
    name: `Playground, ${user.email}`,
    monthly_credit_cap_micros: 1_000_000n,
    scopes: ['inference:chat', 'usage:read'],
  })
  const lifetimeMs = (key?.expires_at?.getTime() ?? 0) - (key?.created_at.getTime() ?? 0)
  expect(lifetimeMs).toBeGreaterThan(3_500_000)
  expect(lifetimeMs).toBeLessThanOrEqual(3_601_000)
})

test('one click copies the call as code, and an answer can be continued', async () => {
  const opened = await openConsole()
  const sim = await openGateway(opened)
  const { user } = await opened.addCompanyUser()
  await using context = await opened.newContext(user)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  await open(page, '?temperature=0.5')
  await page.getByLabel('Message 1').getByRole('textbox').fill("It's short.")
  await page.getByRole('button', { name: 'curl' }).click()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(copied).toContain(`${opened.gatewayUrl}/chat/completions`)
  expect(copied).toContain('$API_KEY')
  expect(copied).toContain(String.raw`It'\''s short.`)
  expect(copied).toContain('"temperature": 0.5')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Message 3').getByRole('textbox').fill('And now?')
  await page.keyboard.press('Control+Enter')
  await charged(page).waitFor()
  const body = JSON.parse(String(sim.requests.at(-1)?.body)) as { messages: { role: string }[] }
  expect(body.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
})
