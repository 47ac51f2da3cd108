// For tests of what must not be stored: everything that a dump of the database would contain.
import type { Queryable } from '@gatehouse/postgres/create-postgres'

/** Every row of every table, including the task engine's, as text; bytes are in hexadecimal. */
export async function dumpRows(postgres: Queryable): Promise<string> {
  const { rows: tables } = await postgres.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await postgres.query<{ text: string }>(`select t::text as text from ${name} t`)
    texts.push(...rows.map(({ text }) => text))
  }
  return texts.join('\n')
}

/** The encodings in which a secret text could appear in a dump. */
export function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')]
}
