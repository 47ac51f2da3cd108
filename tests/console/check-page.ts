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

/** `faults` are what is wrong at this look. */
export type LookedAt = Look & { faults: readonly string[] }

const two: readonly Look[] = [
  { width: 1_280, theme: 'light' },
  { width: 390, theme: 'dark' },
]
const all: readonly Look[] = [...two, { width: 1_280, theme: 'dark' }, { width: 390, theme: 'light' }]
/** The pages of each kind: a form, figures, a long list, money, evidence. */
const samples = new Set(['login', 'home', 'calls', 'billing', 'match'])
/** `pnpm console:shots` looks at both themes at both widths, and leaves a picture of each state. */
const takesShots = process.env['CONSOLE_SHOTS'] !== undefined

/**
 * `CONSOLE_LOOKS`: `all` for both themes at both widths, as `pnpm prove console-axe` does; `sample` for two looks at
 * five pages, as `.ci/run` does, because a look takes longer than everything else; without it, two looks at every page.
 */
function looksAt(pageName: string): readonly Look[] {
  const looks = process.env['CONSOLE_LOOKS']
  if (takesShots || looks === 'all') return all
  return looks === 'sample' && !samples.has(pageName) ? [] : two
}

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

/** Looks at the page as it is now in each theme and width. */
export async function checkPage(
  page: Page,
  { name, state }: { name: string; state: string },
): Promise<LookedAt[]> {
  const looks = looksAt(name)
  if (looks.length > 0) await page.evaluate(`${axeSource}; undefined`)
  const lookedAt: LookedAt[] = []
  for (const look of looks) {
    const { width, theme } = look
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 })
    await page.emulateMedia({ colorScheme: theme })
    const faults = [
      ...(await page.evaluate<string[]>(runAxe)),
      ...(await page.evaluate<string[]>(findSmallTargets)),
      ...(await page.evaluate<string[]>(findOverflow)),
    ]
    lookedAt.push({ ...look, faults })
    if (takesShots) await takeShot(page, `${name}-${state}-${width}-${theme}`)
  }
  return lookedAt
}

export function faultyLooks(looks: readonly LookedAt[]): LookedAt[] {
  return looks.filter(({ faults }) => faults.length > 0)
}

async function takeShot(page: Page, name: string): Promise<void> {
  mkdirSync(shotsFolder, { recursive: true })
  await page.screenshot({ path: join(shotsFolder, `${name}.png`), fullPage: true })
}
