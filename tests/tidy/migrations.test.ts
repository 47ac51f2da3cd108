import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import { violationsIn } from './repository/rule.ts'
import { migrations } from './rules/migrations.ts'

holdsInThisRepository(migrations)

const folder = 'domain/schema/migrations'
const reason = '-- Credits are what a company pays with.\n'
const clean = { [`${folder}/0001_create_credits.sql`]: `${reason}create table credits (id uuid);` }

const violations = (changes: Record<string, string>) => violationsIn(migrations, { ...clean, ...changes })

test('migrations in order, each with its reason, pass', () => {
  const second = `${reason}alter table credits alter a drop not null;\nalter table credits drop constraint b;`
  expect(violations({ [`${folder}/0002_relax_credits.sql`]: second })).toEqual([])
})

test.each([
  ['0002_credits.sql'],
  ['0002-add-credits.sql'],
  ['2_add_credits.sql'],
  ['0002_Add_credits.sql'],
  ['notes.md'],
])('a file named %s', (name) => {
  expect(violations({ [`${folder}/${name}`]: reason })).toEqual([
    `${folder}/${name} is not named NNNN_verb_noun.sql: rename it`,
  ])
})

test('a duplicate number is reported, a gap is not', () => {
  expect(violations({ [`${folder}/0003_add_a.sql`]: reason })).toEqual([])
  expect(violations({ [`${folder}/0001_drop_a.sql`]: reason })).toEqual([
    `${folder}/0001_drop_a.sql has the number of another migration: give it a new one`,
  ])
})

test.each([
  ['create table a (id uuid);'],
  ['--\ncreate table a (id uuid);'],
  ['-- table\ncreate table a ();'],
])('a migration that does not say why: %j', (sql) => {
  expect(violations({ [`${folder}/0002_create_a.sql`]: sql })).toEqual([
    `${folder}/0002_create_a.sql:1 opens without a reason: start with a comment that says why`,
  ])
})

test.each([
  ['drop table credits;'],
  ['DROP TABLE IF EXISTS credits;'],
  ['alter table credits drop column a;'],
  ['alter table credits drop a;'],
])('a drop without a contract line: %s', (sql) => {
  const path = `${folder}/0002_drop_credits.sql`
  expect(violations({ [path]: `${reason}-- contract: soon\n${sql}` })).toEqual([
    `${path}:3 drops what may still be read: add a line '-- contract: nothing reads it since NNNN'`,
  ])
  expect(violations({ [path]: `${reason}-- contract: nothing reads it since 0001\n${sql}` })).toEqual([])
})
