// One shell for all commands, as a person would use it: variables and functions persist between commands.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export type Shell = AsyncDisposable & {
  /** Resolves to the standard output of the commands. */
  run(commands: string): Promise<string>
}

export function openShell(directory: string): Shell {
  const child = spawn('sh', [], {
    cwd: directory,
    env: { PATH: process.env['PATH'], HOME: directory },
    // curl draws its progress bar on standard error.
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let count = 0
  return {
    async run(commands) {
      count += 1
      const end = `end of command ${count}`
      // The leading line break separates the mark from output that does not end with one.
      child.stdin.write(`${commands}\nprintf '\\n%s\\n' '${end}'\n`)
      const printed: string[] = []
      for (;;) {
        const next = await lines.next()
        if (next.done === true) throw new Error(`the shell ended:\n${printed.join('\n')}`)
        if (next.value === end) return printed.join('\n').trim()
        printed.push(next.value)
      }
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end()
      child.kill('SIGKILL')
      await exited
    },
  }
}
