// Reads the list of log lines as a person would who scrolls back: pauses it, and goes up screen by screen.
import type { Page } from '@gatehouse/testkit/start-browser'

export type ReadRows = {
  /** Numbers of the lines of the name, in the order of the list. */
  numbers: number[]
  /** Other lines between the first and the last of them. */
  foreign: number
  /** Sum of the lines that the list says are not shown. */
  skipped: number
  /** Gaps whose number of lines is not known. */
  unknownGaps: number
}

// Rows are read up to a screen without lines of the name, or the first row of the list.
const readScript = `async (name) => {
  const rowHeight = 28
  const grid = document.querySelector('.grid.log')
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const texts = new Map()
  const isOwn = (text) => text.startsWith(name + ' ')
  /** Whether there are lines of the name among the rows that are drawn. */
  const read = () => {
    let hasOwn = false
    for (const row of grid.querySelectorAll('.grid-body [role=row]')) {
      const { textContent: text } = row.querySelector('.log-message, .log-gap-text')
      texts.set(Number(row.getAttribute('aria-rowindex')), text)
      hasOwn ||= isOwn(text)
    }
    return hasOwn
  }
  grid.scrollTop = grid.scrollHeight
  for (let isFound = false; ; ) {
    const top = grid.scrollTop
    // A list that has been scrolled is drawn some frames later.
    const first = Math.floor(top / rowHeight) + 2
    while (!grid.querySelector('.grid-body [aria-rowindex="' + first + '"]')) await nextFrame()
    const hasOwn = read()
    if ((isFound && !hasOwn) || top === 0) break
    isFound ||= hasOwn
    grid.scrollTop = Math.max(0, top - (grid.clientHeight - 64))
  }
  return [...texts].toSorted(([one], [other]) => one - other).map(([index, text]) => [index, text.slice(0, 60)])
}`

/** `after`: the name of the lines before; what is above the last of them is ignored. */
export async function readLogRows(page: Page, name: string, after: string): Promise<ReadRows> {
  // A higher window has fewer screens.
  await page.setViewportSize({ width: 1_280, height: 3_000 })
  await page.getByRole('button', { name: 'Pause' }).click()
  const all = await page.evaluate<[number, string][]>(`(${readScript})(${JSON.stringify(name)})`)
  for (const [place, [index]] of all.entries())
    if (place > 0 && index !== (all[place - 1]?.[0] ?? 0) + 1) throw new Error(`row ${index} was not read`)
  const texts = all.map(([, text]) => text)
  return countRows(texts.slice(texts.findLastIndex((text) => text.startsWith(`${after} `)) + 1), name)
}

function countRows(texts: readonly string[], name: string): ReadRows {
  const own = new RegExp(`^${name} (\\d+) `)
  const first = texts.findIndex((text) => own.test(text))
  const last = texts.findLastIndex((text) => own.test(text))
  const read: ReadRows = { numbers: [], foreign: 0, skipped: 0, unknownGaps: 0 }
  for (const [place, text] of texts.entries()) {
    const gap = /^([\d,]+) lines? not shown$/.exec(text)?.[1]
    if (gap !== undefined) read.skipped += Number(gap.replaceAll(',', ''))
    else if (text.startsWith('Lines not shown')) read.unknownGaps += 1
    else if (own.test(text)) read.numbers.push(Number(own.exec(text)?.[1]))
    else if (place > first && place < last) read.foreign += 1
  }
  return read
}
