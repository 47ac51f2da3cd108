// Connections to Postgres that fail within a known time instead of hanging: by default the driver waits forever for a
// server that accepts a connection and never responds. A connection on which a statement broke or timed out is
// destroyed, never reused: its late answer would reach the wrong caller. Where the answer to a statement that may have
// taken effect was lost, the fault is `postgres.outcome_unknown`, which must not be retried blindly.
import { assert } from '@gatehouse/runtime/assert'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import pg from 'pg'
import { isReadOnly, unreachable } from './faults/connection-fault.ts'
import { guardConnection } from './connections/guard-connection.ts'
import { startupOptions } from './connections/startup-options.ts'
import { type PoolCounts, type PoolMetrics, createPoolMetrics, noPoolMetrics } from './pool-metrics.ts'
import { ServerList, clientOf, refuseStandby } from './server-list.ts'
import { type SilenceCheck, createSilenceCheck, noSilenceCheck } from './connections/silence-check.ts'
import { getTypeParser } from './type-parsers.ts'

export type Queryable = {
  query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>
}

export type Connection = Queryable & { release(): void }

export type Postgres = Queryable & {
  /** Runs one transaction on one connection: committed when the work resolves, rolled back when it throws. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  connect(): Promise<Connection>
  counts(): PoolCounts
  close(): Promise<void>
}

export type PostgresOptions = {
  url: Secret
  applicationName: string
  logger: Logger
  poolSizeMax: number
  /**
   * Servers of `url`, for pools that share one attempt to connect while none can be reached. Their connect timeouts
   * should be similar, because the callers of one pool wait for the attempts of the other.
   */
  servers?: ServerList
  /** If set, the pool reports its connections and failures under its application name. */
  metrics?: Metrics
  /** Also limits how long a caller waits for a free connection from the pool. */
  connectTimeoutMs?: number
  queryTimeoutMs?: number
  /** A connection that was idle for this long is closed. */
  idleTimeoutMs?: number
  /**
   * For a pool with a long `queryTimeoutMs`: how often a new connection shows whether the server still responds while a
   * statement runs. If it does not, the statement fails at once.
   */
  checkSilenceEveryMs?: number
  /** Postgres settings for every connection of this pool, such as planner options. The time zone is UTC unless it is set here. */
  settings?: Readonly<Record<string, string>>
  /** Checks every new connection before its first use; a connection for which it throws is dropped. */
  checkConnection?: (connection: Queryable) => Promise<void>
}

const connectTimeoutMsDefault = 500
const queryTimeoutMsDefault = 1_000
// After the driver's own ten seconds, the first call of a quiet hour would wait for a new connection, on which every
// statement has to be prepared again. Much longer, and connections that a fault has cut silently would stay in the pool.
const idleTimeoutMsDefault = 60_000
// `begin` does nothing on the server, so it shows early that a pooled connection is dead, also where statements may take
// much longer.
const beginTimeoutMs = 1_000

export function createPostgres(options: PostgresOptions): Postgres {
  const { poolSizeMax, servers = new ServerList(options.url.reveal()) } = options
  const pool: pg.Pool = openPool(options, servers, (cause) => failures.recordFailure(cause))
  const counts = () => ({
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    max: poolSizeMax,
  })
  const failures: PoolMetrics = options.metrics
    ? createPoolMetrics(options.metrics, options.applicationName, counts)
    : noPoolMetrics
  const unlessSilent = openSilenceCheck(options, servers)

  /**
   * After a failover every pooled connection may lead to the old primary: this tries all of them and one new
   * connection.
   */
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
    for (let attempt = 1; ; attempt += 1) {
      const tried = servers.current
      try {
        return guardConnection(await servers.gate.pass(() => pool.connect()), failures, unlessSilent)
      } catch (thrown) {
        failures.recordFailure('connect')
        servers.passOver(tried)
        if (attempt >= servers.count) throw unreachable(thrown)
      }
    }
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
    counts,
    close: () => pool.end(),
  }
}

function openSilenceCheck(
  { checkSilenceEveryMs: everyMs, connectTimeoutMs = connectTimeoutMsDefault }: PostgresOptions,
  servers: ServerList,
): SilenceCheck {
  return everyMs === undefined ? noSilenceCheck : createSilenceCheck({ servers, everyMs, connectTimeoutMs })
}

function openPool(
  options: PostgresOptions,
  servers: ServerList,
  recordFailure: PoolMetrics['recordFailure'],
): pg.Pool {
  const { queryTimeoutMs = queryTimeoutMsDefault } = options
  const check = servers.count > 1 ? checkPrimary(options.checkConnection) : options.checkConnection
  const pool = new pg.Pool({
    Client: clientOf(servers),
    application_name: options.applicationName,
    max: options.poolSizeMax,
    connectionTimeoutMillis: options.connectTimeoutMs ?? connectTimeoutMsDefault,
    idleTimeoutMillis: options.idleTimeoutMs ?? idleTimeoutMsDefault,
    query_timeout: queryTimeoutMs,
    // The server cancels a little before we give up, so that it does not keep working on an abandoned statement.
    statement_timeout: Math.ceil(queryTimeoutMs * 0.9),
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    options: startupOptions(options.settings),
    types: { getTypeParser },
    ...(check ? { verify: toVerify(check) } : {}),
  })
  // An idle connection that breaks has no caller to report to; the pool has already dropped it.
  pool.on('error', (error) => {
    recordFailure('idle')
    options.logger.warn('an idle Postgres connection broke', { error })
  })
  // A dying server can send FATAL right behind ReadyForQuery. At that moment the pool has removed its listener and we
  // have not added ours, and an unhandled error event ends the process. The next statement on the connection fails
  // instead.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

type CheckConnection = NonNullable<PostgresOptions['checkConnection']>

/** With several servers, every new connection is checked: the server may be a standby. */
function checkPrimary(check: CheckConnection | undefined): CheckConnection {
  return async (connection) => {
    await refuseStandby(connection)
    await check?.(connection)
  }
}

type Verify = (client: pg.PoolClient, done: (error?: Error) => void) => void

function toVerify(check: CheckConnection): Verify {
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

// The driver takes `query_timeout` for one statement too, which its types do not say.
const begin: pg.QueryConfig & { query_timeout: number } = { text: 'begin', query_timeout: beginTimeoutMs }

async function runTransaction<T>(
  connect: () => Promise<Connection>,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const connection = await connect()
  try {
    await connection.query(begin)
    const result = await work(connection)
    const { command } = await connection.query('commit')
    // Postgres acknowledges the commit of a failed transaction with ROLLBACK and reports no error.
    assert(command === 'COMMIT', 'the work continued after a statement had failed, so nothing was committed')
    return result
  } catch (thrown) {
    // If the rollback cannot be sent either, the connection is marked broken, and closing it rolls back.
    await connection.query('rollback').catch(() => undefined)
    throw thrown
  } finally {
    connection.release()
  }
}
