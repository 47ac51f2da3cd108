import { seedCall } from '@gatehouse/backend/testing/seed-company'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addAliases, addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import type { BrowserContext, Page } from '@gatehouse/testkit/start-browser'
import { percentile } from '../../kit/percentile.ts'
import { type Proof, judged, notMeasured } from '../../proof.ts'
import { type ConsoleSetup, openConsoleSetup } from '../open-console-setup.ts'
import {
  type FirstVisit,
  measureFirstVisit,
  measureInteractions,
  measureScrolling,
  slowDown,
} from './measure-pages.ts'

const paintMsMax = 1_000
const interactionMsMax = 100
const frameMsMax = 20
const rowsInListMin = 100_000
const rowHeight = 40
const rowsDrawnMax = 60

export const proof: Proof = {
  name: 'console-speed',
  tier: 'night',
  claim: 'the console is fast on a slow machine: first paint, interactions and long lists',
  bar:
    `first contentful paint ≤ ${paintMsMax} ms and interaction to next paint p95 ≤ ${interactionMsMax} ms with a CPU slowed 4 × ` +
    `(10 Mbit/s, 40 ms); 100,000 rows at a frame p95 ≤ ${frameMsMax} ms with ≤ ${rowsDrawnMax} rows drawn; bytes and requests are judged by the build and the page tests`,
  async run({ isShort, progress }) {
    await using scope = new AsyncDisposableStack()
    const setup = await openConsoleSetup(scope)
    if (!setup) return notMeasured('there is no Chromium on this machine')
    const { companyId, user } = await seedCompany(setup, isShort ? 50 : 500)
    const visits = isShort ? 2 : 10
    const paints: number[] = []
    for (const path of ['/login', `/c/${companyId}`, `/c/${companyId}/calls`, `/c/${companyId}/spend`]) {
      const own: FirstVisit[] = []
      for (let visit = 0; visit < visits; visit += 1) {
        await using context = await setup.openProfile(path === '/login' ? undefined : user)
        own.push(await measureFirstVisit(context, path))
      }
      const median = (pick: (visit: FirstVisit) => number) => percentile(own.map(pick), 0.5)
      const paintMs = median((visit) => visit.paintMs)
      paints.push(paintMs)
      progress(
        `${path.replace(companyId, '…')}: first paint ${paintMs.toFixed(0)} ms, ` +
          `heading ${median((visit) => visit.headingMs).toFixed(0)} ms (medians of ${visits})`,
      )
    }
    await using context = await setup.openProfile(user)
    const groups = await interact(context, companyId)
    for (const [name, durations] of Object.entries(groups))
      progress(
        `${durations.length} interactions ${name}: p50 ${percentile(durations, 0.5)} ms, slowest ${Math.max(...durations)} ms`,
      )
    const interactions = Object.values(groups).flat()
    const { frames, rows, height } = await scrollRows(context)
    progress(
      `${frames.length} frames through ${Math.floor(height / rowHeight)} rows: p95 ${percentile(frames, 0.95).toFixed(1)} ms, ${rows} rows drawn`,
    )
    const worstPaint = Math.max(...paints)
    const [interaction, frame] = [percentile(interactions, 0.95), percentile(frames, 0.95)]
    return judged({
      figure:
        `first paint ≤ ${worstPaint.toFixed(0)} ms on ${paints.length} pages; ${interactions.length} interactions, p95 ${interaction.toFixed(0)} ms; ` +
        `100,000 rows: frame p95 ${frame.toFixed(1)} ms, ${rows} rows drawn`,
      isPassed:
        worstPaint <= paintMsMax &&
        interaction <= interactionMsMax &&
        frame <= frameMsMax &&
        height >= rowsInListMin * rowHeight &&
        rows <= rowsDrawnMax,
    })
  },
  async tryTools(scope) {
    const setup = await openConsoleSetup(scope)
    if (!setup) return
    await measureFirstVisit(await setup.openProfile(), '/login')
  },
}

async function seedCompany({ database, pool }: ConsoleSetup, calls: number) {
  await addAliases(database, 'http://127.0.0.1:9/v1')
  const companyId = await addCompany(database, 1_000_000_000n)
  const { key } = await addKey(database, { companyId, name: 'ats-sync' })
  for (let call = 0; call < calls; call += 1) await seedCall(pool, { companyId, keyId: key.id })
  return { companyId, user: await addUser(database, { companyId, role: 'ADMIN' }) }
}

/** What people do most: move through a list, open and close a dialog, switch the theme of figures, type into a filter. */
async function interact(context: BrowserContext, companyId: string): Promise<Record<string, number[]>> {
  const page = await context.newPage()
  await slowDown(page)
  await page.goto(`/c/${companyId}/calls`)
  const grid = page.getByRole('grid', { name: 'Calls' })
  await grid.getByRole('row').nth(1).waitFor()
  const inList = await measureInteractions(page, async () => {
    await grid.focus()
    return pressEach(page, [...repeat('ArrowDown', 20), ...repeat('PageDown', 10), 'Home', 'End', 'Home'])
  })
  const inBar = await measureInteractions(page, () =>
    pressEach(page, ['Control+k', 's', 'p', 'e', 'n', 'd', 'Escape']),
  )
  await page.goto(`/c/${companyId}/spend`)
  await page.locator('.figure').first().waitFor()
  const inSpend = await measureInteractions(page, async () => {
    for (const name of ['Key', 'Model', 'Key', 'Model'])
      await page.getByRole('radio', { name, exact: true }).click()
    return 4
  })
  await page.close()
  return { 'in a list': inList, 'in the command bar': inBar, 'on Spend': inSpend }
}

async function pressEach(page: Page, keys: readonly string[]): Promise<number> {
  for (const key of keys) await page.keyboard.press(key, { delay: 30 })
  return keys.length
}

function repeat(key: string, times: number): string[] {
  return Array.from({ length: times }, () => key)
}

/** The page of all parts has a list of 100,000 rows. */
async function scrollRows(context: BrowserContext) {
  const page = await context.newPage()
  await page.goto('/design')
  await page.getByRole('grid').first().getByRole('row').nth(1).waitFor()
  return measureScrolling(page)
}
