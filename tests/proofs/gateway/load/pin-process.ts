import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

const attemptsMax = 5

/** Lets a process, with all its threads and what it starts from now on, run on one core only. */
export async function pinProcess(pid: number, core: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await run('taskset', ['-a', '-p', '-c', String(core), String(pid)])
      return
    } catch (thrown) {
      // It goes through the threads one by one, and one that just ended makes it fail.
      if (attempt === attemptsMax) throw thrown
    }
  }
}

/** The same for a process and its children, as Postgres has them. */
export async function pinFamily(pid: number, core: number): Promise<void> {
  await pinProcess(pid, core)
  const { stdout } = await run('pgrep', ['-P', String(pid)]).catch(() => ({ stdout: '' }))
  for (const child of stdout.split('\n').filter(Boolean))
    await pinProcess(Number(child), core).catch(() => undefined)
}
