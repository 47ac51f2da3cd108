import type { DeadLetters } from '@gatehouse/tasks/dead-letters'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Tables } from '@gatehouse/schema/tables'
import type { Kysely } from 'kysely'
import type { Subcommand } from '../../read-subcommand.ts'

type TaskDeps = { letters: DeadLetters; database: Kysely<Tables>; ids: Ids; operator: string }

/** Does the work and returns the lines to print. */
export type TaskSubcommand = Subcommand<(deps: TaskDeps) => Promise<string[]>>
