import { type ParseArgsConfig, parseArgs } from 'node:util'
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

/** The parts of its process that a command may use. */
export type Terminal = {
  environment: Readonly<Record<string, string | undefined>>
  isInteractive: boolean
  print(line: string): void
  printError(line: string): void
  /** Prompts without echoing the input, or reads one piped line. Secrets are never arguments: other users can list those. */
  readSecret(prompt: string): Promise<Secret>
  /** Aborted by Ctrl-C or SIGTERM: the command stops everything it has started and returns. */
  stopRequested: AbortSignal
}

export type Command = {
  name: string
  usage: string
  /** Usage of each subcommand, for a group. */
  subcommandUsages?: readonly string[]
  summary: string
  /** Returns the exit code. */
  run(terminal: Terminal, args: readonly string[]): Promise<number>
}

/** The command line is wrong; the message says what is wrong and what to write instead. */
export class UsageError extends Fault {
  constructor(message: string) {
    super({ kind: 'invalid', code: 'cli.usage', publicMessage: message })
  }
}

/** Node's `parseArgs`, but an unknown option or a missing value is a UsageError. */
export function parseOptions<const Config extends ParseArgsConfig>(args: readonly string[], config: Config) {
  try {
    return parseArgs({ ...config, args: [...args] })
  } catch (thrown) {
    throw new UsageError(thrown instanceof Error ? thrown.message : String(thrown))
  }
}

/** Parses arguments and adds the usage to the message of a UsageError. */
export function withUsage<Parsed>(usage: string, parse: () => Parsed): Parsed {
  try {
    return parse()
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown
    throw new UsageError(`${thrown.publicMessage}\nusage: gatehouse ${usage}`)
  }
}
