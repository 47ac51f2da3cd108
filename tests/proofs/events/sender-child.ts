// A process that sends events, as its parent sees it. It exits when its channel to the parent closes, however the parent
// ends.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type SenderTask = {
  databaseUrl: string
  attemptMs: number
  /** How far the wall clock of the process is ahead. */
  offsetMs: number
}

export type SenderChild = {
  /** Resolves when the process has begun, or has exited. */
  readonly begun: Promise<void>
  moveClock(offsetMs: number): void
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>
}

const entry = fileURLToPath(new URL('./sender-process.ts', import.meta.url))

export function startSenderChild(task: SenderTask): SenderChild {
  const child = fork(entry, [JSON.stringify(task)])
  const exited = once(child, 'exit')
  return {
    begun: Promise.race([once(child, 'message'), exited]).then(() => undefined),
    // A process that has just been killed has no channel any more.
    moveClock: (offsetMs) => void (child.connected && child.send(offsetMs)),
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
