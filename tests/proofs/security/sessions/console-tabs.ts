// The console in five tabs of one Chromium profile. The clock of the tabs is ahead by nearly the life of an access token,
// so each token must be replaced a second after it was issued, and all tabs want to do so at the same moment. Tabs are
// reloaded in the middle of a refresh, and in the end a thief uses the refresh token of the profile.
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import type { BrowserContext, Page } from '@gatehouse/testkit/start-browser'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { type ConsoleSetup, openConsoleSetup } from '../../console/open-console-setup.ts'
import { openBrowser, refreshing } from './browser.ts'
import { type RefreshWatch, watchRefreshes } from './watch-refreshes.ts'

export type ConsoleTabs =
  | { kind: 'not measured'; reason: string }
  | { kind: 'measured'; refreshes: number; reloads: number; aborted: number; wrong: readonly string[] }

export type TabsSize = { tabRefreshes: number; tabReloads: number }

const tabCount = 5
// A new token is valid for 15 minutes. In the tabs it has 40 seconds left: more than the 30 below which a token is not
// used any more, and less than the 60 before which it is replaced.
const aheadMs = 15 * 60_000 - 40_000
const clockScript = `{
  const now = Date.now.bind(Date)
  Date.now = () => now() + ${aheadMs}
}`
const waiting = (what: string) => ({ withinMs: 60_000, what })

export async function useConsoleTabs(scope: AsyncDisposableStack, size: TabsSize): Promise<ConsoleTabs> {
  const setup = await openConsoleSetup(scope)
  if (!setup) return { kind: 'not measured', reason: 'there is no Chromium on this machine' }
  const companyId = await addCompany(setup.database, 1_000_000n)
  const user = await addUser(setup.database, { companyId, role: 'ADMIN' })
  const context = await setup.openProfile(user)
  await context.addInitScript(clockScript)
  const watch = watchRefreshes(context)
  const tabs = await Promise.all(Array.from({ length: tabCount }, () => context.newPage()))
  await Promise.all(tabs.map((tab) => tab.goto(`/c/${companyId}`)))
  const wrong: string[] = []
  const reloads = await keepRefreshing(watch, size)
  for (const tab of tabs) if (!(await isLoggedIn(tab))) wrong.push(`a tab is logged out: ${tab.url()}`)
  const { succeeded, aborted, refused, overlapping } = watch.counts
  wrong.push(...refused.map((fault) => `a tab was refused: ${fault}`))
  if (overlapping > 0) wrong.push(`${overlapping} refreshes began while another tab refreshed`)
  // From a session that has already ended, nothing can be stolen.
  if (wrong.length === 0) wrong.push(...(await stealFrom(setup, { context, tabs, watch })))
  await context.close()
  return { kind: 'measured', refreshes: succeeded, reloads, aborted, wrong }
}

/** Lets the tabs refresh, and reloads every few refreshes the tab that has just sent one. */
async function keepRefreshing(watch: RefreshWatch, { tabRefreshes, tabReloads }: TabsSize): Promise<number> {
  const every = Math.max(1, Math.floor(tabRefreshes / tabReloads))
  const isOver = () => watch.counts.refused.length > 0
  let reloads = 0
  while (reloads < tabReloads && !isOver()) {
    const target = Math.min(tabRefreshes, (reloads + 1) * every)
    await waitUntil(() => watch.counts.succeeded >= target - 1 || isOver(), waiting('refreshes of the tabs'))
    if (isOver()) break
    await watch.atNextRefresh((tab) => tab.reload({ waitUntil: 'domcontentloaded' }).then(() => undefined))
    reloads += 1
  }
  await waitUntil(() => watch.counts.succeeded >= tabRefreshes || isOver(), waiting('the last refreshes'))
  return reloads
}

async function isLoggedIn(tab: Page): Promise<boolean> {
  return tab
    .getByRole('heading', { level: 1, name: 'Home' })
    .waitFor({ timeout: 10_000 })
    .then(
      () => true,
      () => false,
    )
}

type Robbed = { context: BrowserContext; tabs: readonly Page[]; watch: RefreshWatch }

/** The thief refreshes, the tabs do too, and the thief wants to go on. Both must be logged out. */
async function stealFrom(
  { url, pool }: ConsoleSetup,
  { context, tabs, watch }: Robbed,
): Promise<readonly string[]> {
  const stolen = await context.cookies(`${url}/graphql`)
  const jar = new Map(stolen.map(({ name, value }) => [name, value]))
  const thief = openBrowser(url, { address: '192.0.2.66', userAgent: 'a thief', jar })
  await thief.ask(refreshing)
  const before = watch.counts.succeeded + watch.counts.refused.length
  const hasAnswer = () => watch.counts.succeeded + watch.counts.refused.length > before
  await waitUntil(hasAnswer, waiting('the next refresh of the owner'))
  const { faults } = await thief.ask(refreshing)
  const wrong = faults.includes('identity.session_over') ? [] : ['the thief was not refused']
  for (const tab of tabs) {
    const notice = tab.getByText('Your session has ended')
    if (
      !(await notice.waitFor({ timeout: 15_000 }).then(
        () => true,
        () => false,
      ))
    )
      wrong.push(`a tab does not say that its session has ended: ${tab.url()}`)
  }
  const { rows } = await pool.query<{ reason: string | null }>(
    'select end_reason as reason from login_sessions order by id desc limit 1',
  )
  if (rows[0]?.reason !== 'REUSE') wrong.push(`the session ended with ${rows[0]?.reason}`)
  return wrong
}
