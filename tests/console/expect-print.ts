// What a page is on paper: one sheet of A4, black on white in either theme, without the shell.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@gatehouse/testkit/start-browser'
import { expect } from 'vitest'

const shotsFolder = join(import.meta.dirname, '../../apps/console/shots')

const readLook = `(() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].some((each) => each.checkVisibility())
  const page = getComputedStyle(document.querySelector('.page'))
  return {
    hasShell: shown('.rail') || shown('.header') || shown('.tray') || shown('button'),
    ground: getComputedStyle(document.body).backgroundColor,
    ink: page.color,
  }
})()`

/** `name` is that of the picture that is left with `CONSOLE_SHOTS`. */
export async function expectPrint(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  // The width of a sheet of A4 between its margins.
  await page.setViewportSize({ width: 688, height: 1_017 })
  expect(await page.evaluate(readLook)).toEqual({
    hasShell: false,
    ground: 'rgb(255, 255, 255)',
    ink: 'rgb(0, 0, 0)',
  })
  if (process.env['CONSOLE_SHOTS'] !== undefined) {
    mkdirSync(shotsFolder, { recursive: true })
    await page.screenshot({ path: join(shotsFolder, `${name}-print.png`), fullPage: true })
  }
  const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(sheets.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: null, colorScheme: null })
}
