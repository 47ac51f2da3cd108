import { Fault } from '@gatehouse/runtime/fault'
import type { Secret } from '@gatehouse/runtime/secret'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    cli:
      | 'cli.already_running'
      | 'cli.config'
      | 'cli.foreign_database'
      | 'cli.no_account'
      | 'cli.no_secret'
      | 'cli.stopped'
      | 'cli.taxonomy_file'
      | 'cli.unreachable_database'
      | 'cli.usage'
      | 'cli.user_unknown'
  }
}

/** What a command may touch of the process it runs in. */
export type Terminal = {
  environment: Readonly<Record<string, string | undefined>>
  isInteractive: boolean
  print(line: string): void
  printError(line: string): void
  /** Asks a person without showing what they type, or reads a line of what is piped in. Never an argument: others see those. */
  readSecret(prompt: string): Promise<Secret>
  /** Aborted by Ctrl-C or SIGTERM: the command stops what it started and returns. */
  stopRequested: AbortSignal
}

export type Command = {
  name: string
  usage: string
  summary: string
  /** The exit code. */
  run(terminal: Terminal, words: readonly string[]): Promise<number>
}

/** The words on the command line were wrong; the text says which and what to write instead. */
export function wrongUsage(message: string): Fault {
  return new Fault({ kind: 'invalid', code: 'cli.usage', publicMessage: message })
}
