// What people do most: move through a list, open the command bar and type, change the grouping of figures.
import type { BrowserContext, Page } from '@gatehouse/testkit/start-browser'
import { type CellCount, openBarePage } from './bare-page.ts'
import { measureInteractions, slowDown } from './measure-pages.ts'

/** Durations by what was done, in milliseconds from the input to the next paint. */
export type Interactions = Record<string, number[]>

const inList: Readonly<Record<string, readonly string[]>> = {
  ArrowDown: Array.from({ length: 20 }, () => 'ArrowDown'),
  PageDown: Array.from({ length: 10 }, () => 'PageDown'),
  'Home and End': ['Home', 'End', 'Home'],
}

export async function interactWithConsole(
  context: BrowserContext,
  companyId: string,
): Promise<{ done: Interactions; cells: CellCount }> {
  const page = await context.newPage()
  await slowDown(page)
  await page.goto(`/c/${companyId}/calls`)
  const grid = page.getByRole('grid', { name: 'Calls' })
  await grid.getByRole('row').nth(1).waitFor()
  const rows = (await grid.getByRole('row').count()) - 1
  const columns = (await grid.getByRole('gridcell').count()) / rows
  await grid.focus()
  const done = await pressGroups(page, inList)
  const inBar = { 'Ctrl-K': ['Control+k'], 'typing and Escape': ['s', 'p', 'e', 'n', 'd', 'Escape'] }
  Object.assign(done, await pressGroups(page, inBar))
  await page.goto(`/c/${companyId}/spend`)
  await page.locator('.figure').first().waitFor()
  done['grouping on Spend'] = await measureInteractions(page, async () => {
    for (const name of ['Key', 'Model', 'Key', 'Model'])
      await page.getByRole('radio', { name, exact: true }).click()
    return 4
  })
  await page.close()
  return { done, cells: { rows, columns } }
}

/** The same keys on a page that has nothing but the cells. */
export async function interactWithBarePage(context: BrowserContext, cells: CellCount): Promise<Interactions> {
  const page = await openBarePage(context, cells, { isSlowed: true })
  const done = await pressGroups(page, inList)
  await page.close()
  return done
}

async function pressGroups(
  page: Page,
  groups: Readonly<Record<string, readonly string[]>>,
): Promise<Interactions> {
  const done: Interactions = {}
  for (const [name, keys] of Object.entries(groups))
    done[name] = await measureInteractions(page, async () => {
      for (const key of keys) await page.keyboard.press(key, { delay: 30 })
      return keys.length
    })
  return done
}
