// Every test file gets its own database with the whole schema, cloned from a template that is migrated once. The
// template accepts no connections, because Postgres cannot clone a database that is in use.
import { randomBytes } from 'node:crypto'
import { Client, escapeIdentifier } from 'pg'

export type TestDatabase = {
  readonly url: string
  readonly name: string
  /** Also closes connections that are still open. */
  drop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export type TemplateOptions = {
  name: string
  /** Fills the new database, for example with migrations. Must close its connections before it returns. */
  prepare: (url: string) => Promise<void>
}

/**
 * Returns the template's name. A no-op if the template exists, so several processes may request the same one
 * concurrently. A template whose `prepare` failed does not exist.
 */
export async function createTemplate(serverUrl: string, { name, prepare }: TemplateOptions): Promise<string> {
  const unfinished = `${name}_unfinished`
  return withConnection(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [`gatehouse template ${name}`])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 1) return name
    await client.query(`drop database if exists ${quoted(unfinished)} with (force)`)
    await client.query(`create database ${quoted(unfinished)} template template0`)
    await prepare(withDatabase(serverUrl, unfinished))
    await client.query(`alter database ${quoted(unfinished)} allow_connections false`)
    await client.query(`alter database ${quoted(unfinished)} rename to ${quoted(name)}`)
    return name
  })
}

export async function cloneDatabase(serverUrl: string, template: string): Promise<TestDatabase> {
  // Prefixed with the template's name, so that all clones of a run can be found and dropped.
  const name = `${template}_${randomBytes(6).toString('hex')}`
  // Uses the default strategy, wal_log: file_copy is not faster, and forces two checkpoints that every session waits
  // for.
  await withConnection(serverUrl, (client) =>
    client.query(`create database ${quoted(name)} template ${quoted(template)}`),
  )
  const drop = async () => dropDatabase(serverUrl, name)
  return { url: withDatabase(serverUrl, name), name, drop, [Symbol.asyncDispose]: drop }
}

/** Drops the template and all remaining clones of it. */
export async function dropTemplate(serverUrl: string, template: string): Promise<void> {
  const { rows } = await withConnection(serverUrl, (client) =>
    client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [
      template,
    ]),
  )
  for (const { datname } of rows) await dropDatabase(serverUrl, datname)
}

async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await withConnection(serverUrl, (client) =>
    client.query(`drop database if exists ${quoted(name)} with (force)`),
  )
}

async function withConnection<T>(serverUrl: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

function quoted(identifier: string): string {
  return escapeIdentifier(identifier)
}
