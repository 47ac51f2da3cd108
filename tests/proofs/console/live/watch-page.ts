// Records inside the page what it shows and when. A change counts from the moment after the frame that draws it.
import type { Page } from '@gatehouse/testkit/start-browser'

/** What a page showed from a moment on. Only what is on the visible part of the page is read. */
export type Shown<Content> = { atMs: number; content: Content }

export type HomeContent = {
  /** As written, such as "41.203991 credits". */
  balance: string
  calls: readonly { id: string; credits: string }[]
}

/** The text of the button above the list of calls; empty while there is none. */
export type CallsContent = { newCalls: string }

const readHome = `() => {
  const figure = [...document.querySelectorAll('.figure')].find((one) => one.querySelector('dt')?.textContent === 'Balance')
  const links = [...document.querySelectorAll('.row-link[href*="/calls/"]')].filter(isVisible)
  return {
    balance: isVisible(figure) ? figure.querySelector('dd').innerText : '',
    calls: links.map((link) => ({
      id: link.getAttribute('href').split('/').at(-1),
      credits: link.closest('.row').querySelector('.amount').innerText,
    })),
  }
}`

const readCalls = `() => {
  const button = document.querySelector('.new-rows button')
  return { newCalls: isVisible(button) ? button.innerText : '' }
}`

const watchScript = (read: string) => `{
  const isVisible = (element) => {
    if (!element?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > 0 && top < window.innerHeight
  }
  const read = ${read}
  let last = ''
  let isPlanned = false
  window.shownContents = []
  const record = () => {
    isPlanned = false
    const content = read()
    const text = JSON.stringify(content)
    if (text === last) return
    last = text
    window.shownContents.push({ atMs: Date.now(), content })
  }
  new MutationObserver(() => {
    if (isPlanned) return
    isPlanned = true
    requestAnimationFrame(() => setTimeout(record))
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  record()
}`

export async function watchHome(page: Page): Promise<void> {
  await page.evaluate(watchScript(readHome))
}

export async function watchCalls(page: Page): Promise<void> {
  await page.evaluate(watchScript(readCalls))
}

/** Everything that the watched page has shown so far. */
export function readShown<Content>(page: Page): Promise<Shown<Content>[]> {
  return page.evaluate<Shown<Content>[]>('window.shownContents')
}
