// The page of live logs while a thousand lines per second are written: frames, memory, and whether every line is shown
// or said to be missing. The list is full before it is measured, because until then its lines take up memory.
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { addUser } from '@gatehouse/testkit/seed-backend'
import type { Page } from '@gatehouse/testkit/start-browser'
import type { ConsoleSetup } from '../open-console-setup.ts'
import { measureFrames, measureHeap } from './measure-frames.ts'
import { readLogRows } from './read-log-rows.ts'
import { type WrittenLines, writeLines } from './write-lines.ts'

export type Flooded = {
  idleFrames: readonly number[]
  frames: readonly number[]
  written: WrittenLines
  /** After the first and the last third, after a collection. */
  heapBytes: { early: number; late: number }
  rowsDrawn: number
  shown: number
  /** Lines that the page says it does not show. */
  skipped: number
  wrong: readonly string[]
}

export type FloodPlan = { seconds: number; isFilled: boolean; progress: (text: string) => void }

const perSecond = 1_000
const fillPerSecond = 2_500
const filling = 'filling'
const idleMs = 10_000
/** The capacity of the list. */
const full = '100,000 lines'

export async function floodLogs(setup: ConsoleSetup, plan: FloodPlan): Promise<Flooded> {
  const { seconds, isFilled, progress } = plan
  const context = await setup.openProfile(await addUser(setup.database, { isSuperAdmin: true }))
  const page = await context.newPage()
  await page.goto('/admin/logs')
  await page.getByText('Live', { exact: true }).waitFor()
  if (isFilled) await fill(setup, page)
  // A gap is shown with the line after it, and so before the lines that are counted.
  await sleep(1_000)
  await writeLines(setup.redis, { name: filling, perSecond: 10, isWanted: (lines) => lines < 5 })
  const idleFrames = await measureFrames(page, () => sleep(idleMs))
  progress(`load ${loadavg()[0]?.toFixed(1)}, the list has ${await page.locator('.log-count').innerText()}`)
  const heapBytes = { early: 0, late: 0 }
  let written: WrittenLines = { lines: 0, tookMs: 0, foreign: 0 }
  let rowsDrawn = 0
  const frames = await measureFrames(page, async () => {
    const isWanted = (lines: number) => lines < seconds * perSecond
    const writing = writeLines(setup.redis, { name: 'flood', perSecond, isWanted })
    await sleep((seconds * 1_000) / 3)
    heapBytes.early = await measureHeap(page)
    rowsDrawn = await page.locator('.grid.log .grid-body [role=row]').count()
    written = await writing
    heapBytes.late = await measureHeap(page)
  })
  progress(`load ${loadavg()[0]?.toFixed(1)} after the flood`)
  await waitForLastLine(page)
  const rows = await readLogRows(page, 'flood', filling)
  await context.close()
  const { numbers, skipped, unknownGaps } = rows
  const wrong: string[] = []
  if (new Set(numbers).size < numbers.length) wrong.push('a line is shown twice')
  if (unknownGaps > 0) wrong.push(`${unknownGaps} gaps without a number`)
  const [accounted, sent] = [numbers.length + rows.foreign + skipped, written.lines + written.foreign]
  if (accounted !== sent)
    wrong.push(`${accounted} lines are shown or said to be missing, ${sent} were written`)
  return { idleFrames, frames, written, heapBytes, rowsDrawn, shown: numbers.length, skipped, wrong }
}

/** Ends when the last row has been the same for a while: a busy machine shows lines some seconds late. */
async function waitForLastLine(page: Page): Promise<void> {
  const last = page.locator('.grid.log .grid-body [role=row]').last()
  for (let [before, same] = ['', 0]; same < 6; await sleep(500)) {
    const text = await last.innerText()
    same = text === before ? same + 1 : 0
    before = text
  }
}

async function fill({ redis }: ConsoleSetup, page: Page): Promise<void> {
  let isFull = false
  const watching = page
    .getByText(full, { exact: true })
    .waitFor({ timeout: 300_000 })
    .finally(() => {
      isFull = true
    })
  await writeLines(redis, { name: filling, perSecond: fillPerSecond, isWanted: () => !isFull })
  await watching
}
