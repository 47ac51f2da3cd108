// Connections to Postgres that fail within a known time instead of hanging: the driver's defaults wait without
// end for a server that accepts and never answers. A connection on which a statement broke or timed out is
// destroyed, never reused: its late answer would reach the wrong caller.
import type { Secret } from '@gatehouse/runtime/secret'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import pg from 'pg'
import { isConnectionTrouble, toUnavailable } from './connection-fault.ts'

export type Queryable = {
  query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>
}

export type Connection = Queryable & { release(): void }

export type Postgres = Queryable & {
  /** One transaction on one connection: committed when the work resolves, rolled back when it throws. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  connect(): Promise<Connection>
  counts(): PoolCounts
  close(): Promise<void>
}

export type PoolCounts = { total: number; idle: number; waiting: number; max: number }

export type PostgresOptions = {
  url: Secret
  applicationName: string
  logger: Logger
  poolSizeMax: number
  /** Also how long a caller waits for a free connection of the pool. */
  connectTimeoutMs?: number
  queryTimeoutMs?: number
}

export function createPostgres(options: PostgresOptions): Postgres {
  const { connectTimeoutMs = 500, queryTimeoutMs = 1_000, poolSizeMax } = options
  const pool = new pg.Pool({
    connectionString: options.url.reveal(),
    application_name: options.applicationName,
    max: poolSizeMax,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    // The server gives up a little before we do, so that it does not work on for nobody.
    statement_timeout: Math.ceil(queryTimeoutMs * 0.9),
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    types: { getTypeParser: parserFor },
  })
  // An idle connection that breaks has no caller to tell; the pool has already dropped it.
  pool.on('error', (error) => options.logger.warn('an idle Postgres connection broke', { error }))

  async function connect(): Promise<Connection> {
    const client = await pool.connect().catch((thrown: unknown) => {
      throw toUnavailable(thrown)
    })
    return guard(client)
  }

  return {
    connect,
    async query(statement, values) {
      const connection = await connect()
      try {
        return await connection.query(statement, values)
      } finally {
        connection.release()
      }
    },
    transaction: (work) => runTransaction(connect, work),
    counts: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: poolSizeMax,
    }),
    close: () => pool.end(),
  }
}

/** Remembers whether the connection may be used again, so that no caller has to. */
function guard(client: pg.PoolClient): Connection {
  let trouble: unknown
  const noteTrouble = (error: Error) => {
    trouble ??= error
  }
  // While a connection is in use the pool does not listen to it, and an unheard error ends the process.
  client.on('error', noteTrouble)
  return {
    async query(statement, values) {
      // On a broken connection a statement, say a rollback, would only wait for its time limit.
      if (trouble !== undefined) throw toUnavailable(trouble)
      try {
        return await client.query(statement as string, values)
      } catch (thrown) {
        if (!isConnectionTrouble(thrown)) throw thrown
        trouble ??= thrown
        throw toUnavailable(thrown)
      }
    },
    release() {
      // One that is thrown away may still stumble while it closes, so its listener stays.
      if (trouble === undefined) client.off('error', noteTrouble)
      client.release(trouble !== undefined)
    },
  }
}

async function runTransaction<T>(
  connect: () => Promise<Connection>,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const connection = await connect()
  try {
    await connection.query('begin')
    const result = await work(connection)
    await connection.query('commit')
    return result
  } catch (thrown) {
    // If the rollback cannot be sent either, the connection is marked broken and its end rolls back.
    await connection.query('rollback').catch(() => undefined)
    throw thrown
  } finally {
    connection.release()
  }
}

type TypeId = (typeof pg.types.builtins)[keyof typeof pg.types.builtins]

// Credits are bigint from column to wire: an int8 must never pass through a JavaScript number or string.
function parserFor(id: TypeId, format?: 'text' | 'binary') {
  if (id === pg.types.builtins.INT8 && format !== 'binary') return BigInt
  return pg.types.getTypeParser(id, format) as (value: string) => unknown
}
