import type { Terminal } from './command.ts'
import { readSecret } from './read-secret.ts'

export type TerminalProcess = Pick<NodeJS.Process, 'env' | 'exit' | 'on' | 'stderr' | 'stdin' | 'stdout'>

/** The first signal asks the command to stop; a second one, from an impatient person, ends it at once. */
export function createTerminal(process: TerminalProcess): Terminal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(130)
      controller.abort()
    })
  }
  return {
    environment: process.env,
    isInteractive: process.stdout.isTTY,
    print: (line) => void process.stdout.write(`${line}\n`),
    printError: (line) => void process.stderr.write(`${line}\n`),
    readSecret: (prompt) => readSecret(process, prompt, controller),
    stopRequested: controller.signal,
  }
}
