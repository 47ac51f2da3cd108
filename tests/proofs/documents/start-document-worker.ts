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
  /** Resolves when it has begun, or has ended. */
  begin(): Promise<void>
  /** SIGKILL, and waits for the end. */
  kill(): Promise<void>
}

const entry = fileURLToPath(new URL('./document-worker-process.ts', import.meta.url))

/** It ends by itself when we do. Loading takes longer than working, so it begins when it is told to. */
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
