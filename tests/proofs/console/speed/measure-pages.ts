// Times that a browser reports itself, with its CPU and its network slowed down.
import type { BrowserContext, Page } from '@gatehouse/testkit/start-browser'

const cpuSlowdown = 4
const network = { latencyMs: 40, bytesPerSecond: 10_000_000 / 8 }

/** Slows the page down as a laptop on a busy line would be. */
export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.latencyMs,
    downloadThroughput: network.bytesPerSecond,
    uploadThroughput: network.bytesPerSecond,
  })
}

// The heading is in the page before the browser has painted it.
const paintScript = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime)
  }).observe({ type: 'paint', buffered: true })
})`

export type FirstVisit = { paintMs: number; headingMs: number }

/** A first visit, without anything cached: when something is painted, and when the page's heading is there. */
export async function measureFirstVisit(context: BrowserContext, path: string): Promise<FirstVisit> {
  const page = await context.newPage()
  try {
    await slowDown(page)
    await page.goto(path)
    await page.locator('h1').first().waitFor()
    const headingMs = await page.evaluate<number>('performance.now()')
    return { paintMs: await page.evaluate<number>(paintScript), headingMs }
  } finally {
    await page.close()
  }
}

// Chromium reports interactions from 16 ms on; a shorter one has no entry and counts as 16 ms.
const watchScript = `
  window.interactions = new Map()
  new PerformanceObserver((list) => {
    // A key press has an entry for each of its events; the longest counts.
    for (const { interactionId: id, duration } of list.getEntries())
      if (id) window.interactions.set(id, Math.max(duration, window.interactions.get(id) ?? 0))
  }).observe({ type: 'event', durationThreshold: 16 })`

const settleScript = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 300))))`

/** Durations from the input to the next paint. `interact` does one interaction at a time, and counts them. */
export async function measureInteractions(page: Page, interact: () => Promise<number>): Promise<number[]> {
  await page.evaluate(watchScript)
  const count = await interact()
  // The last entries come after the paint that they measure.
  await page.evaluate(settleScript)
  const seen = await page.evaluate<number[]>('[...window.interactions.values()]')
  const unreported = Array.from({ length: Math.max(0, count - seen.length) }, () => 16)
  return [...seen, ...unreported]
}

// Scrolls one screen per frame, so that every frame has new rows.
const scrollScript = `new Promise((resolve) => {
  const grid = document.querySelector('[role=grid]')
  const frames = []
  let last
  const step = (now) => {
    if (last !== undefined) frames.push(now - last)
    last = now
    grid.scrollTop = frames.length * 400 * 40 % grid.scrollHeight
    if (frames.length < 300) requestAnimationFrame(step)
    else resolve({ frames, rows: grid.querySelectorAll('[role=row]').length, height: grid.scrollHeight })
  }
  requestAnimationFrame(step)
})`

export type Scrolled = { frames: number[]; rows: number; height: number }

/** Scrolls through the first grid of the page, and returns the time of each frame in milliseconds. */
export async function measureScrolling(page: Page): Promise<Scrolled> {
  return page.evaluate<Scrolled>(scrollScript)
}
