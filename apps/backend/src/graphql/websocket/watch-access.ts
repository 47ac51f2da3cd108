// Repeats a subscription's access check while the subscription is open: a socket must not outlive its token or its
// user's permissions.
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import { toFault } from '@gatehouse/runtime/fault'
import type { AccessCheck, Viewer } from '../access/viewer.ts'

export type WatchedAccess = {
  clock: Clock
  expiresAt: Date
  /** Creates a viewer without cached reads. */
  readViewer: () => Viewer
  /** Access checks of the subscriptions that are currently open. */
  checks: () => readonly AccessCheck[]
  onLost: (why: 'expired' | 'denied' | 'unknown') => void
}

const checkEveryMs = 2_000
// Number of consecutive checks that may fail because the database does not respond, before access is withdrawn.
const failuresMax = 5

/** Starts watching and returns a function that stops it. */
export function watchAccess(access: WatchedAccess): () => void {
  const { clock, expiresAt, onLost } = access
  let failures = 0
  let isStopped = false
  let timer: Timer | undefined
  const expiry = clock.after(Math.max(0, expiresAt.getTime() - clock.wallMs()), () => lose('expired'))

  function stop(): void {
    isStopped = true
    timer?.cancel()
    expiry.cancel()
  }

  function lose(why: 'expired' | 'denied' | 'unknown'): void {
    if (isStopped) return
    stop()
    onLost(why)
  }

  async function check(): Promise<void> {
    const outcome = await runChecks(access)
    if (isStopped) return
    if (outcome === 'denied') return lose('denied')
    failures = outcome === 'unknown' ? failures + 1 : 0
    if (failures > failuresMax) return lose('unknown')
    plan()
  }

  function plan(): void {
    timer = clock.after(checkEveryMs, () => void check())
  }

  plan()
  return stop
}

async function runChecks({ checks, readViewer }: WatchedAccess): Promise<'allowed' | 'denied' | 'unknown'> {
  const viewer = readViewer()
  try {
    for (const check of checks()) await check(viewer)
    return 'allowed'
  } catch (thrown) {
    const { kind } = toFault(thrown)
    return kind === 'unauthenticated' || kind === 'denied' || kind === 'not_found' ? 'denied' : 'unknown'
  }
}
