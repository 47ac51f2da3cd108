// What every state of every page must fulfil, in both themes and at two widths: no violation of the WCAG 2.2 AA rules,
// no horizontal scroll bar, and no target below 24 by 24 pixels. The scripts are text, because they run in the browser,
// whose types the tests do not have.
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from '@gatehouse/testkit/start-browser'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const shotsFolder = join(import.meta.dirname, '../../apps/console/shots')

type Look = { width: 1_280 | 390; theme: 'light' | 'dark' }

const quick: readonly Look[] = [
  { width: 1_280, theme: 'light' },
  { width: 390, theme: 'dark' },
]
const all: readonly Look[] = [...quick, { width: 1_280, theme: 'dark' }, { width: 390, theme: 'light' }]
/** `pnpm console:shots` looks at both themes at both widths, and leaves a picture of each state. */
const takesShots = process.env['CONSOLE_SHOTS'] !== undefined

const runAxe = `axe.run(document, {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}).then(({ violations }) => violations.map(({ id, nodes }) =>
  id + ': ' + nodes.map(({ html, failureSummary }) => html.slice(0, 120) + ' ' + failureSummary.split('\\n')[1]).join(' | ')))`

// Links inside a sentence are exempt (WCAG 2.5.8), and so are controls that another control covers.
const findSmallTargets = `[...document.querySelectorAll('a, button, input, select, [role=slider], [tabindex="0"]')]
  .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .filter((element) => !(element.tagName === 'A' && element.closest('p')))
  .map((element) => {
    const target = element.matches('input[type=checkbox]') ? element.parentElement : element
    const { width, height } = target.getBoundingClientRect()
    return { what: element.outerHTML.slice(0, 100), width, height }
  })
  .filter(({ width, height }) => width > 1 && (width < 24 || height < 24))
  .map(({ what, width, height }) => width + ' by ' + height + ': ' + what)`

const findOverflow = `document.documentElement.scrollWidth > document.documentElement.clientWidth
  ? ['scrolls horizontally: ' + document.documentElement.scrollWidth + ' > ' + document.documentElement.clientWidth]
  : []`

/** Returns what is wrong, with the theme and the width at which it is. */
export async function checkPage(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  await page.evaluate(`${axeSource}; undefined`)
  for (const { width, theme } of takesShots ? all : quick) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 })
    await page.emulateMedia({ colorScheme: theme })
    const faults = [
      ...(await page.evaluate<string[]>(runAxe)),
      ...(await page.evaluate<string[]>(findSmallTargets)),
      ...(await page.evaluate<string[]>(findOverflow)),
    ]
    found.push(...faults.map((fault) => `${theme} ${width}: ${fault}`))
    if (takesShots) await takeShot(page, `${name}-${width}-${theme}`)
  }
  return found
}

async function takeShot(page: Page, name: string): Promise<void> {
  mkdirSync(shotsFolder, { recursive: true })
  await page.screenshot({ path: join(shotsFolder, `${name}.png`), fullPage: true })
}
