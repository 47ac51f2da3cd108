import type { RunningTask } from '@gatehouse/tasks/handle-task'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { expect, test } from 'vitest'
import { purgeAnswersHandler } from './handler.ts'

test('answers and parsed documents are forgotten when their time is over, however many there are', async () => {
  await using open = await openTestDatabase()
  const { postgres } = open
  const companyId = await addCompany(open.database, 0n)
  await postgres.query(
    `insert into stored_answers (key_id, idempotency_key, body_hash, call_id, claimed_until, company_id, created_at)
     select gen_random_uuid(), 'key', '', gen_random_uuid(), now(), $1, now() - make_interval(hours => case when n = 0 then 1 else 49 end)
       from generate_series(0, 1200) n`,
    [companyId],
  )
  await postgres.query(
    `insert into parse_results (company_id, cache_key, result, created_at)
     select $1, int4send(n), '', now() - make_interval(days => case when n = 0 then 0 else 40 end)
       from generate_series(0, 1200) n`,
    [companyId],
  )
  const { handler } = purgeAnswersHandler({ postgres })
  await handler.work({ signal: new AbortController().signal } as RunningTask)
  const { rows } = await postgres.query(
    `select (select count(*)::int from stored_answers) as answers, (select count(*)::int from parse_results) as results`,
  )
  expect(rows).toEqual([{ answers: 1, results: 1 }])
})
