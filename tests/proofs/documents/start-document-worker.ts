import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type DocumentWork = {
  databaseUrl: string
  storeUrl: string
  smtpUrl: string
  renewMs: number
  silentMs: number
}

export type DocumentWorker = {
  /** Resolves when the worker has begun or has exited. */
  begin(): Promise<void>
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>
}

const entry = fileURLToPath(new URL('./document-worker-process.ts', import.meta.url))

/**
 * Starts a worker process, which exits when this process does. Loading takes longer than the work, so the worker begins
 * only on command.
 */
export function startDocumentWorker(work: DocumentWork): DocumentWorker {
  const child = fork(entry, [JSON.stringify(work)])
  const exited = once(child, 'exit')
  const loaded = Promise.race([once(child, 'message'), exited])
  return {
    async begin() {
      await loaded
      if (child.connected) child.send('begin')
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
