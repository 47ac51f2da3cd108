import { replayAllTasks } from '@gatehouse/companies/replay-tasks'
import {
  type DeadLetter,
  type DeadLetterQuery,
  type DeadLetters,
  createDeadLetters,
} from '@gatehouse/tasks/dead-letters'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { UsageError, parseOptions } from '../command.ts'
import { type GroupContext, type Subcommand, defineGroup } from '../command-group.ts'
import { readId, readWholeNumber } from '../option-values.ts'

type TaskDeps = GroupContext & { deadLetters: DeadLetters }

const queryOptions = {
  id: { type: 'string', multiple: true },
  kind: { type: 'string' },
  company: { type: 'string' },
  limit: { type: 'string' },
} as const
const queryUsage = '[--id ID]… [--kind KIND] [--company ID] [--limit N]'

type QueryValues = { id?: string[]; kind?: string; company?: string; limit?: string }

function readQuery({ id, kind, company, limit }: QueryValues): DeadLetterQuery {
  return {
    ...(id && { ids: id.map((given) => readId('--id', given)) }),
    ...(kind && { kind }),
    ...(company && { groupId: readId('--company', company) }),
    ...(limit && { limit: readWholeNumber('--limit', limit, { min: 1, max: 999_999 }) }),
  }
}

const list: Subcommand<TaskDeps> = {
  usage: `tasks list ${queryUsage}`,
  parse(args) {
    const query = readQuery(parseOptions(args, { options: queryOptions }).values)
    return async ({ deadLetters }) => {
      const found = await deadLetters.list(query)
      return found.length === 0 ? ['no task has failed permanently'] : found.flatMap(describeDeadLetter)
    }
  },
}

const replay: Subcommand<TaskDeps> = {
  usage: `tasks replay (--all | ${queryUsage})`,
  parse(args) {
    const options = { ...queryOptions, all: { type: 'boolean' } } as const
    const { all, ...values } = parseOptions(args, { options }).values
    const query = readQuery(values)
    // Without any option every task would be replayed, which is rarely intended.
    if (!all && !query.kind && !query.groupId && !query.ids)
      throw new UsageError('say which tasks: --id, --kind, --company or --all')
    return async (deps) => {
      const replayed = await replayAllTasks(deps, query, deps.by)
      return replayed.length === 0 ? ['there is no such task'] : [`replayed: ${replayed.length}`, ...replayed]
    }
  },
}

export const tasksCommand = defineGroup({
  name: 'tasks',
  summary: 'lists the background tasks at DATABASE_URL that failed permanently, and replays them',
  open: (context): TaskDeps => ({
    ...context,
    deadLetters: createDeadLetters({
      postgres: context.postgres,
      logger: createLogger({ service: 'cli', level: 'warn', sinks: [] }),
    }),
  }),
  subcommands: { list, replay },
})

function describeDeadLetter(task: DeadLetter): string[] {
  const { id, kind, groupId, attempts, failedAt, reason, replays } = task
  const owner = groupId === null ? '' : ` of company ${groupId}`
  const earlier = replays === 0 ? '' : `, replayed ${replays} times before`
  return [
    `${id}  ${kind}${owner}  failed ${failedAt.toISOString()} after ${attempts} attempts${earlier}`,
    `    ${reason?.code ?? 'unknown'}: ${reason?.message ?? 'no reason was recorded'}`,
  ]
}
