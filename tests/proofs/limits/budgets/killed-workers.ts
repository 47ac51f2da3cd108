// Worker processes that are killed one after the other, each replaced before, while something else goes on.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export type WorkerOrder =
  | { kind: 'alerts'; databaseUrl: string }
  | { kind: 'top-ups'; databaseUrl: string; apiUrl: string; apiKey: string }

const entry = fileURLToPath(new URL('./budget-worker.ts', import.meta.url))

export type KillPlan = { workers: number; killEveryMs: number }

/** Runs `work` while workers are killed with SIGKILL, at random moments. Resolves to its result and the number of kills. */
export async function amongKilledWorkers<Result>(
  order: WorkerOrder,
  { workers, killEveryMs }: KillPlan,
  work: () => Promise<Result>,
): Promise<{ result: Result; kills: number }> {
  // A worker exits when its channel to this process closes, however this process ends.
  const start = () => fork(entry, [JSON.stringify(order)])
  const running: ChildProcess[] = Array.from({ length: workers }, start)
  const over = new AbortController()
  const killing = killOnAndOn(running, { start, killEveryMs, isOver: () => over.signal.aborted })
  try {
    const result = await work()
    over.abort()
    return { result, kills: await killing }
  } finally {
    over.abort()
    await killing
    await Promise.all(running.map(kill))
  }
}

async function killOnAndOn(
  running: ChildProcess[],
  { start, killEveryMs, isOver }: { start: () => ChildProcess; killEveryMs: number; isOver: () => boolean },
): Promise<number> {
  let kills = 0
  while (!isOver()) {
    // Its replacement works before a worker is killed, so that a slow machine makes progress too.
    const replacement = start()
    running.push(replacement)
    await Promise.race([once(replacement, 'message'), once(replacement, 'exit')])
    await pause(killEveryMs * Math.random())
    const oldest = running.shift()
    if (!oldest) break
    await kill(oldest)
    kills += 1
  }
  return kills
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
