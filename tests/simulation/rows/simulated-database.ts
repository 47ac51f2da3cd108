// The query builder and raw SQL on simulated rows, as domain code gets them. Every statement of a transaction is a message
// to the server, so that other transactions, crashes and losses happen between its statements.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Database, Transaction } from '@gatehouse/schema/database'
import type { Tables as TableTypes } from '@gatehouse/schema/tables'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  InsertQueryNode,
  Kysely,
  Transaction as KyselyTransaction,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryResult,
  RawNode,
  type RootOperationNode,
  SelectQueryNode,
  UpdateQueryNode,
} from 'kysely'
import type { Host } from '../engine/host.ts'
import type { SimulatedPostgres, Transact } from '../servers/simulated-postgres.ts'
import type { Tables } from '../servers/tables.ts'
import { textOf } from './evaluate-node.ts'
import type { Row } from './row.ts'
import { Blocked, RowTransaction } from './row-store.ts'
import { runQuery, tableName } from './run-query.ts'
import { type RawScene, runRawStatement, runText } from './run-raw-statement.ts'

/** Passes on the description of a query instead of its text. */
const dialect: Dialect = {
  createDriver: () => new DummyDriver(),
  createQueryCompiler: () => ({
    compileQuery: (query, queryId) => ({ query, queryId, sql: '', parameters: [] }),
  }),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (builder) => new PostgresIntrospector(builder),
}
const driver = dialect.createDriver()
const config = { dialect }
const plainExecutor = new Kysely<TableTypes>(config).getExecutor()

type Work = (scene: RawScene) => readonly Row[]
type Run = (what: () => string, work: Work) => Promise<readonly Row[]>

export function openSimulatedDatabase(postgres: SimulatedPostgres, host: Host): Database {
  const { transact } = postgres.connect(host)
  const runAlone: Run = (what, work) =>
    transact(
      () => `${host.name} ${what()}`,
      (tables) => {
        const tx = new RowTransaction(host.name)
        try {
          const rows = runIn(tables, tx, work)
          tables.commit(tx)
          return rows
        } catch (thrown) {
          tables.rows.rollBack(tx)
          throw thrown
        }
      },
    )
  return Object.assign(toBuilder(runAlone), {
    transaction: () => ({
      execute: <T>(work: (tx: Transaction) => Promise<T>) =>
        runTransaction({ postgres, host, transact }, work),
    }),
  })
}

type Session = { postgres: SimulatedPostgres; host: Host; transact: Transact }

async function runTransaction<T>(
  { postgres, host, transact }: Session,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const tx = new RowTransaction(host.name)
  const run: Run = (what, statement) =>
    transact(
      () => `${host.name} ${what()}, in a transaction`,
      (tables) => {
        // Sent before the process died: the server finds the connection closed.
        if (!host.isAlive) tables.rows.rollBack(tx)
        try {
          return runIn(tables, tx, statement)
        } catch (thrown) {
          if (!(thrown instanceof Blocked)) tables.rows.rollBack(tx)
          throw thrown
        }
      },
    )
  try {
    const result = await work(toBuilder(run))
    await transact(
      () => `${host.name} commits`,
      (tables) => {
        tables.rows.enter(tx)
        tables.commit(tx)
      },
    )
    return result
  } catch (thrown) {
    // The process closes the connection.
    postgres.disconnect(tx)
    throw thrown
  }
}

function runIn(tables: Tables, tx: RowTransaction, work: Work): readonly Row[] {
  tables.rows.enter(tx)
  return work({ tables, tx, store: tables.rows, now: new Date(tables.nowMs) })
}

function toBuilder(run: Run): KyselyTransaction<TableTypes> & Queryable {
  const connection: DatabaseConnection = {
    async executeQuery<Answer>({ query }: CompiledQuery) {
      const rows = await run(
        () => describe(query),
        (scene) => (RawNode.is(query) ? runRawStatement(scene, query) : runQuery(scene, query)),
      )
      const result: QueryResult<Answer> = { rows: rows as Answer[], numAffectedRows: BigInt(rows.length) }
      return result
    },
    streamQuery() {
      throw new Error('streaming is not simulated')
    },
  }
  const executor = plainExecutor.withConnectionProvider({
    provideConnection: (consumer) => consumer(connection),
  })
  const query = async (text: string, values: readonly unknown[] = []) => {
    const rows = await run(
      () => text.trim().slice(0, 40),
      (scene) => runText(scene, text, values),
    )
    return { rows, rowCount: rows.length }
  }
  const builder = new KyselyTransaction<TableTypes>({ config, dialect, driver, executor })
  return Object.assign(builder, { query: query as unknown as Queryable['query'] })
}

function describe(query: RootOperationNode): string {
  if (RawNode.is(query)) return textOf(query).trim().slice(0, 40)
  if (SelectQueryNode.is(query)) return `reads ${tableName(query.from?.froms[0])}`
  if (InsertQueryNode.is(query)) return `inserts into ${tableName(query.into)}`
  return UpdateQueryNode.is(query) ? `updates ${tableName(query.table)}` : query.kind
}
