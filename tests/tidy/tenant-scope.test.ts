import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import type { Repository } from './repository/repository.ts'
import { violationsIn } from './repository/rule.ts'
import { tenantScope } from './rules/tenant-scope.ts'

holdsInThisRepository(tenantScope)

const schema = `
CREATE TABLE public.calls (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    CONSTRAINT calls_id_check CHECK ((id IS NOT NULL))
);
CREATE TABLE public.jobs (
    company_id uuid NOT NULL
);
CREATE TABLE public.plans (
    id uuid NOT NULL
);`
const path = 'domain/jobs/src/a.ts'
const exemptionsPath = 'tests/tidy/rules/tenant-exemptions.ts'

function violations(texts: Record<string, string>, exemptions = {}): string[] {
  return violationsIn((repository: Repository) => tenantScope(repository, exemptions), {
    'domain/schema/schema.sql': schema,
    ...texts,
  })
}

test.each([
  ["db.selectFrom('calls').where('company_id', '=', companyId).execute()"],
  ["db.selectFrom('calls as c')\n  .select('id')\n  .where('c.company_id', 'in', ids)"],
  ["db.updateTable('calls').set({ a: 1 }).where('id', '=', id).where('company_id', '=', companyId)"],
  ["db.selectFrom('calls').innerJoin('jobs', 'jobs.id', 'calls.id').where('jobs.company_id', '=', id)"],
  ["db.selectFrom('calls').where('company_id', 'is', null)"],
  ["db.insertInto('calls').values(row)"],
  ["db.selectFrom('plans').select('id')"],
  ['sql`select id from calls where company_id = $1`'],
  ['sql`select id from calls c join jobs j on j.company_id = c.company_id where c.company_id = any ($1)`'],
  ['sql`select id from calls where company_id = ${companyId} and id = ${id}`'],
  ['sql`delete from calls where (company_id, id) in (select company_id, id from unnest($1, $2))`'],
  ['sql`with a as (select id from calls where $1 = company_id) update jobs set a = 1 from a`'],
  ["'update only public.calls as c set a = 1 where company_id = $1'"],
  ['sql`select id from calls where company_id is null`'],
  ['sql`insert into calls (id, company_id) values ($1, $2)`'],
  ['sql`select id from plans`'],
  ['// select id from calls\nconst a = 1'],
])('a query that names its company, or needs none: %j', (query) => {
  expect(violations({ [path]: query })).toEqual([])
})

test.each([
  ["db.selectFrom('calls').where('id', '=', id).execute()"],
  ["db.selectFrom('calls').select('company_id').where('id', '=', id)"],
  ["db.selectFrom('plans').leftJoin('calls', 'calls.id', 'plans.id')"],
  ["db.selectFrom(['calls as c', 'plans'])"],
  ["db.deleteFrom('calls').where('id', '=', id), f('company_id', '=')"],
  ["db.selectFrom('calls').where('id', '=', id)\nother.where('company_id', '=', id)"],
  ["db.selectFrom('calls').where('company_id', 'is not', null)"],
  ["db.updateTable('calls').set({ company_id: to }).where('id', '=', id)"],
  ['sql`select company_id from calls where id = $1`'],
  ['sql`select id from plans p join calls c on c.id = p.id`'],
  ['sql`update "public"."calls" set a = 1 where id = $1`'],
  ['sql`delete from calls where id = $1` + sql`company_id = $1`'],
  ["'select id from calls where id = $1'"],
])('a query on a tenant table that does not: %j', (query) => {
  expect(violations({ [path]: query })).toEqual([
    expect.stringMatching(/^domain\/jobs\/src\/a\.ts:\d+ queries calls without a condition on company_id/),
  ])
})

test('two tables that are only joined by their company', () => {
  const found = violations({
    [path]: 'sql`select 1 from calls c join jobs j on j.company_id = c.company_id`',
  })
  expect(found).toHaveLength(2)
})

test('a statement of a .sql file is judged alone', () => {
  const text =
    '-- by company_id = $1\nselect 1 from jobs where company_id = $1;\nselect 1 from calls where id = $1;'
  expect(violations({ 'domain/jobs/src/a.sql': text })).toEqual([
    expect.stringContaining('domain/jobs/src/a.sql:3 queries calls'),
  ])
})

test('tests, what only tests use, the schema and the testkit are exempt', () => {
  const query = 'sql`select id from calls`'
  const found = violations({
    'domain/jobs/src/a.test.ts': query,
    'domain/jobs/src/testing/a.ts': query,
    'domain/schema/src/a.ts': query,
    'testkit/src/a.ts': query,
  })
  expect(found).toEqual([])
})

test('a listed file may query its listed tables as often as listed, and no others', () => {
  const exemptions = { [path]: { tables: { calls: 1 }, why: 'works for all companies' } }
  expect(violations({ [path]: 'sql`select id from calls`' }, exemptions)).toEqual([])
  expect(violations({ [path]: 'sql`select id from calls`; sql`select 1 from jobs`' }, exemptions)).toEqual([
    expect.stringContaining('queries jobs'),
  ])
  expect(violations({ [path]: 'sql`select id from calls`\nsql`select 1 from calls`' }, exemptions)).toEqual([
    expect.stringContaining('queries calls without a condition on company_id'),
  ])
})

test('an exemption that is no longer needed', () => {
  const exemptions = { [path]: { tables: { calls: 1 }, why: 'works for all companies' } }
  expect(violations({ [path]: 'sql`select id from calls where company_id = $1`' }, exemptions)).toEqual([
    `${exemptionsPath} exempts ${path} for calls, which it does not query without company_id: remove it`,
  ])
})
