// A worker process as its parent sees it. It ends by itself when the channel to us closes, however we end.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type WorkerTask = { databaseUrl: string; outsideUrl: string; renewMs: number; silentMs: number }

export type WorkerChild = {
  /** It has come to the effect of a task, or has ended. */
  readonly works: Promise<void>
  /** SIGKILL, and waits for the end. */
  kill(): Promise<void>
}

const entry = fileURLToPath(new URL('./worker-process.ts', import.meta.url))

export function startWorkerChild(task: WorkerTask): WorkerChild {
  const child = fork(entry, [JSON.stringify(task)])
  const exited = once(child, 'exit')
  return {
    works: Promise.race([once(child, 'message'), exited]).then(() => undefined),
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
