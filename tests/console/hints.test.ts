// Tooltips and toasts: when they open and close, by pointer and keyboard, and what a screen reader gets of them.
import { expect, test } from 'vitest'
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
  // The top layer is above the dialog, which is in it, too.
  const onTop = page.locator('dialog [popover]:popover-open [role=tooltip]')
  await onTop.filter({ hasText: 'Close' }).waitFor()
})

test('toasts are announced politely, and can be dismissed, undone and followed', async () => {
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
  await list.getByRole('button', { name: 'Dismiss' }).first().click()
  await show('Outcome with a link')
  await list.getByRole('link', { name: 'Open' }).waitFor()
})

test('at most three toasts are visible; an older one takes no space, and returns when there is room', async () => {
  await using design = await openDesign()
  const { page } = design
  const list = page.getByRole('region', { name: 'Notifications' })
  const shown = list.locator('.toast').filter({ visible: true })
  const oldest = shown.filter({ hasText: 'Export of calls' })
  await page.getByRole('button', { name: 'Outcome with a link', exact: true }).click()
  await oldest.waitFor()
  const heightOfOne = (await list.boundingBox())?.height ?? 0
  for (let added = 1; added <= 3; added += 1) {
    await page.getByRole('button', { name: 'Outcome with undo', exact: true }).click()
    await expect.poll(() => list.locator('.toast').count()).toBe(added + 1)
  }
  // The pointer stops the clock of all toasts.
  await list.hover()
  await expect.poll(() => shown.count()).toBe(3)
  expect(await oldest.count()).toBe(0)
  expect((await list.boundingBox())?.height).toBeLessThan(4 * heightOfOne)
  await shown.first().getByRole('button', { name: 'Dismiss' }).click()
  await oldest.waitFor()
  expect(await shown.count()).toBe(3)
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
