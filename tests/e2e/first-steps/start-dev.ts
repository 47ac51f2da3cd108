// Starts `gatehouse dev` in an empty directory and reads what it prints.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { listDescendants, listProcesses } from '../../proofs/runner/list-descendants.ts'

export type Dev = AsyncDisposable & {
  /** Everything that was printed until all services were up. */
  printed: string
  /** The address listed under that name. */
  address(name: string): string
  /** The first command below the line that starts with the heading. */
  commandUnder(heading: string): string
  /** Sends Ctrl-C; resolves to the exit code and to the child processes that are still running. */
  interrupt(): Promise<{ exitCode: number | null; leftBehind: string[] }>
}

const command = fileURLToPath(new URL('../../../apps/cli/src/main.ts', import.meta.url))
const kept = ['PATH', 'HOME', 'TMPDIR', 'PG_BIN', 'REDIS_BIN']
const upWithinMs = 300_000
const endWithinMs = 120_000

export async function startDev(directory: string): Promise<Dev> {
  const child = spawn(process.execPath, [command, 'dev'], {
    cwd: directory,
    // Nothing is configured, as on a machine where the repository has just been cloned.
    // The steps need none of the history, and CI would wait for it.
    env: { ...Object.fromEntries(kept.map((name) => [name, process.env[name]])), DEMO_HISTORY: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const exited = once(child, 'exit') as Promise<[number | null]>
  const hasExited = () => child.exitCode !== null || child.signalCode !== null
  async function end(): Promise<void> {
    if (hasExited()) return
    child.kill('SIGINT')
    await waitUntil(hasExited, { withinMs: endWithinMs, what: 'gatehouse dev has ended' }).catch(() => {
      // Its child processes end with it.
      child.kill('SIGKILL')
    })
    await exited
  }
  try {
    const isUp = () => hasExited() || output.includes('Ctrl-C stops')
    await waitUntil(isUp, { withinMs: upWithinMs, what: 'gatehouse dev is up' })
    if (hasExited()) throw new Error('gatehouse dev ended')
  } catch (thrown) {
    await end()
    throw new Error(`gatehouse dev did not come up:\n${output}`, { cause: thrown })
  }
  const printed = output
  return {
    printed,
    address: (name) => find(printed, new RegExp(`^ {2}${name} +(http://\\S+)`, 'm')),
    commandUnder: (heading) =>
      find(printed, new RegExp(`^${heading}.*\\n(?: {2}(?!curl).*\\n)* {2}(curl .*)$`, 'm')),
    async interrupt() {
      const started = await listDescendants(child.pid)
      await end()
      const running = new Set((await listProcesses()).map(({ pid }) => pid))
      return {
        exitCode: child.exitCode,
        leftBehind: started
          .filter(({ pid }) => running.has(pid))
          .map(({ pid, program }) => `${program} (${pid})`),
      }
    },
    [Symbol.asyncDispose]: end,
  }
}

function find(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`${String(pattern)} is not in:\n${text}`)
  return found
}
