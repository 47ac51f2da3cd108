// `gatehouse dev` routes the seeded aliases to its own simulator, resets the passwords of its demo users and grants credits.
// In the database of a real installation that would be an outage, so this check runs before any change.
import { platformCompanyId } from '@gatehouse/companies/platform-company'
import { demoCompany, furtherDemoCompanies } from '@gatehouse/companies/seed-demo-company'
import { Fault } from '@gatehouse/runtime/fault'
import type { Secret } from '@gatehouse/runtime/secret'
import { sql } from 'kysely'
import { openDatabase } from '../../open-database.ts'

const ownCompanyIds = [
  demoCompany.companyId,
  furtherDemoCompanies.small.companyId,
  furtherDemoCompanies.postpaid.companyId,
  platformCompanyId,
]
const namedMax = 3

export async function refuseForeignDatabase(url: Secret): Promise<void> {
  const { database, close } = openDatabase(url)
  try {
    const { rows } = await sql<{ exists: boolean }>`
      select to_regclass('companies') is not null as exists`.execute(database)
    // A database without our tables has no companies.
    if (!rows[0]?.exists) return
    const others = await database
      .selectFrom('companies')
      .select('name')
      .where('id', 'not in', ownCompanyIds)
      .orderBy('id')
      .limit(namedMax + 1)
      .execute()
    if (others.length > 0) throw foreignDatabase(others.map(({ name }) => name))
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.kind === 'unavailable') throw unreachableDatabase(thrown)
    throw thrown
  } finally {
    await close()
  }
}

function unreachableDatabase(cause: Fault): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'cli.unreachable_database',
    publicMessage:
      'the database at DATABASE_URL cannot be reached. Start it, or unset DATABASE_URL (also in .env), and gatehouse dev ' +
      'starts its own Postgres.',
    cause,
  })
}

function foreignDatabase(names: readonly string[]): Fault {
  const named = names.slice(0, namedMax).map((name) => JSON.stringify(name))
  const more = names.length > namedMax ? ' and others' : ''
  return new Fault({
    kind: 'conflict',
    code: 'cli.foreign_database',
    publicMessage: [
      `the database at DATABASE_URL has companies that are not demo data: ${named.join(', ')}${more}.`,
      'gatehouse dev would route its aliases to a simulator, reset the passwords of the demo users and grant credits there,',
      'so it has changed nothing. Unset DATABASE_URL (also in .env) and it starts its own Postgres;',
      'or, if you really mean this database: gatehouse dev --use-database',
    ].join('\n'),
  })
}
