import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { expect, test } from 'vitest'
import { readJobText } from '../read-job-text.ts'
import { expireJobs } from './expire-jobs.ts'
import { type JobToSave, saveJobs } from './save-jobs.ts'

const ids = createIds(createSystemClock())
const minutes = (count: number) => new Date(Date.now() + count * 60_000)

test('active jobs whose closing date has passed expire, in batches, with an audit entry, and are matched no longer', async () => {
  await using open = await openTestDatabase()
  const { postgres, database } = open
  const companyId = ids.uuid()
  await postgres.query(`insert into companies (id, name) values ($1, 'Company')`, [companyId])
  const job = (title: string, more: Partial<JobToSave>): JobToSave => ({
    companyId,
    id: ids.uuid(),
    title,
    status: 'ACTIVE',
    descriptionText: title,
    facts: readJobText(title, () => 1_000),
    ...more,
  })
  const past = [
    job('Welder', { closesAt: minutes(-1) }),
    job('Fitter', { closesAt: minutes(-2) }),
    job('Joiner', { closesAt: minutes(-3) }),
  ]
  const others = [
    job('Painter', { closesAt: minutes(5) }),
    job('Nurse', {}),
    job('Cook', { status: 'PAUSED', closesAt: minutes(-1) }),
  ]
  await postgres.transaction((tx) => saveJobs(tx, [...past, ...others]))
  await postgres.query('truncate match_queue')
  expect([await expireJobs(database, ids, 2), await expireJobs(database, ids, 2)]).toEqual([true, false])
  expect(await expireJobs(database, ids, 2)).toBe(false)
  const pastIds = past.map(({ id }) => id).toSorted()
  const expired = await database
    .selectFrom('jobs')
    .select(['id', 'version'])
    .where('company_id', '=', companyId)
    .where('status', '=', 'EXPIRED')
    .orderBy('id')
    .execute()
  expect(expired).toEqual(pastIds.map((id) => ({ id, version: 2 })))
  const queued = await database.selectFrom('match_queue').select('subject_id as id').orderBy('id').execute()
  expect(queued).toEqual(pastIds.map((id) => ({ id })))
  const entries = await database
    .selectFrom('audit_log')
    .select(['subject_id', 'actor_id'])
    .where('action', '=', 'job.expire')
    .orderBy('subject_id')
    .execute()
  expect(entries).toEqual(pastIds.map((id) => ({ subject_id: id, actor_id: 'ai-service' })))
})
