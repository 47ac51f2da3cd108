// A worker process, as its parent sees it. It exits when its channel to the parent closes, however the parent ends.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Points at which a worker kills itself, in the order in which a meeting reaches them. */
export const deaths = [
  'before the transcript is stored',
  'after the transcript is stored',
  'before the model is called',
  'with the answer in hand',
  'before the commit',
  'with the mail in hand',
] as const
export type Death = (typeof deaths)[number]

export type WorkerOrder = {
  databaseUrl: string
  gatewayUrl: string
  serviceKey: string
  smtpUrl: string
  diesAt: Death | null
}

export type WorkerChild = {
  readonly loaded: Promise<void>
  begin(): void
  /** Resolves to the signal that ended the process. */
  readonly exited: Promise<NodeJS.Signals | null>
  stop(): void
}

const entry = fileURLToPath(new URL('./worker-process.ts', import.meta.url))

export function startWorkerChild(order: WorkerOrder): WorkerChild {
  const child = fork(entry, [JSON.stringify(order)])
  const exited = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null)
  return {
    loaded: Promise.race([once(child, 'message'), exited]).then(() => undefined),
    begin: () => void child.send('begin'),
    exited,
    stop: () => void child.kill('SIGKILL'),
  }
}
