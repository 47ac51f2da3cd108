// A settler process, as its parent sees it. It exits when its channel to the parent closes, however the parent ends.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Company } from '../ledger-setup.ts'
import type { MessageCounts } from './message-counts.ts'

export type SettlerTask = {
  databaseUrl: string
  redisUrl: string
  companies: readonly Company[]
  seed: string
  journalPath: string
  /** Journal of the process that this one replaces: its unfinished calls are settled again. */
  resumeFrom?: string
}

export type SettlerChild = {
  readonly journalPath: string
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>
  /** Lets the process finish the calls in flight. */
  finish(): Promise<void>
}

const entry = fileURLToPath(new URL('./settler-process.ts', import.meta.url))

export async function startSettlerChild(task: SettlerTask, logged: MessageCounts): Promise<SettlerChild> {
  const child = fork(entry, [JSON.stringify(task)], { stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
  if (child.stderr) logged.follow(child.stderr)
  const exited = once(child, 'exit').then(([code, signal]) => (signal ?? code) as string | number)
  await becomesReady(child, exited)
  return {
    journalPath: task.journalPath,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async finish() {
      child.send('finish')
      const end = await exited
      if (end !== 0) throw new Error(`a settler that should finish exited with ${end}`)
    },
  }
}

async function becomesReady(child: ChildProcess, exited: Promise<string | number>): Promise<void> {
  const ended = exited.then((end) => {
    throw new Error(`a settler exited with ${end} before it was ready`)
  })
  await Promise.race([once(child, 'message'), ended])
}
