import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type { Connection, Postgres } from './create-postgres.ts'

/** Kysely on our guarded connections: the same time limits and faults as for raw statements. */
export function createKysely<Tables>(postgres: Postgres): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => toPoolClient(await postgres.connect()),
        // The pool's owner closes the connections.
        end: async () => undefined,
        options: {},
      },
    }),
  })
}

function toPoolClient(connection: Connection): PostgresPoolClient {
  const query = (statement: string, parameters?: readonly unknown[]) =>
    connection.query(statement, parameters ? [...parameters] : undefined)
  // Kysely's second overload is for cursors, which need a package that we do not install.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => connection.release() }
}
