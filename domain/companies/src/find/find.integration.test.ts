import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { find } from './find.ts'

let opened: OpenTestDatabase
let companyId: string
const rowsOfKind = 100_000

beforeAll(async () => {
  opened = await openTestDatabase()
  companyId = await addCompany(opened.database, 0n)
  const row = `select $1::uuid, gen_random_uuid(), 'Name ' || n from generate_series(1, ${rowsOfKind}) n`
  await opened.postgres.transaction(async (tx) => {
    await tx.query("set local statement_timeout = '60s'")
    await tx.query(`insert into jobs (company_id, id, title) ${row}`, [companyId])
    await tx.query(`insert into talents (company_id, id, name) ${row}`, [companyId])
    await tx.query(
      `insert into documents (company_id, id, file_name, kind, content_hash, size_bytes)
       select c, i, f, 'OTHER', sha256(f::bytea), 1 from (${row}) as d (c, i, f)`,
      [companyId],
    )
    await tx.query(
      `insert into companies (id, name) select gen_random_uuid(), 'Firm ' || n from generate_series(1, ${rowsOfKind}) n`,
    )
    await tx.query('analyze jobs, talents, documents, companies')
  })
}, 120_000)
afterAll(() => opened[Symbol.asyncDispose]())

test('at most five of each kind are found, and wildcards are taken literally', async () => {
  const scope = { readable: [companyId], administered: [companyId] }
  const search = (text: string) => find(opened.postgres, { companyIds: [companyId], objects: scope }, text)
  const found = await search('NAME 1')
  const kinds = found.map(({ kind }) => kind)
  expect(kinds).toEqual(['JOB', 'TALENT', 'DOCUMENT'].flatMap((kind) => Array<string>(5).fill(kind)))
  expect((await search(' name 77777 ')).map(({ title }) => title)).toEqual(Array(3).fill('Name 77777'))
  for (const text of ['name_1', 'n%', '%', 'N', '']) expect(await search(text)).toEqual([])
})

test('a super admin finds companies by the first letters of their names', async () => {
  const search = (text: string) => find(opened.postgres, { companyIds: 'all', objects: 'all' }, text)
  expect(await search('FIRM 77777')).toMatchObject([{ kind: 'COMPANY', title: 'Firm 77777' }])
  expect(await search('firm')).toHaveLength(5)
})

test('of 100,000 rows of a kind, those that match are found by an index', async () => {
  const explain = async (table: string, column: string) => {
    const { rows } = await opened.postgres.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, timing off, summary off)
       select id from ${table} where company_id = any ($1::uuid[]) and lower(${column}) like $2 limit 5`,
      [[companyId], 'name 77777%'],
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const { rows } = await opened.postgres.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, timing off, summary off)
     select id from companies where ($1::uuid[] is null or id = any ($1)) and lower(name) like $2 order by id desc limit 5`,
    [null, 'firm 77777%'],
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('companies_by_name_idx')
  expect(await explain('jobs', 'title')).toContain('jobs_by_title_idx')
  expect(await explain('talents', 'name')).toContain('talents_by_name_idx')
  expect(await explain('documents', 'file_name')).toContain('documents_by_file_name_idx')
})
