import { expect, test } from 'vitest'
import { type StateRow, expectState } from '../expect-state.ts'
import { openConsole } from '../open-console.ts'

test.each<StateRow>([
  {
    state: 'ready',
    async show(page) {
      await page.goto('/design')
      await page.getByRole('grid', { name: '100,000 calls' }).waitFor()
      await page.getByRole('slider', { name: 'Credits by day' }).waitFor()
    },
  },
])('design: $state', (row) => expectState('design', row))

const readRows = `[...document.querySelectorAll('[role=grid] .grid-body [role=row]')].map((row) => {
  row.reused = true
  return row.getAttribute('aria-rowindex') + ' ' + row.textContent
}).toSorted()`
const countReused = `[...document.querySelectorAll('[role=grid] .grid-body [role=row]')].filter((row) => row.reused).length`

test('a long list of texts reuses its rows, and shows the right ones after every jump', async () => {
  const opened = await openConsole()
  await using context = await opened.newContext()
  const page = await context.newPage()
  await page.goto('/design')
  const grid = page.getByRole('grid', { name: '100,000 calls' })
  const row = (index: number) => grid.locator(`.grid-body [aria-rowindex="${index}"]`)
  await row(2).waitFor()
  const first = await page.evaluate<string[]>(readRows)
  expect(new Set(first).size).toBe(first.length)
  await grid.focus()
  await page.keyboard.press('End')
  await row(100_001).waitFor()
  expect(await page.evaluate<number>(countReused)).toBeGreaterThan(first.length / 2)
  expect(await page.evaluate<string[]>(readRows)).not.toEqual(first)
  await page.keyboard.press('Home')
  await row(2).waitFor()
  expect(await page.evaluate<string[]>(readRows)).toEqual(first)
})
