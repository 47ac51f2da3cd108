// Parts of the frame that is around every page.
import type { Locator, Page } from '@gatehouse/testkit/start-browser'
import type { Hands } from './hands/hands.ts'

export function railLink(page: Page, name: string | RegExp): Locator {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
}

/** Ctrl-K, the words or the id, and Enter as soon as it is found. Costs no click. */
export async function findBySearch(
  hands: Hands,
  text: string,
  option: string | RegExp = text,
): Promise<void> {
  const { page } = hands
  await hands.press('Control+k')
  await hands.paste(page.getByRole('combobox', { name: 'Search' }), text)
  await page.getByRole('group', { name: 'Found' }).getByRole('option', { name: option }).first().waitFor()
  await hands.press('Enter')
}

export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true })
}

export async function untilTitled(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor()
}
