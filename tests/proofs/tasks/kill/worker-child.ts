// A worker process as its parent sees it. It ends by itself when the channel to us closes, however we end.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type WorkerTask = { databaseUrl: string; outsideUrl: string; renewMs: number; silentMs: number }

export type WorkerChild = {
  /** It could begin, or has ended. */
  readonly loaded: Promise<void>
  begin(): void
  /** SIGKILL, and waits for the end. */
  kill(): Promise<void>
}

const entry = fileURLToPath(new URL('./worker-process.ts', import.meta.url))

export function startWorkerChild(task: WorkerTask): WorkerChild {
  const child = fork(entry, [JSON.stringify(task)])
  const exited = once(child, 'exit')
  return {
    loaded: Promise.race([once(child, 'message'), exited]).then(() => undefined),
    begin: () => void child.send('begin'),
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
