// The table-driven tests of pages: each row leads a browser to one state of the page. tests/tidy/rules/page-states.ts
// compares the rows with the states that apps/console/src/pages.ts declares.
import type { User } from '@gatehouse/identity/users'
import type { Page } from '@gatehouse/testkit/start-browser'
import { expect } from 'vitest'
import { checkPage, faultyLooks } from './check-page.ts'
import { type OpenConsole, openConsole } from './open-console.ts'
import { recordState } from './state-records.ts'

export type StateRow = {
  state: string
  /** The user who is logged in; without it, the browser has no session. */
  as?: (opened: OpenConsole) => Promise<User>
  /** Leads to the state, and ends when it is shown. */
  show: (page: Page, opened: OpenConsole, user: User | undefined) => Promise<void>
  /** The page may call the gateway from the browser; other pages reach their own origin only. */
  callsGateway?: boolean
}

/** Without the refresh of the session, which the first page after a reload needs. */
const requestsMax = 2

/** Leads a new browser profile to the state, and expects nothing wrong there. */
export async function expectState(
  name: string,
  { state, as, show, callsGateway = false }: StateRow,
): Promise<void> {
  const opened = await openConsole()
  const user = await as?.(opened)
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  const problems = watch(page, callsGateway ? [opened.url, new URL(opened.gatewayUrl).origin] : [opened.url])
  await show(page, opened, user)
  // A page that asks for each of its rows fails here.
  expect(problems.mostRequests()).toBeLessThanOrEqual(requestsMax)
  const looks = await checkPage(page, { name, state })
  recordState({ page: name, state, looks, problems: problems.found() })
  expect(faultyLooks(looks)).toEqual([])
  expect(problems.found()).toEqual([])
}

/** Collects what a browser reports: violations of the policy, exceptions, and requests to other origins. */
function watch(page: Page, origins: readonly string[]) {
  const found: string[] = []
  // A retry and a second reading after a change have the same body, and count once.
  const requests = new Set<string>()
  let most = 0
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) found.push(message.text())
  })
  page.on('pageerror', (error) => found.push(`exception: ${error.message}`))
  page.on('framenavigated', () => {
    requests.clear()
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (!origins.includes(url.origin) && url.protocol !== 'blob:') found.push(`request to ${url.origin}`)
    const body = request.postData() ?? ''
    if (url.pathname === '/graphql' && /"query":"query/.test(body)) {
      requests.add(body)
      most = Math.max(most, requests.size)
    }
  })
  return { found: () => found, mostRequests: () => most }
}

/** Answers the named operation as a backend whose database is gone would. */
export async function makeUnavailable(page: Page, operationName: string): Promise<void> {
  await page.route('**/graphql', async (route) => {
    if (!(route.request().postData() ?? '').includes(`"operationName":"${operationName}"`))
      return route.fallback()
    const extensions = {
      code: 'UNAVAILABLE',
      fault: 'postgres.unreachable',
      request_id: '0193a3c4-7b1e-7000-8000-000000000000',
    }
    return route.fulfill({
      json: { errors: [{ message: 'The database does not respond. Try again.', extensions }] },
    })
  })
}
