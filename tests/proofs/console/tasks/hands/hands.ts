// How a person works with a page. The tasks are written once; a mouse and a keyboard carry them out, and each counts
// what it costs.
import type { Locator, Page } from '@gatehouse/testkit/start-browser'

/** `keys` are presses other than typed text. */
export type Effort = { clicks: number; keys: number }

export type Hands = {
  readonly kind: 'mouse' | 'keyboard'
  readonly page: Page
  /** Presses keys one after the other: shortcuts, or Enter after typing. They cost no click. */
  press(...keys: string[]): Promise<void>
  /** Presses a button or follows a link. */
  activate(control: Locator): Promise<void>
  /** Opens the first row of the grid that has the text. */
  openRow(grid: Locator, text: string | RegExp): Promise<void>
  /** Chooses an option of a native select, which costs one click. */
  choose(select: Locator, option: string): Promise<void>
  /** Replaces the text of the field. Costs no click if the field has the focus. */
  type(field: Locator, text: string): Promise<void>
  /** The same from the clipboard. */
  paste(field: Locator, text: string): Promise<void>
  /** Gives files to the page, with the mouse by a drop on the zone, with the keyboard by the button. */
  giveFiles(target: { zone: Locator; button: Locator }, paths: readonly string[]): Promise<void>
  /** What is done outside of the console, such as on the payment provider's page, is not counted. */
  outside(work: () => Promise<void>): Promise<void>
  effort(): Effort
}

export async function hasFocus(page: Page, element: Locator): Promise<boolean> {
  return (await element.and(page.locator(':focus')).count()) > 0
}

/** Puts the text into the clipboard, as copying it elsewhere would. */
export async function copyElsewhere(page: Page, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
}

export function readClipboard(page: Page): Promise<string> {
  return page.evaluate<string>('navigator.clipboard.readText()')
}
