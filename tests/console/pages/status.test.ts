import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type Page, openConsole } from '../open-console.ts'

const operational = {
  checkedAt: '2026-11-17T14:02:11.000Z',
  gateway: 'OPERATIONAL',
  aiService: 'OPERATIONAL',
  database: 'OPERATIONAL',
  lastReconciliation: { endedAt: '2026-11-17T14:00:00.000Z', isClean: true },
}

/** Answers as a platform in the given state would: all its services cannot be stopped for one test. */
async function open(
  page: Page,
  worst: 'OPERATIONAL' | 'DEGRADED' | 'DOWN' | 'UNKNOWN',
  changed: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await page.route('**/graphql', async (route) => {
    if (!(route.request().postData() ?? '').includes('"operationName":"PlatformStatus"'))
      return route.fallback()
    return route.fulfill({ json: { data: { platformStatus: { ...operational, ...changed, state: worst } } } })
  })
  await page.goto('/status')
}

test.each<StateRow>([
  {
    state: 'operational',
    async show(page) {
      await open(page, 'OPERATIONAL')
      await page.getByText('All systems operational').waitFor()
      await page.getByText('17 Nov 2026, 14:00, no differences').waitFor()
    },
  },
  {
    state: 'degraded',
    async show(page) {
      const lastReconciliation = { ...operational.lastReconciliation, isClean: false }
      await open(page, 'DEGRADED', { gateway: 'DEGRADED', lastReconciliation })
      await page.getByText('Some systems are degraded').waitFor()
      await page.getByText('differences found').waitFor()
    },
  },
  {
    state: 'down',
    async show(page) {
      await open(page, 'DOWN', { gateway: 'UNKNOWN', database: 'DOWN', lastReconciliation: null })
      await page.getByRole('alert').getByText('Some systems do not respond').waitFor()
      await page.getByText('Not responding').waitFor()
    },
  },
  {
    state: 'unknown',
    async show(page) {
      await open(page, 'UNKNOWN', { aiService: 'UNKNOWN', lastReconciliation: null })
      await page.getByText('Not everything could be checked').waitFor()
      await page.getByText('None so far').waitFor()
    },
  },
  {
    state: 'loading',
    async show(page) {
      await page.route('**/graphql', async (route) => {
        if (!(route.request().postData() ?? '').includes('"operationName":"PlatformStatus"'))
          await route.fallback()
      })
      await page.goto('/status')
      await page.locator('[aria-busy=true]').waitFor()
    },
  },
  {
    state: 'unavailable',
    async show(page) {
      await makeUnavailable(page, 'PlatformStatus')
      await page.goto('/status')
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('status: $state', (row) => expectState('status', row))

test('the status of this backend is found from the login page and from the help menu', async () => {
  const opened = await openConsole()
  await using anonymous = await opened.newContext()
  const page = await anonymous.newPage()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Status of the platform' }).click()
  await page.getByRole('heading', { level: 1, name: 'Status' }).waitFor()
  await page.getByText('Database').waitFor()
  await page.getByRole('link', { name: 'Go to the console' }).click()
  await page.waitForURL('**/login**')
  const { user } = await opened.addCompanyUser()
  await using context = await opened.newContext(user)
  const inside = await context.newPage()
  await inside.goto('/')
  await inside.getByRole('button', { name: 'Help' }).click()
  const item = inside.getByRole('menuitem', { name: /Status of the platform/ })
  const [status] = await Promise.all([context.waitForEvent('page'), item.click()])
  await status.getByText('Database').waitFor()
  expect(new URL(status.url()).pathname).toBe('/status')
})
