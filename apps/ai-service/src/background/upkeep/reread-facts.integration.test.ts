import { oneShard } from '@gatehouse/postgres/shards'
import { createGeneratorStore } from '@gatehouse/matching/generator-store'
import { listMatches } from '@gatehouse/matching/list-matches'
import { matchJobs } from '@gatehouse/matching/match-jobs'
import { createMatchReader } from '@gatehouse/matching/match-reader'
import { addJob, addTalent, operator, runUntilIdle } from '@gatehouse/matching/testing/seed-matching'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import type { RunningTask } from '@gatehouse/tasks/handle-task'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rereadFactsHandler } from './reread-facts.ts'

const clock = createSystemClock()
const ids = createIds(clock)

let open: OpenTestDatabase
let companyId: string
let messages: string[]
beforeAll(async () => {
  open = await openTestDatabase()
  await store().start(operator)
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  companyId = await addCompany(open.database, 0n)
  messages = []
})

const store = () => createGeneratorStore({ shards: oneShard(open.postgres), ids })
const matching = () => ({ reader: createMatchReader(oneShard(open.postgres)), judge: null })

function createPass(): () => Promise<unknown> {
  const sink = { write: (line: string) => messages.push((JSON.parse(line) as { message: string }).message) }
  const logger = createLogger({ service: 'test', level: 'info', sinks: [sink] })
  const { handler } = rereadFactsHandler({ shards: oneShard(open.postgres), clock, logger })
  return () => handler.work({ signal: new AbortController().signal } as RunningTask)
}

/** Puts talents and jobs into the state in which the earlier release left them. */
async function makeOutdated({ talentIds, jobIds }: { talentIds: string[]; jobIds: string[] }): Promise<void> {
  await open.postgres.query(
    `update talent_facts set facts_hash = sha256('old'), facts = jsonb_build_object('schema', 'talent_facts/1',
       'terms', '[{"term":"weld","lines":[3],"isInTitle":true}]'::jsonb, 'roles', '[]'::jsonb)
      where company_id = $1 and talent_id = any ($2)`,
    [companyId, talentIds],
  )
  await open.postgres.query(
    `update job_facts set facts_hash = sha256('old'), facts = '{"schema":"job_facts/1","requirements":[
       {"id":"r1","text":"welding","importance":"must","line":3,"category":"skill","minMonths":null,
        "alternatives":[[{"term":"weld","specificity":1000}]]}]}'
      where company_id = $1 and job_id = any ($2)`,
    [companyId, jobIds],
  )
}

const read = async (statement: string) =>
  (await open.postgres.query<{ value: string }>(statement, [companyId])).rows.map(({ value }) => value)
const schemas = () =>
  read(`select facts ->> 'schema' as value from talent_facts where company_id = $1
        union all select facts ->> 'schema' from job_facts where company_id = $1 order by 1`)
const waiting = () =>
  read(`select subject || ' ' || subject_id as value from match_queue where company_id = $1 order by 1`)

test('facts of an earlier release are left out of matching until a pass has read them again', async () => {
  const talentId = await addTalent(open.postgres, companyId, { title: 'Welder', skills: ['welding'] })
  const jobId = await addJob(open.postgres, companyId, { title: 'Welder', skills: ['welding'] })
  await runUntilIdle(store(), matching())
  await makeOutdated({ talentIds: [talentId], jobIds: [jobId] })
  const list = () => listMatches(open.postgres, { companyId, jobId, limit: 10 })
  expect((await list()).map((match) => [match.talentId, match.evidence])).toEqual([[talentId, null]])
  expect(await matchJobs(matching(), companyId, [jobId])).toMatchObject({ scored: 0, failedIds: [] })
  await runUntilIdle(store(), matching())
  expect([await waiting(), await list()]).toEqual([[], []])

  const pass = createPass()
  await pass()
  expect(await schemas()).toEqual(['job_facts/2', 'talent_facts/2'])
  expect(await waiting()).toEqual([`JOB ${jobId}`, `TALENT ${talentId}`])
  const stored = `select (profile ->> 'schema') || ' ' || name as value from talents where company_id = $1
                  union all select posting ->> 'schema' from jobs where company_id = $1 order by 1`
  expect(await read(stored)).toEqual(['job_posting/1', 'talent_profile/1 Ann Example'])
  await runUntilIdle(store(), matching())
  expect((await list()).map((match) => [match.talentId, match.evidence !== null])).toEqual([[talentId, true]])
  await pass()
  expect(messages).toEqual([
    'facts of an earlier release found: reading their texts again',
    'no facts of an earlier release are left',
  ])
})

test('corrections of a job count when it is read again', async () => {
  const jobId = await addJob(open.postgres, companyId, { title: 'Welder', skills: ['welding'] })
  await makeOutdated({ talentIds: [], jobIds: [jobId] })
  await open.postgres.query(
    `update jobs set corrections = '{"locations":[{"text":"Cluj","country":"RO"}],"workplace":"on_site"}'
      where company_id = $1`,
    [companyId],
  )
  await createPass()()
  const place = `select r ->> 'text' as value from job_facts, jsonb_array_elements(facts -> 'requirements') r
                  where company_id = $1 and r ->> 'category' = 'location'`
  expect(await read(place)).toEqual(['Cluj'])
})

test('a talent that cannot be read does not block the others and is not tried again in the next pass', async () => {
  const add = () => addTalent(open.postgres, companyId, { title: 'Welder', skills: ['welding'] })
  const [broken, sound] = [await add(), await add()]
  await makeOutdated({ talentIds: [broken, sound], jobIds: [] })
  await open.postgres.query(`update talents set profile = '{}' where company_id = $1 and id = $2`, [
    companyId,
    broken,
  ])
  const pass = createPass()
  await pass()
  await pass()
  expect(await schemas()).toEqual(['talent_facts/1', 'talent_facts/2'])
  expect(messages).toEqual([
    'facts of an earlier release found: reading their texts again',
    'cannot read a talent or a job again',
    'no facts of an earlier release are left',
  ])
})
