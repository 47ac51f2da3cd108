import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect, test } from 'vitest'
import { startTestBackend } from '../testing/start-test-backend.ts'

// If the queue were created by the first notice, that would need a second connection inside a payment's transaction.
test('the mail queue exists before the first notice', async () => {
  await using backend = await startTestBackend()
  const readQueues = async () => {
    const { rows } = await backend.postgres.query<{ is_there: boolean }>(
      `select to_regclass('tasks.queue') is not null as is_there`,
    )
    if (!rows[0]?.is_there) return []
    return (await backend.postgres.query(`select name from tasks.queue where name = 'send-mail'`)).rows
  }
  const asked = { withinMs: 20_000, what: 'the mail queue exists' }
  await waitUntil(async () => (await readQueues()).length === 1, asked)
  expect(await readQueues()).toEqual([{ name: 'send-mail' }])
})
