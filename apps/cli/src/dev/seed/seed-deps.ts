import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'

export type SeedDeps = {
  database: Database
  postgres: Postgres
  ids: Ids
  clock: Clock
  print: (line: string) => void
}

/** Actor of the demo data's audit entries. */
export const seededBy = { actor: { kind: 'operator', id: 'gatehouse dev' } } as const
