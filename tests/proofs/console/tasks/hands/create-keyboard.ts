import type { Locator, Page } from '@gatehouse/testkit/start-browser'
import { type Effort, type Hands, copyElsewhere, hasFocus } from './hands.ts'

const tabsMax = 120
const stepsMax = 60

/** Only real key presses: nothing is clicked, and nothing gets the focus by a script. */
export function createKeyboard(page: Page): Hands {
  let effort: Effort = { clicks: 0, keys: 0 }
  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) await page.keyboard.press(key)
    effort.keys += keys.length
  }
  async function tabTo(target: Locator): Promise<void> {
    await target.waitFor()
    for (let tabs = 0; tabs <= tabsMax; tabs += 1) {
      if (await hasFocus(page, target)) return
      await press('Tab')
    }
    throw new Error(`${String(target)} is not reached by ${tabsMax} tabs`)
  }
  /** Presses the key until the condition holds. */
  async function step(key: string, isThere: () => Promise<boolean>): Promise<void> {
    for (let steps = 0; steps <= stepsMax; steps += 1) {
      if (await isThere()) return
      await press(key)
    }
    throw new Error(`not reached by ${stepsMax} × ${key}`)
  }
  async function enter(field: Locator, insert: () => Promise<void>): Promise<void> {
    await tabTo(field)
    await press('Control+a')
    await insert()
  }
  return {
    kind: 'keyboard',
    page,
    press,
    async activate(control) {
      await tabTo(control)
      await press('Enter')
    },
    async openRow(grid, text) {
      const row = grid.getByRole('row').filter({ hasText: text }).first()
      await row.waitFor()
      await tabTo(grid)
      await step(
        'ArrowDown',
        async () => (await grid.getAttribute('aria-activedescendant')) === (await row.getAttribute('id')),
      )
      await press('Enter')
    },
    async choose(select, option) {
      await tabTo(select)
      await press('Home')
      await step('ArrowDown', async () => (await select.locator('option:checked').textContent()) === option)
    },
    type: (field, text) => enter(field, () => page.keyboard.type(text)),
    paste: (field, text) =>
      enter(field, async () => {
        await copyElsewhere(page, text)
        await press('Control+v')
      }),
    async giveFiles({ button }, paths) {
      const choosing = page.waitForEvent('filechooser')
      await tabTo(button)
      await press('Enter')
      await (await choosing).setFiles([...paths])
    },
    async outside(work) {
      const before = { ...effort }
      await work()
      effort = before
    },
    effort: () => ({ ...effort }),
  }
}
