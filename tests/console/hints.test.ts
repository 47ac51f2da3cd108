// Tooltips and toasts: when they open and close, by pointer and keyboard, and what a screen reader gets of them.
import { expect, test } from 'vitest'
import { checkPage, faultyLooks } from './check-page.ts'
import { type Page, openConsole } from './open-console.ts'

test('a tooltip opens on hover and on keyboard focus, and Escape, a click and the next element close it', async () => {
  await using design = await openDesign()
  const { page } = design
  const tooltip = page.getByRole('tooltip')
  const copy = page.getByRole('button', { name: 'Copy the ID of the call' })
  await copy.hover()
  await tooltip.filter({ hasText: 'Copy the ID of the call' }).waitFor()
  // The pointer may go into the tooltip, for example to select its text.
  await tooltip.hover()
  await page.keyboard.press('Escape')
  await expect.poll(() => tooltip.count()).toBe(0)
  await copy.focus()
  await page.keyboard.press('Tab')
  await tooltip.filter({ hasText: /A hint of more than one line/ }).waitFor()
  expect(faultyLooks(await checkPage(page, { name: 'hints', state: 'tooltip' }))).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => tooltip.count()).toBe(0)
  await copy.hover()
  await tooltip.waitFor()
  await copy.click()
  await expect.poll(() => tooltip.count()).toBe(0)
})

test('a text has a tooltip only while it is cut off, and a button in a dialog has its own above the dialog', async () => {
  await using design = await openDesign()
  const { page } = design
  const tooltip = page.getByRole('tooltip')
  await page.getByText(/^Notify the admins/).hover()
  await tooltip.filter({ hasText: /working day$/ }).waitFor()
  await page.getByText('A text that fits has none').hover()
  await expect.poll(() => tooltip.count()).toBe(0)
  await page.getByRole('button', { name: 'Open a dialog', exact: true }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).hover()
  await tooltip.filter({ hasText: 'Close' }).waitFor()
  const isOnTop = `(() => {
    const { x, y, width, height } = document.querySelector('[role=tooltip]').getBoundingClientRect()
    const place = document.querySelector('[popover]')
    return place.matches(':popover-open') && width > 0 && height > 0 && y > 0 && x > 0
  })()`
  expect(await page.evaluate(isOnTop)).toBe(true)
})

test('toasts are announced politely, at most three are shown, and each can be dismissed and undone', async () => {
  await using design = await openDesign()
  const { page } = design
  const list = page.getByRole('region', { name: 'Notifications' })
  const show = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await show('Outcome')
  await list.getByText('The name is saved').waitFor()
  expect(await list.getAttribute('aria-live')).toBe('polite')
  await show('Outcome with a sentence')
  await show('Outcome with undo')
  await list.getByRole('button', { name: 'Undo' }).waitFor()
  await list.getByRole('button', { name: 'Undo' }).click()
  await list.getByText('The change is undone').waitFor()
  await show('Outcome whose undo fails')
  await list.getByRole('button', { name: 'Undo' }).click()
  await list.getByText('Something went wrong').waitFor()
  await expect.poll(() => list.locator('.toast:not([data-limited], [data-ending-style])').count()).toBe(3)
  await list.getByRole('button', { name: 'Dismiss' }).first().click()
  await show('Outcome with a link')
  await list.getByRole('link', { name: 'Open' }).waitFor()
})

test('F6 leads to the toasts, which stay while the focus is there, and Escape closes one', async () => {
  await using design = await openDesign()
  const { page } = design
  const list = page.getByRole('region', { name: 'Notifications' })
  await page.getByRole('button', { name: 'Outcome with undo', exact: true }).press('Enter')
  await list.getByText('The rule is muted').waitFor()
  await page.keyboard.press('F6')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect.poll(() => list.getByText('The rule is muted').count()).toBe(0)
})

async function openDesign(): Promise<{ page: Page } & AsyncDisposable> {
  const opened = await openConsole()
  const context = await opened.newContext()
  const page = await context.newPage()
  // A dialog that is still moving moves away from under the pointer.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/design')
  await page.getByRole('heading', { name: 'Toasts' }).waitFor()
  return { page, [Symbol.asyncDispose]: () => context.close() }
}
