import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import { violationsIn } from './repository/rule.ts'
import { dangerousDdl } from './rules/dangerous-ddl.ts'

holdsInThisRepository(dangerousDdl)

const path = 'domain/schema/migrations/0200_change_calls.sql'
const reason = '-- Calls are looked for by their alias.\n'
const marker = '-- without transaction: calls is large\n'
const violations = (sql: string) => violationsIn(dangerousDdl, { [path]: reason + sql })

test.each([
  ['create index calls_alias_idx on calls (alias);', 'builds an index under a lock'],
  ['create unique index on public.calls (alias);', 'builds an index under a lock'],
  ['alter table calls add constraint a check (b > 0);', 'checks every row under a lock'],
  ['alter table calls add constraint a foreign key (b) references c (d);', 'checks every row under a lock'],
  ['alter table calls add constraint a unique (b);', 'builds an index under a lock'],
  ['alter table calls alter column a type bigint;', 'rewrites the table'],
  ['alter table calls alter a set data type bigint;', 'rewrites the table'],
  ['alter table calls alter column a set not null;', 'reads the whole table under a lock'],
  [
    'alter table calls add column a integer not null;',
    'adds a column that the previous release does not fill',
  ],
  ['alter table calls add column a uuid default gen_random_uuid();', 'rewrites the table'],
  ['alter table calls add column a int generated always as (b + 1) stored;', 'rewrites the table'],
  ['alter table calls rename column a to b;', 'renames what the previous release reads'],
  ['truncate calls;', 'locks a whole table'],
  ['vacuum full calls;', 'locks a whole table'],
  ['lock table calls in exclusive mode;', 'locks a whole table'],
  ['create index concurrently if not exists a on calls (b);', 'works only outside a transaction'],
  [`${marker}create index concurrently if not exists a on b (c); select 1;`, 'a separate file'],
  [`${marker}create index concurrently a on b (c);`, 'runs again if it was interrupted'],
])('%s', (sql, message) => {
  const [violation, ...others] = violations(sql)
  expect(violation).toContain(message)
  expect(others).toEqual([])
})

test.each([
  ['create table a (b uuid not null, constraint c check (b is not null));\ncreate index a_b_idx on a (b);'],
  ['alter table calls add column a integer;'],
  ['alter table calls add column a integer not null default 0;'],
  ['alter table calls add constraint a check (b > 0) not valid;'],
  ['alter table calls validate constraint a;'],
  ['alter table calls alter column a drop not null;'],
  ['create function f() returns void language plpgsql as $$ begin lock table calls; end $$;'],
  ['-- truncate calls;\nselect 1;'],
  [`${marker}create index concurrently if not exists a on calls (b);`],
  [`${marker}drop index concurrently if exists a;`],
  ['-- safe: calls_parked has a handful of rows\ncreate index a on calls_parked (b);'],
])('harmless: %s', (sql) => {
  expect(violations(sql)).toEqual([])
})
