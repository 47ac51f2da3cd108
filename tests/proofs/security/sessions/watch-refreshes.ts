// Counts the refreshes that the tabs of a browser profile send, and how they end.
import type { BrowserContext, Page, Request } from '@gatehouse/testkit/start-browser'

type Refreshes = {
  /** Refreshes that were answered with a new token. */
  succeeded: number
  /** Refreshes whose answer the tab did not wait for. */
  aborted: number
  /** Faults of refreshes that were refused. */
  refused: string[]
  /** Refreshes that began while another one was under way. Those that were aborted do not count. */
  overlapping: number
}

export type RefreshWatch = {
  counts: Refreshes
  /** Runs once, as soon as the next refresh of any tab has been sent. */
  atNextRefresh(work: (tab: Page) => Promise<void>): Promise<void>
}

type Answer = { errors?: readonly { extensions?: { fault?: string } }[] }

export function watchRefreshes(context: BrowserContext): RefreshWatch {
  const counts: Refreshes = { succeeded: 0, aborted: 0, refused: [], overlapping: 0 }
  /** Refreshes under way, and whether another one was when they began. */
  const running = new Map<Request, { isOverlapping: boolean }>()
  let atNext: ((tab: Page) => void) | undefined
  const end = (request: Request, isAborted: boolean) => {
    const ended = running.get(request)
    if (!ended) return
    running.delete(request)
    if (isAborted) {
      counts.aborted += 1
      for (const other of running.values()) other.isOverlapping = false
    } else if (ended.isOverlapping) {
      counts.overlapping += 1
    }
  }
  context.on('request', (request) => {
    if (!request.postData()?.includes('"operationName":"RefreshSession"')) return
    running.set(request, { isOverlapping: running.size > 0 })
    atNext?.(request.frame().page())
    atNext = undefined
  })
  context.on('requestfailed', (request) => end(request, true))
  context.on('requestfinished', async (request) => {
    if (!running.has(request)) return
    end(request, false)
    const response = await request.response()
    // A page that is reloaded takes the body of its last answers with it.
    const { errors = [] } = ((await response?.json().catch(() => undefined)) ?? {}) as Answer
    if (errors.length === 0) counts.succeeded += 1
    counts.refused.push(...errors.map(({ extensions }) => extensions?.fault ?? 'unknown'))
  })
  return {
    counts,
    async atNextRefresh(work) {
      const tab = await new Promise<Page>((resolve) => {
        atNext = resolve
      })
      await work(tab)
    },
  }
}
