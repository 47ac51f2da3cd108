// One database, queried in two ways on the same guarded connections, with the same time limits and faults: the query
// builder for lists and simple writes, raw SQL for locks, money and set-based statements (see STYLE.md).
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  Transaction as KyselyTransaction,
  PostgresDialect,
  type PostgresPoolClient,
  SingleConnectionProvider,
} from 'kysely'
import type { Connection, Postgres, Queryable } from './create-postgres.ts'

/** The builder and raw SQL on one connection inside one transaction. */
export type TransactionOf<Tables> = KyselyTransaction<Tables> & Queryable

/** The builder and raw SQL on the connections of a pool. */
export type DatabaseOf<Tables> = {
  /** Committed when the work resolves, rolled back when it throws. */
  transaction(): { execute<T>(work: (tx: TransactionOf<Tables>) => Promise<T>): Promise<T> }
} & Queryable &
  Kysely<Tables>

export function createDatabase<Tables>(postgres: Postgres): DatabaseOf<Tables> {
  const dialect = new PostgresDialect({
    pool: {
      connect: async () => toPoolClient(await postgres.connect()),
      // The owner of the pool closes it.
      end: async () => undefined,
      options: {},
    },
  })
  const builder = new Kysely<Tables>({ dialect })
  const driver = dialect.createDriver()

  function toTransaction(connection: Queryable): TransactionOf<Tables> {
    const provider = new SingleConnectionProvider(toBuilderConnection(connection))
    const executor = builder.getExecutor().withConnectionProvider(provider)
    const tx = new KyselyTransaction<Tables>({ config: { dialect }, dialect, driver, executor })
    return Object.assign(tx, { query: connection.query })
  }

  return Object.assign(builder, {
    query: postgres.query,
    transaction: () => ({
      execute: <T>(work: (tx: TransactionOf<Tables>) => Promise<T>) =>
        postgres.transaction((connection) => work(toTransaction(connection))),
    }),
  })
}

function toPoolClient(connection: Connection): PostgresPoolClient {
  const query = (statement: string, parameters?: readonly unknown[]) =>
    connection.query(statement, parameters ? [...parameters] : undefined)
  // Kysely's second overload is for cursors, which need a package that we do not have.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => connection.release() }
}

const changingCommands: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

function toBuilderConnection(connection: Queryable): DatabaseConnection {
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
      const { command, rowCount, rows } = await connection.query(sql, [...parameters])
      const affected = changingCommands.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}
      return { rows: rows as Row[], ...affected }
    },
    streamQuery() {
      throw new Error('streaming needs a cursor package that we do not have')
    },
  }
}
