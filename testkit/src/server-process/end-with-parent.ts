// Child processes that never outlive us.
import { type ChildProcess, execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * A command prefix that ends the process when we end, even by SIGKILL: Linux can signal a process when its parent dies,
 * and setpriv requests it. Empty if setpriv is not available. The parent is the thread that starts the process, so a
 * process started by a worker thread ends with that thread.
 */
export async function parentDeathCommand(signal: NodeJS.Signals): Promise<string[]> {
  const args = ['--pdeathsig', signal, '--']
  // setpriv is run rather than only looked up, because BusyBox has a setpriv without this option.
  return run('setpriv', [...args, 'true']).then(
    () => ['setpriv', ...args],
    () => [],
  )
}

const stopsAtExit = new Set<() => void>()

/** Without setpriv, this covers every way we can end except SIGKILL. */
export function stopAtExit(child: ChildProcess, signal: NodeJS.Signals): void {
  if (stopsAtExit.size === 0) process.on('exit', stopAll)
  const stop = () => void child.kill(signal)
  stopsAtExit.add(stop)
  child.once('exit', () => {
    stopsAtExit.delete(stop)
    if (stopsAtExit.size === 0) process.off('exit', stopAll)
  })
}

function stopAll(): void {
  for (const stop of stopsAtExit) stop()
}
