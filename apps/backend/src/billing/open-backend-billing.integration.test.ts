import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect, test } from 'vitest'
import { startTestBackend } from '../testing/start-test-backend.ts'

// By the first notice it would be done on a second connection, inside the transaction of a payment.
test('mails can be enqueued before there is a notice', async () => {
  await using backend = await startTestBackend()
  const readQueues = async () => {
    const { rows } = await backend.postgres.query<{ is_there: boolean }>(
      `select to_regclass('tasks.queue') is not null as is_there`,
    )
    if (!rows[0]?.is_there) return []
    return (await backend.postgres.query(`select name from tasks.queue where name = 'send-mail'`)).rows
  }
  const asked = { withinMs: 20_000, what: 'the queue of mails' }
  await waitUntil(async () => (await readQueues()).length === 1, asked)
  expect(await readQueues()).toEqual([{ name: 'send-mail' }])
})
