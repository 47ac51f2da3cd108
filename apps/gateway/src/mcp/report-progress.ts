import type { Notification, ProgressToken } from '@modelcontextprotocol/server'
import type { Caller } from '../operations/operation.ts'

export type ProgressLink = {
  /** Undefined if the client did not request progress. */
  progressToken: ProgressToken | undefined
  notify(notification: Notification): Promise<void>
}

/**
 * Reports the progress of a call to its client. The protocol requires each number to be greater than the previous one.
 */
export function createReportProgress({ progressToken, notify }: ProgressLink): Caller['onProgress'] {
  let lastReported = -1
  return ({ done, total, message }) => {
    if (progressToken === undefined || done <= lastReported) return
    lastReported = done
    const params = { progressToken, progress: done, total, message }
    // Fails if the client has disconnected.
    notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}
