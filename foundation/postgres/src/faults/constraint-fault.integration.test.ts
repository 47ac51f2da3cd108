import { Fault } from '@gatehouse/runtime/fault'
import { testDatabase } from '@gatehouse/testkit/vitest/test-servers'
import pg from 'pg'
import { expect, test } from 'vitest'
import { constraintFault } from './constraint-fault.ts'

test('a violated constraint becomes the fault it stands for; any other error is unchanged', async () => {
  await using database = await testDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const run = (statement: string) => client.query(statement).catch((thrown: unknown) => thrown)
  const blank = await run(
    `insert into companies (id, name) values ('00000000-0000-7000-8000-000000000001', ' ')`,
  )
  const syntax = await run('selct 1')
  await client.end()

  const faults = {
    companies_name_not_blank: (cause: unknown) =>
      new Fault({
        kind: 'invalid',
        code: 'test.bad',
        publicMessage: 'Give the company a name.',
        cause,
      }),
  }
  expect(constraintFault(blank, faults)).toMatchObject({ kind: 'invalid', code: 'test.bad' })
  expect(constraintFault(blank, {})).toBe(blank)
  expect(constraintFault(syntax, faults)).toBe(syntax)
})
