import { findChromium, startBrowser } from '@gatehouse/testkit/start-browser'
import { createKeyboard } from './create-keyboard.ts'
import { createMouse } from './create-mouse.ts'

/** The second button is one for the mouse only, as a button that cannot be focused is in a page. */
const content = `<button onclick="this.textContent = 'Done'">First</button>
  <div role="button" onclick="this.textContent = 'Done'">Second</div>`

/** Throws unless both hands do what they can, count it, and the keyboard reports what it cannot reach. */
export async function tryHands(scope: AsyncDisposableStack): Promise<void> {
  if ((await findChromium()) === undefined) return
  const browser = await startBrowser()
  scope.defer(() => browser.close())
  const page = await browser.newPage()
  const [mouse, keyboard] = [createMouse(page), createKeyboard(page)]
  const control = (name: string) => page.getByRole('button', { name })
  await page.setContent(content)
  await mouse.activate(control('First'))
  await mouse.activate(control('Second'))
  const clicks = mouse.effort().clicks
  const doneByMouse = await control('Done').count()
  await page.setContent(content)
  await keyboard.activate(control('First'))
  const failure = await keyboard.activate(control('Second')).then(
    () => undefined,
    (thrown: unknown) => String(thrown),
  )
  const doneByKeyboard = await control('Done').count()
  const isRight =
    clicks === 2 && doneByMouse === 2 && doneByKeyboard === 1 && failure?.includes('is not reached') === true
  if (!isRight)
    throw new Error(`${clicks} clicks, ${doneByMouse} and ${doneByKeyboard} done, ${failure ?? 'no failure'}`)
}
