// The frame of all commands with subcommands: parse the arguments, open the database, run, print, close.
import { type AccessActQueue, copyAccessActTask } from '@gatehouse/audit/access-acts/copy-access-act'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { Shards } from '@gatehouse/postgres/shards'
import { type Clock, createSystemClock } from '@gatehouse/runtime/clock'
import { type Ids, createIds } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { type Command, type Terminal, UsageError, withUsage } from './command.ts'
import { readDatabaseUrl } from './config.ts'
import { openDatabase } from './open-database.ts'

/** What every group can use. */
export type GroupContext = {
  terminal: Terminal
  /** The directory. */
  database: Database
  postgres: Postgres
  /** The connections of a company. */
  databases: Shards<Database>
  shards: Shards
  clock: Clock
  ids: Ids
  /** Queue of the copies of revocations and suspensions. */
  accessActs: AccessActQueue
  /** Name of the person who runs the command, for the audit log. */
  operator: string
  by: { actor: { kind: 'operator'; id: string } }
}

/** One action of a group, such as `keys create`. */
export type Subcommand<Deps> = {
  usage: string
  /** Parses the arguments before anything is opened; throws a UsageError if they are wrong. */
  parse(args: readonly string[]): RunSubcommand<Deps>
}

/** Does the work. Returns the lines to print, or an exit code if it has printed its output itself. */
type RunSubcommand<Deps> = (deps: Deps) => Promise<readonly string[] | number>

type Group<Deps> = {
  name: string
  summary: string
  /** Gives the subcommands their dependencies. */
  open(context: GroupContext): Deps
  subcommands: Readonly<Record<string, Subcommand<Deps>>>
}

export function defineGroup<Deps>({ name, summary, open, subcommands }: Group<Deps>): Command {
  return {
    name,
    usage: `${name} ${Object.keys(subcommands).join(' | ')}`,
    subcommandUsages: Object.values(subcommands).map(({ usage }) => usage),
    summary,
    async run(terminal, args) {
      const run = parseSubcommand(subcommands, args)
      const { close, ...connections } = openDatabase(readDatabaseUrl(terminal))
      const clock = createSystemClock()
      const ids = createIds(clock)
      const logger = createLogger({ service: 'cli', level: 'warn', sinks: [] })
      const accessActs = createTaskQueue({ ...connections, logger, ids, kinds: [copyAccessActTask] })
      const operator = readOperator(terminal)
      const by = { actor: { kind: 'operator', id: operator } } as const
      try {
        const outcome = await run(open({ terminal, ...connections, clock, ids, accessActs, operator, by }))
        if (typeof outcome === 'number') return outcome
        for (const line of outcome) terminal.print(line)
        return 0
      } finally {
        await close()
      }
    },
  }
}

export function readOperator({ environment }: Pick<Terminal, 'environment'>): string {
  return environment['USER'] ?? 'unknown'
}

function parseSubcommand<Deps>(
  subcommands: Readonly<Record<string, Subcommand<Deps>>>,
  [name = '', ...args]: readonly string[],
): RunSubcommand<Deps> {
  const subcommand = new Map(Object.entries(subcommands)).get(name)
  if (!subcommand) {
    const usages = Object.values(subcommands).map(({ usage }) => `  gatehouse ${usage}`)
    throw new UsageError(`name a subcommand:\n${usages.join('\n')}`)
  }
  return withUsage(subcommand.usage, () => subcommand.parse(args))
}
