import type { Locator, Page } from '@gatehouse/testkit/start-browser'
import { type Effort, type Hands, copyElsewhere, hasFocus } from './hands.ts'

/** Every press of the mouse button, every drop and every choice of a native select is one click. */
export function createMouse(page: Page): Hands {
  let effort: Effort = { clicks: 0, keys: 0 }
  async function click(target: Locator): Promise<void> {
    await target.click()
    effort.clicks += 1
  }
  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) await page.keyboard.press(key)
    effort.keys += keys.length
  }
  async function enter(field: Locator, insert: () => Promise<void>): Promise<void> {
    await field.waitFor()
    if (!(await hasFocus(page, field))) await click(field)
    await press('Control+a')
    await insert()
  }
  return {
    kind: 'mouse',
    page,
    press,
    activate: click,
    openRow: (grid, text) => click(grid.getByRole('row').filter({ hasText: text }).first()),
    async choose(select, option) {
      await select.selectOption(option)
      effort.clicks += 1
    },
    type: (field, text) => enter(field, () => page.keyboard.type(text)),
    paste: (field, text) =>
      enter(field, async () => {
        await copyElsewhere(page, text)
        await press('Control+v')
      }),
    async giveFiles({ zone }, paths) {
      await dropFiles(page, zone, paths)
      effort.clicks += 1
    },
    async outside(work) {
      const before = { ...effort }
      await work()
      effort = before
    },
    effort: () => ({ ...effort }),
  }
}

/** A drop as the browser gets it from the desktop. */
async function dropFiles(page: Page, zone: Locator, files: readonly string[]): Promise<void> {
  const box = await zone.boundingBox()
  if (!box) throw new Error('the zone for files is not visible')
  const devtools = await page.context().newCDPSession(page)
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', {
      type,
      ...place,
      data: { items: [], files: [...files], dragOperationsMask: 1 },
    })
  await devtools.detach()
}
