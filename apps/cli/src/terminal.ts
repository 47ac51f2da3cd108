import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Fault } from '@gatehouse/runtime/fault'
import { Secret } from '@gatehouse/runtime/secret'
import type { Terminal } from './command.ts'

export type TerminalProcess = Pick<NodeJS.Process, 'env' | 'exit' | 'on' | 'stderr' | 'stdin' | 'stdout'>

/** The first signal asks the command to stop; a second one ends the process immediately. */
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

export type SecretSource = Pick<NodeJS.Process, 'stdin' | 'stderr'>

/**
 * Prompts a person without echoing the input, or reads the first line of piped input. So the secret appears neither on the
 * screen nor in the process list.
 */
export async function readSecret(
  { stdin, stderr }: SecretSource,
  prompt: string,
  stop: AbortController,
): Promise<Secret> {
  const isInteractive = stdin.isTTY
  if (isInteractive) stderr.write(`${prompt}: `)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: nowhere, terminal: isInteractive })
  try {
    // On a terminal, readline intercepts Ctrl-C and emits it as its own event instead of a signal.
    lines.on('SIGINT', () => stop.abort())
    const line = await new Promise<string | undefined>((resolve) => {
      lines.once('line', resolve)
      lines.once('close', () => resolve(undefined))
      stop.signal.addEventListener('abort', () => resolve(undefined), { once: true })
    })
    if (line === undefined || stop.signal.aborted) throw noSecret()
    return new Secret(line)
  } finally {
    lines.close()
    if (isInteractive) stderr.write('\n')
  }
}

function noSecret(): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'cli.no_secret',
    publicMessage: 'no password was given: type it at the prompt, or pipe it in as one line',
  })
}
