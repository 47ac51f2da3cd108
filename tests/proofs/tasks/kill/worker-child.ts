// A worker process, as its parent sees it. It exits when its channel to the parent closes, however the parent ends.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type WorkerTask = { databaseUrl: string; outsideUrl: string; renewMs: number; silentMs: number }

export type WorkerChild = {
  readonly pid: number
  /** Resolves when the worker is ready to begin, or has exited. */
  readonly loaded: Promise<void>
  begin(): void
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>
}

const entry = fileURLToPath(new URL('./worker-process.ts', import.meta.url))

export function startWorkerChild(task: WorkerTask): WorkerChild {
  const child = fork(entry, [JSON.stringify(task)])
  const exited = once(child, 'exit')
  if (child.pid === undefined) throw new Error('the worker process could not be started')
  return {
    pid: child.pid,
    loaded: Promise.race([once(child, 'message'), exited]).then(() => undefined),
    begin: () => void child.send('begin'),
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
