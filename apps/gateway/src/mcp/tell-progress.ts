import type { Notification, ProgressToken } from '@modelcontextprotocol/server'
import type { Caller } from '../operations/operation.ts'

export type ProgressLink = {
  /** Undefined if the client did not ask for it. */
  progressToken: ProgressToken | undefined
  notify(notification: Notification): Promise<void>
}

/** Tells a client how far its call is. The protocol demands that each number is greater than the one before. */
export function createTellProgress({ progressToken, notify }: ProgressLink): Caller['onProgress'] {
  let told = -1
  return ({ done, total, message }) => {
    if (progressToken === undefined || done <= told) return
    told = done
    const params = { progressToken, progress: done, total, message }
    // Nobody may be left to hear it.
    notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}
