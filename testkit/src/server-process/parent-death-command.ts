// A command prefix that ends the process when we end, even by SIGKILL: Linux can signal a process when its parent dies,
// and setpriv requests it. Empty if setpriv is not available.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The parent is the thread that starts the process, so a process started by a worker thread ends with that thread. */
export async function parentDeathCommand(signal: NodeJS.Signals): Promise<string[]> {
  const args = ['--pdeathsig', signal, '--']
  // Tried rather than looked up, because BusyBox has a setpriv without this option.
  return run('setpriv', [...args, 'true']).then(
    () => ['setpriv', ...args],
    () => [],
  )
}
