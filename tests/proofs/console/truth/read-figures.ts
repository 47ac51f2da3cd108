// Reads figures from the screen, as text: what a person sees is compared, not what the page was sent.
import type { Page } from '@gatehouse/testkit/start-browser'

/** The shown value beside the label, such as "1,204" or "41.203991 credits". */
export async function readFigure(page: Page, label: string): Promise<string> {
  const term = page.locator('.figure', { has: page.locator('dt', { hasText: exactly(label) }) })
  return (await term.locator('dd').first().innerText()).trim()
}

/** The cells of the rows of a grid that are drawn. */
export async function readRows(page: Page, label: string): Promise<string[][]> {
  const rows = page.getByRole('grid', { name: label }).getByRole('row')
  await rows.nth(1).waitFor()
  const [, ...drawn] = await rows.all()
  return Promise.all(drawn.map((row) => row.getByRole('gridcell').allInnerTexts()))
}

/** Rows that lead to the calls of a key or a model, with the amount beside the link. */
export async function readSums(
  page: Page,
  input: 'keyId' | 'model',
): Promise<{ id: string; credits: bigint }[]> {
  const rows = await page.locator('.row', { has: page.locator(`.row-link[href*="${input}="]`) }).all()
  return Promise.all(
    rows.map(async (row) => {
      const href = (await row.locator('.row-link').getAttribute('href')) ?? ''
      const id = new URLSearchParams(href.split('?')[1]).get(input) ?? ''
      return { id, credits: toMicros(await row.locator('.amount').innerText()) }
    }),
  )
}

/** `1,234.5 credits` in micro-credits. */
export function toMicros(text: string): bigint {
  const [, sign = '', whole = '', places = ''] = /(-|−)?([\d,]+)(?:\.(\d{1,6}))?/.exec(text) ?? []
  if (whole === '') throw new Error(`no amount in "${text}"`)
  const micros = BigInt(whole.replaceAll(',', '')) * 1_000_000n + BigInt(places.padEnd(6, '0'))
  return sign === '' ? micros : -micros
}

export function toCount(text: string): bigint {
  const [digits] = /[\d,]+/.exec(text) ?? []
  if (digits === undefined) throw new Error(`no number in "${text}"`)
  return BigInt(digits.replaceAll(',', ''))
}

function exactly(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[()]/g, String.raw`\$&`)}$`)
}
