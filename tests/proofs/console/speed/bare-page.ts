// A page without the console: as many cells as a list of the console draws, and the smallest script that moves through
// them. What the console adds to it is the console's own; if this page already misses the bar, the machine is too slow or
// too busy to judge anything.
import type { BrowserContext, Page } from '@gatehouse/testkit/start-browser'
import { slowDown } from './measure-pages.ts'

export type CellCount = { rows: number; columns: number }

const style = `
  #list { position: relative; height: 560px; overflow: auto; font: 13px sans-serif }
  #height { height: 4000000px }
  #rows { position: sticky; top: 0 }
  .row { display: grid; grid-template-columns: repeat(var(--columns), 1fr); height: 40px; border-bottom: 1px solid #ddd }
  .row[data-active] { background: #e5edff }
  .cell { overflow: hidden; padding: 10px 12px; text-overflow: ellipsis; white-space: nowrap }`

const script = `
  const list = document.querySelector('#list')
  const rows = [...document.querySelectorAll('.row')]
  const steps = { ArrowDown: 1, PageDown: 12, Home: -1e6, End: 1e6 }
  let active = 0
  list.addEventListener('keydown', (event) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    rows[active].removeAttribute('data-active')
    active = step === -1e6 ? 0 : step === 1e6 ? rows.length - 1 : (active + step) % rows.length
    rows[active].setAttribute('data-active', '')
    list.scrollTop += 40
  })
  list.focus()`

/** The page has a grid like those of the console for what measures them. */
export async function openBarePage(
  context: BrowserContext,
  { rows, columns }: CellCount,
  { isSlowed }: { isSlowed: boolean },
): Promise<Page> {
  const page = await context.newPage()
  if (isSlowed) await slowDown(page)
  const row = `<div role="row" class="row">${'<div role="gridcell" class="cell">svc/chat-default</div>'.repeat(columns)}</div>`
  await page.setContent(
    `<style>${style}</style><div id="list" role="grid" tabindex="0" style="--columns: ${columns}">
      <div id="height"><div id="rows">${row.repeat(rows)}</div></div></div><script>${script}</script>`,
  )
  return page
}
