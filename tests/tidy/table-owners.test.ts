import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import { type Repository } from './repository/repository.ts'
import { violationsIn } from './repository/rule.ts'
import { tableOwners } from './rules/table-owners.ts'

holdsInThisRepository(tableOwners)

const owners = { credits: 'domain/credits', schema_migrations: 'foundation/postgres' }
const migration = 'domain/schema/migrations/0001_create_credits.sql'
const ownersPath = 'tests/tidy/rules/owned-tables.ts'

function violations(texts: Record<string, string>): string[] {
  return violationsIn((repository: Repository) => tableOwners(repository, owners), {
    [migration]: 'create table credits (id uuid);',
    ...texts,
  })
}

test('the owner, tests, the testkit, migrations and prose pass', () => {
  const found = violations({
    'domain/credits/src/postgres/a.ts': "db.insertInto('credits')\nsql`update credits set a = 1`",
    'domain/credits/src/postgres/a.sql': 'delete from credits;',
    'domain/billing/src/a.test.ts': "db.insertInto('credits')",
    'testkit/src/a.ts': "db.insertInto('credits')",
    'domain/schema/migrations/0002_fill_credits.sql': 'insert into credits values (1);',
    'apps/cli/src/a.ts': "// insert into credits\nprint('delete from disk')\ndb.selectFrom('credits')",
  })
  expect(found).toEqual([])
})

test.each([
  ["db.insertInto('credits')"],
  ["db.updateTable('credits as c')"],
  ["db.deleteFrom('public.credits')"],
  ["db.insertInto(\n'credits')"],
  ['sql`insert into credits values (1)`'],
  ['sql`INSERT INTO "public"."credits" VALUES (1)`'],
  ['sql`update credits set a = 1`'],
  ['sql`update only credits as c\n set a = 1`'],
  ['sql`with a as (delete from credits returning id) select 1`'],
  ['sql`truncate table credits`'],
  ["'copy credits (a, b) from stdin'"],
])('a write outside the owner: %j', (write) => {
  expect(violations({ 'domain/billing/src/a.ts': write })).toEqual([
    'domain/billing/src/a.ts:1 writes credits, which domain/credits owns: call a function of domain/credits instead',
  ])
})

test('a write in a .sql file outside the owner', () => {
  expect(violations({ 'domain/billing/src/a.sql': '-- head\ntruncate credits;' })).toEqual([
    'domain/billing/src/a.sql:2 writes credits, which domain/credits owns: call a function of domain/credits instead',
  ])
})

test('a write through the query builder to a table without an owner', () => {
  expect(violations({ 'domain/billing/src/a.ts': "db.insertInto('invoices')" })).toEqual([
    `domain/billing/src/a.ts:1 writes invoices, which has no owner: name one in ${ownersPath}`,
  ])
})

test('a migration that creates a table without an owner; a partition belongs to its parent', () => {
  const path = 'domain/schema/migrations/0002_create_invoices.sql'
  const sql =
    'create table if not exists invoices (id uuid);\ncreate table credits_1 partition of credits default;'
  expect(violations({ [path]: sql })).toEqual([`${path} creates invoices: name its owner in ${ownersPath}`])
})

test.each([['drop table credits;'], ['-- create table credits (id uuid);']])(
  'a listed table that no migration creates: %s',
  (sql) => {
    expect(violations({ [migration]: sql })).toEqual([
      `${ownersPath} lists credits, which no migration creates: remove it`,
    ])
  },
)

test('a renamed table needs an owner under its new name', () => {
  expect(
    violations({ 'domain/schema/migrations/0002_rename_credits.sql': 'alter table credits rename to lots;' }),
  ).toEqual([
    `domain/schema/migrations/0002_rename_credits.sql creates lots: name its owner in ${ownersPath}`,
    `${ownersPath} lists credits, which no migration creates: remove it`,
  ])
})
