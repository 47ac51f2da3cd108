import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { testDatabase } from '@gatehouse/testkit/vitest/test-servers'
import { expect, test } from 'vitest'
import { createDatabase } from './create-database.ts'
import { createPostgres } from './create-postgres.ts'

type Companies = { companies: { id: string; name: string } }

const first = '00000000-0000-7000-8000-000000000021'
const second = '00000000-0000-7000-8000-000000000022'

async function setUp(scope: AsyncDisposableStack) {
  const { url } = scope.use(await testDatabase())
  const postgres = createPostgres({
    url: new Secret(url),
    applicationName: 'test',
    poolSizeMax: 2,
    connectTimeoutMs: 20_000,
    queryTimeoutMs: 20_000,
    logger: createLogger({ service: 'test', level: 'error', sinks: [] }),
  })
  scope.defer(() => postgres.close())
  return createDatabase<Companies>(postgres)
}

test('in a transaction the builder and raw SQL see each other’s writes, and are committed together', async () => {
  await using scope = new AsyncDisposableStack()
  const database = await setUp(scope)
  await database.transaction().execute(async (tx) => {
    expect(tx.isTransaction).toBe(true)
    await tx.insertInto('companies').values({ id: first, name: 'by the builder' }).execute()
    const { rowCount } = await tx.query(`update companies set name = 'by both' where id = $1`, [first])
    expect(rowCount).toBe(1)
    const updated = await tx.updateTable('companies').set({ name: 'again' }).where('id', '=', first).execute()
    expect(updated[0]?.numUpdatedRows).toBe(1n)
  })
  const { rows } = await database.query<{ name: string }>('select name from companies where id = $1', [first])
  expect(rows).toEqual([{ name: 'again' }])
})

test('a transaction that throws rolls both back', async () => {
  await using scope = new AsyncDisposableStack()
  const database = await setUp(scope)
  const work = database.transaction().execute(async (tx) => {
    await tx.insertInto('companies').values({ id: first, name: 'builder' }).execute()
    await tx.query(`insert into companies (id, name) values ($1, 'raw')`, [second])
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  expect(await database.selectFrom('companies').select('id').execute()).toEqual([])
})

test('work that continues after a failed statement is not reported as committed', async () => {
  await using scope = new AsyncDisposableStack()
  const database = await setUp(scope)
  const work = database.transaction().execute(async (tx) => {
    await tx.insertInto('companies').values({ id: first, name: 'lost' }).execute()
    await tx.query('select 1 / 0').catch(() => undefined)
  })
  await expect(work).rejects.toMatchObject({ code: 'internal.assertion' })
  expect(await database.selectFrom('companies').select('id').execute()).toEqual([])
})
