// Recognises a connection pooler that would lose statements or time limits. A pooler in transaction mode gives every
// transaction to another connection of the server: one that does not know prepared statements fails some of them, and
// one that ignores the parameters of connections leaves statements without a time limit. Neither is noticed under a
// light load, so a service checks at its start and refuses to run.
import pg from 'pg'
import { connectToPrimary } from './server-list.ts'

const advice =
  'Connect to Postgres directly or through a TCP proxy, or use PgBouncer 1.21 or later in transaction mode as ' +
  'deploy/postgres/README.md describes.'

/** How many connections of a pooler are kept busy, so that it must use another one. */
const holdersMax = 2

const statement = {
  name: 'gatehouse-check-pooler',
  text: `select current_setting('statement_timeout') as "statementTimeout"`,
}

/** Throws if `url` leads to a pooler that does not work. If the database cannot be reached, nothing is known, and it resolves. */
export async function refuseBrokenPooler(url: string): Promise<void> {
  const problem = await findProblem(url)
  if (problem !== undefined)
    throw new Error(`DATABASE_URL leads to a connection pooler that ${problem}. ${advice}`)
}

async function findProblem(url: string): Promise<string | undefined> {
  await using scope = new AsyncDisposableStack()
  try {
    const client = await connect(url, scope)
    const { rows } = await client.query<{ statementTimeout: string }>(statement)
    for (let count = 0; count < holdersMax; count += 1) {
      const holder = await connect(url, scope)
      await holder.query('begin')
      await client.query(statement)
    }
    return rows[0]?.statementTimeout === '0'
      ? 'ignores statement_timeout, which the role does not have either'
      : undefined
  } catch (thrown) {
    return judge(thrown)
  }
}

async function connect(url: string, scope: AsyncDisposableStack): Promise<pg.Client> {
  const client = await connectToPrimary({
    connectionString: url,
    application_name: 'gatehouse check',
    connectionTimeoutMillis: 500,
    query_timeout: 1_000,
    statement_timeout: 900,
    idle_in_transaction_session_timeout: 10_000,
  })
  // A connection that breaks while no statement runs has no caller to report to.
  client.on('error', () => undefined)
  scope.defer(() => client.end().catch(() => undefined))
  return client
}

// 26000: the connection that was used does not have the prepared statement; 42P05: it has one of another client.
const unprepared = new Set(['26000', '42P05'])

function judge(thrown: unknown): string | undefined {
  if (!(thrown instanceof pg.DatabaseError)) return undefined
  if (thrown.code !== undefined && unprepared.has(thrown.code)) return 'does not support prepared statements'
  if (thrown.message.includes('unsupported startup parameter'))
    return `refuses a connection: ${thrown.message}`
  return undefined
}
