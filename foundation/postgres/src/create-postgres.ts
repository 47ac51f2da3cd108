// Connections to Postgres that fail within a known time instead of hanging: the driver's defaults wait without
// end for a server that accepts and never answers. A connection on which a statement broke or timed out is
// destroyed, never reused: its late answer would reach the wrong caller. Where the answer to a statement that may
// have taken effect was lost, the fault is `postgres.outcome_unknown`, which nobody repeats without thinking.
import { assert } from '@gatehouse/runtime/assert'
import type { Fault } from '@gatehouse/runtime/fault'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import pg from 'pg'
import {
  busy,
  canTakeEffect,
  isReadOnly,
  judgeFailure,
  outcomeUnknown,
  unreachable,
} from './connection-fault.ts'
import { getTypeParser } from './type-parsers.ts'

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
  /** Settings of Postgres for every connection of this pool, such as how it plans. */
  settings?: Readonly<Record<string, string>>
  /** Looks at every new connection before its first use; one on which it throws is dropped. */
  checkConnection?: (connection: Queryable) => Promise<void>
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
    ...(options.settings ? { options: toStartupOptions(options.settings) } : {}),
    types: { getTypeParser },
    ...(options.checkConnection ? { verify: toVerify(options.checkConnection) } : {}),
  })
  // An idle connection that breaks has no caller to tell; the pool has already dropped it.
  pool.on('error', (error) => options.logger.warn('an idle Postgres connection broke', { error }))
  // A server that dies can send its last words behind the very message that makes a connection ready: the pool has let
  // go of it, we have not taken it yet, and an error that nobody listens to ends the process. Its next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined))

  /** After a failover each connection of the pool may lead to the old primary: all are tried, and one new one. */
  async function skipReadOnly<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work()
      } catch (thrown) {
        if (attempt > poolSizeMax || !isReadOnly(thrown)) throw thrown
      }
    }
  }

  async function connect(): Promise<Connection> {
    const client = await pool.connect().catch((thrown: unknown) => {
      throw unreachable(thrown)
    })
    return guardConnection(client)
  }

  async function queryOnce<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>> {
    const connection = await connect()
    try {
      return await connection.query<Row>(statement, values)
    } finally {
      connection.release()
    }
  }

  return {
    connect: () => skipReadOnly(connect),
    query: (statement, values) => skipReadOnly(() => queryOnce(statement, values)),
    transaction: (work) => runTransaction(() => skipReadOnly(connect), work),
    counts: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: poolSizeMax,
    }),
    close: () => pool.end(),
  }
}

type Verify = (client: pg.PoolClient, done: (error?: Error) => void) => void

function toVerify(check: NonNullable<PostgresOptions['checkConnection']>): Verify {
  const judge = async (client: pg.PoolClient): Promise<Error | undefined> => {
    try {
      await check({ query: (statement, values) => client.query(statement as string, values) })
      return undefined
    } catch (thrown) {
      return thrown instanceof Error ? thrown : new Error(String(thrown))
    }
  }
  const verify = async (client: pg.PoolClient, done: (error?: Error) => void) => done(await judge(client))
  return (client, done) => void verify(client, done)
}

/** Remembers whether the connection may be used again, so that no caller has to. */
function guardConnection(client: pg.PoolClient): Connection {
  let trouble: unknown
  let fault: Fault | undefined
  let isReleased = false
  const noteTrouble = (error: Error) => {
    trouble ??= error
  }
  // While a connection is in use the pool does not listen to it, and an unheard error ends the process.
  client.on('error', noteTrouble)

  function translate(thrown: unknown, couldTakeEffect: boolean): unknown {
    const failure = judgeFailure(thrown)
    if (failure === 'mistake') return thrown
    if (failure === 'busy') return busy(thrown)
    trouble ??= thrown
    const isUnknown = failure === 'lost' && couldTakeEffect
    if (isUnknown && !fault?.isOutcomeUnknown) fault = outcomeUnknown(thrown)
    fault ??= unreachable(thrown)
    return fault
  }

  return {
    async query(statement, values) {
      assert(!isReleased, 'a statement was sent on a connection that was given back')
      // On a broken connection a statement would only wait for its time limit. The first fault is told again,
      // because who answers a lost commit with a rollback must hear of the commit, not of the rollback.
      if (trouble !== undefined) throw (fault ??= unreachable(trouble))
      const text = typeof statement === 'string' ? statement : statement.text
      const couldTakeEffect = canTakeEffect(text, client.getTransactionStatus())
      try {
        return await client.query(statement as string, values)
      } catch (thrown) {
        throw translate(thrown, couldTakeEffect)
      }
    },
    release() {
      assert(!isReleased, 'a connection was given back twice')
      isReleased = true
      // One that is still in a transaction would carry the next caller's statements into it.
      const isFit = trouble === undefined && client.getTransactionStatus() === 'I'
      // One that is thrown away may still stumble while it closes, so its listener stays.
      if (isFit) client.off('error', noteTrouble)
      client.release(!isFit)
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
    const { command } = await connection.query('commit')
    // Postgres answers the commit of a failed transaction with ROLLBACK, as if that were what was asked for.
    assert(command === 'COMMIT', 'the work went on after a statement had failed, so nothing was committed')
    return result
  } catch (thrown) {
    // If the rollback cannot be sent either, the connection is marked broken and its end rolls back.
    await connection.query('rollback').catch(() => undefined)
    throw thrown
  } finally {
    connection.release()
  }
}

function toStartupOptions(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}
