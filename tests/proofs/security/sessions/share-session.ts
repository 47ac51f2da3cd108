// Five tabs of one browser refresh their session without a lock, some of them are closed or reloaded in the middle of a
// refresh, and answers arrive out of order. None of that may end the session.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../kit/seeded-random.ts'
import { type Browser, refreshing } from './browser.ts'

export type SharedSession = {
  refreshes: number
  aborted: number
  /** Faults of refreshes that were refused. */
  logouts: readonly string[]
}

const tabs = 5
const pauseMsMax = 20
const delayMsMax = 40
const abortAfterMsMax = 25

export async function shareSession(
  browser: Browser,
  { refreshes, aborts }: { refreshes: number; aborts: number },
  random: Random,
): Promise<SharedSession> {
  const plan = random.shuffle([
    ...Array.from({ length: refreshes - aborts }, () => 'finish' as const),
    ...Array.from({ length: aborts }, () => 'abort' as const),
  ])
  const logouts: string[] = []
  let [made, aborted] = [0, 0]

  async function keepRefreshing(): Promise<void> {
    for (let next = plan.shift(); next; next = plan.shift()) {
      // A third of the refreshes follow immediately, so that tabs overtake each other.
      if (random.fraction() > 1 / 3) await sleep(random.integer(1, pauseMsMax))
      const outcome = await (next === 'abort' ? refreshAndLeave(browser, random) : refresh(browser, random))
      made += 1
      if (outcome === 'aborted') aborted += 1
      else logouts.push(...outcome)
    }
  }

  await Promise.all(Array.from({ length: tabs }, keepRefreshing))
  return { refreshes: made, aborted, logouts }
}

async function refresh(browser: Browser, random: Random): Promise<readonly string[]> {
  const delayMs = random.fraction() < 1 / 4 ? random.integer(1, delayMsMax) : 0
  const { faults } = await browser.ask(refreshing, { arrivesAfter: () => sleep(delayMs) })
  return faults
}

/** The tab is closed before its answer has arrived: the request may or may not have reached the backend. */
async function refreshAndLeave(browser: Browser, random: Random): Promise<'aborted' | readonly string[]> {
  const leaving = new AbortController()
  const timer = setTimeout(() => leaving.abort(), random.integer(0, abortAfterMsMax))
  try {
    // The answer is held back, so that it never arrives before the tab is closed.
    const { faults } = await browser.ask(refreshing, {
      signal: leaving.signal,
      arrivesAfter: () => sleep(2 * abortAfterMsMax),
    })
    return faults
  } catch (thrown) {
    if (leaving.signal.aborted) return 'aborted'
    throw thrown
  } finally {
    clearTimeout(timer)
  }
}
