import type { Postgres } from '@gatehouse/postgres/create-postgres'

/** Hashes every row of every table. Equal fingerprints mean that nothing was written in between. */
export async function takeFingerprint(postgres: Postgres): Promise<string> {
  const { rows: tables } = await postgres.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
     where schemaname = 'public' order by 1`,
  )
  const prints: string[] = []
  for (const { name } of tables) {
    const { rows } = await postgres.query<{ print: string }>(
      `select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as print from ${name} t`,
    )
    prints.push(`${name} ${rows[0]?.print}`)
  }
  return prints.join('\n')
}
