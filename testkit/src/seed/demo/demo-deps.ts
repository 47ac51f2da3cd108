import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { Database } from '@gatehouse/schema/database'

export type DemoDeps = {
  database: Database
  postgres: Postgres
  /** The end of the history. */
  nowMs: number
  print: (line: string) => void
}

/** Actor of the audit entries that no person of the demo company made. */
export const demoOperator = { actor: { kind: 'operator', id: 'gatehouse dev' } } as const

export type DemoActor = { actor: { kind: 'user'; id: string } }

export function asUser(userId: string): DemoActor {
  return { actor: { kind: 'user', id: userId } }
}
