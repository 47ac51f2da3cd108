import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { Terminal } from '../../command.ts'
import type { Subcommand } from '../../read-subcommand.ts'

export type TaxonomySubcommand = Subcommand<
  (deps: { postgres: Postgres; terminal: Terminal }) => Promise<void>
>
