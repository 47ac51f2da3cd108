import type { Ids } from '@gatehouse/runtime/ids'
import type { Tables } from '@gatehouse/schema/tables'
import type { Kysely } from 'kysely'
import type { Subcommand } from '../../read-subcommand.ts'

type RoomTaskDeps = { database: Kysely<Tables>; ids: Ids; operator: string }

/** Does the work and returns what to print. */
export type RoomSubcommand = Subcommand<(deps: RoomTaskDeps) => Promise<string>>
