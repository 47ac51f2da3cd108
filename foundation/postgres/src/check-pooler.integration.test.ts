import { startPgbouncer } from '@gatehouse/testkit/start-pgbouncer'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { expect, test } from 'vitest'
import { refuseBrokenPooler } from './check-pooler.ts'

// From 1.20 on, PgBouncer takes `options` without being asked to ignore it.
const ignoredParameters = ['statement_timeout', 'idle_in_transaction_session_timeout', 'options']

test('a direct connection is accepted, and so is a server that cannot be reached', async () => {
  await using open = await openTestDatabase()
  await expect(refuseBrokenPooler(open.url)).resolves.toBeUndefined()
  await expect(refuseBrokenPooler('postgres://postgres@127.0.0.1:1/none')).resolves.toBeUndefined()
})

test('a pooler that refuses the parameters of our connections is named', async () => {
  await using open = await openTestDatabase()
  await using pooler = await startPgbouncer({ serverPort: Number(new URL(open.url).port) })
  await expect(refuseBrokenPooler(pooler.url)).rejects.toThrow(
    /leads to a connection pooler that refuses a connection: .*statement_timeout.* PgBouncer 1\.21/,
  )
})

// Debian's PgBouncer is older than 1.21, the first version with prepared statements in transaction mode.
test('a pooler that ignores them and does not support prepared statements is named', async () => {
  await using open = await openTestDatabase()
  const serverPort = Number(new URL(open.url).port)
  await using pooler = await startPgbouncer({ serverPort, ignoredParameters })
  await expect(refuseBrokenPooler(pooler.url)).rejects.toThrow('does not support prepared statements')
})
