import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

const attemptsMax = 5

/** Pins a process, with all its threads and future children, to one core. */
export async function pinProcess(pid: number, core: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await run('taskset', ['-a', '-p', '-c', String(core), String(pid)])
      return
    } catch (thrown) {
      // taskset visits the threads one by one and fails if one has just exited.
      if (attempt === attemptsMax) throw thrown
    }
  }
}

/** Pins a process and its existing children, such as the backends of Postgres. */
export async function pinFamily(pid: number, core: number): Promise<void> {
  await pinProcess(pid, core)
  const { stdout } = await run('pgrep', ['-P', String(pid)]).catch(() => ({ stdout: '' }))
  for (const child of stdout.split('\n').filter(Boolean))
    await pinProcess(Number(child), core).catch(() => undefined)
}
