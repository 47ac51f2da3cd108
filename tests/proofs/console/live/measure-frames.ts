// What the browser itself reports of a page that is busy: the time of each frame, and the memory after a collection.
import type { Page } from '@gatehouse/testkit/start-browser'

const startScript = `{
  window.frameTimes = []
  let last
  const step = (now) => {
    if (last !== undefined) window.frameTimes.push(now - last)
    last = now
    window.frameRequest = requestAnimationFrame(step)
  }
  window.frameRequest = requestAnimationFrame(step)
}`

const endScript = `(cancelAnimationFrame(window.frameRequest), window.frameTimes)`

/** The times between frames, in milliseconds, while the work runs. */
export async function measureFrames(page: Page, work: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(startScript)
  await work()
  return page.evaluate<number[]>(endScript)
}

/** Bytes that are in use after a collection. */
export async function measureHeap(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  return usedSize
}
