// What to put in front of a command so that the process ends when we do, even if we are killed: Linux can
// signal a process when its parent dies, and setpriv asks for it. Without setpriv nothing is put in front.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The parent is the thread that starts the process, so what a worker thread starts ends with that thread. */
export async function parentDeathCommand(signal: NodeJS.Signals): Promise<string[]> {
  const args = ['--pdeathsig', signal, '--']
  // Tried rather than looked for, because BusyBox has a setpriv that cannot do this.
  return run('setpriv', [...args, 'true']).then(
    () => ['setpriv', ...args],
    () => [],
  )
}
