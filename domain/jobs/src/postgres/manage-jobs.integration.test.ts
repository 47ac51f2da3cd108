import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { expect, test } from 'vitest'
import { createJob, updateJob } from './manage-jobs.ts'

const ids = createIds(createSystemClock())
const by = { actor: { kind: 'operator', id: 'test' } } as const

// If a change needed two connections, as many concurrent changes as the pool has connections would deadlock until they
// time out.
test('updating a job needs only one connection', async () => {
  await using open = await openTestDatabase({ poolSizeMax: 1 })
  const deps = { ...open, ids }
  const companyId = ids.uuid()
  await open.postgres.query(`insert into companies (id, name) values ($1, 'Company')`, [companyId])
  const text = { title: 'Welder', descriptionText: 'Welds pipelines.' }
  const job = await createJob(
    deps,
    { ...text, companyId, status: 'ACTIVE', externalId: null, closesAt: null },
    by,
  )
  const change = {
    title: 'Senior welder',
    descriptionText: null,
    status: null,
    externalId: null,
    closesAt: null,
    version: job.version,
  }
  const changed = await updateJob(deps, { companyId, jobId: job.id }, { change, by })
  expect(changed).toMatchObject({ title: 'Senior welder', version: job.version + 1 })
})
