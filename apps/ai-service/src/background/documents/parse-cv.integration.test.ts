import { setAllowance } from '@gatehouse/allowances/set-allowance'
import { parseCvTask, readDocumentTask } from '@gatehouse/documents/document-tasks'
import { createAliasBreakers } from '@gatehouse/model-calls/alias-breakers'
import type { ParseOrder } from '@gatehouse/model-calls/model-client'
import { openModelCalls } from '@gatehouse/model-calls/open-model-calls'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { oneShard } from '@gatehouse/postgres/shards'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Fault } from '@gatehouse/runtime/fault'
import type { RunningTask } from '@gatehouse/tasks/handle-task'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addPlatformCall } from '@gatehouse/testkit/seed-gateway'
import { startGatewayProcess } from '@gatehouse/testkit/vitest/start-gateway-process'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect, test } from 'vitest'
import { openDocuments } from '../../testing/open-documents.ts'
import { type RequireModelWork, requireModelWork, holdModelWork } from '../hold-model-work.ts'
import { workerHealth } from '../../readiness.ts'
import { createDocumentMetrics } from './document-metrics.ts'
import { type CvParsing, parseCvHandler } from './parse-cv.ts'

const clock = createSystemClock()
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const alias = 'svc/extract-default'
const cv =
  'Ana Pop\nana.pop@example.com\nEXPERIENCE\nSenior Welder, Acme, March 2020 - March 2022\nWelded pipelines\nGerman C1'

type Documents = Awaited<ReturnType<typeof openDocuments>>

const talents = (open: Documents) =>
  open.database
    .selectFrom('talents')
    .innerJoin('talent_facts', 'talent_facts.talent_id', 'talents.id')
    .select(['talents.name', 'talents.profile', 'talent_facts.facts'])
    .execute()
const untilParsed = ({ postgres }: Documents) =>
  waitUntil(
    async () => (await postgres.query(`select from documents where status = 'PARSED'`)).rows.length === 1,
    { withinMs: 30_000, what: 'the CV is parsed' },
  )
const modes = async (open: Documents) => {
  const metric = await open.metrics.getSingleMetric('gatehouse_cvs_parsed_total')?.get()
  return metric?.values.map(({ labels, value }) => [labels['mode'], value])
}

/** Replaces the gateway with a scripted parser. */
function scripted(parseCv: (order: ParseOrder) => Promise<unknown>): CvParsing {
  return { alias, parser: { parseCv }, breakers: createAliasBreakers({ clock, logger }) }
}

test('a CV is parsed through the gateway: the name and facts come from the parse, paid by the platform', async () => {
  await using gateway = await startGatewayProcess()
  await using scope = new AsyncDisposableStack()
  const modelCalls = openModelCalls(
    { clock, logger, metrics: createMetrics('test'), aliases: [] },
    gateway,
    scope,
  )
  const parser = modelCalls.cvParser
  if (!parser) throw new Error('the gateway must be configured')
  await using open = await openDocuments({ alias, parser, breakers: modelCalls.breakers })
  const said = {
    name_quote: 'Ana Pop',
    experience: [
      {
        title: 'Senior Welder',
        employer: 'Acme',
        date_text: 'March 2020 - March 2022',
        from: 4,
        to: 5,
      },
    ],
    languages: [{ name: 'German C1', from: 6, to: 6 }],
  }
  gateway.sim.planWhen(() => true, { content: JSON.stringify(said) })
  await using _worker = open.startWorker()
  await open.upload(cv)
  await untilParsed(open)
  const [talent] = await talents(open)
  expect(talent).toMatchObject({
    name: 'Ana Pop',
    profile: {
      roles: [{ title: 'Senior Welder', employer: 'Acme', line: 3, lastLine: 5 }],
      contact: { emails: [{ value: 'ana.pop@example.com', line: 1 }] },
    },
    facts: {
      roles: [{ titleTerms: ['senior', 'welder', 'occupation:welder'], isCurrent: false, line: 3 }],
      languages: [{ language: 'de', level: 'c1', line: 5 }],
    },
  })
  expect(await modes(open)).toEqual([['model', 1]])
  const calls = await gateway.open.database.selectFrom('calls').select('concerned_company_id').execute()
  expect(calls).toEqual([{ concerned_company_id: open.companyId }])
})

test('a parse that was paid for is not requested again if its worker dies before the end', async () => {
  let asked = 0
  const parsing = scripted(async () => {
    asked += 1
    throw new Fault({ kind: 'invalid', code: 'model_calls.refused', publicMessage: 'no' })
  })
  await using open = await openDocuments(parsing)
  const { postgres } = open
  const document = await open.upload(cv)
  // This constraint makes the transaction that saves the talent fail, after the refusal was stored as the step's result.
  await postgres.query(`alter table documents add constraint not_yet check (status <> 'PARSED') not valid`)
  await using _worker = open.startWorker()
  const isStored = async () => (await postgres.query('select from task_steps')).rows.length === 1
  await waitUntil(isStored, { withinMs: 30_000, what: 'the step is stored' })
  await postgres.query('alter table documents drop constraint not_yet')
  await untilParsed(open)
  expect(asked).toBe(1)
  expect(await modes(open)).toEqual([['refused', 1]])
  expect(document.talentId).not.toBeNull()
})

test('while the model is unavailable CVs wait, the CV worker reports it, and their talents are read by rules', async () => {
  const parsing = scripted(() =>
    Promise.reject(new Fault({ kind: 'unavailable', code: 'model_calls.failed', publicMessage: 'no' })),
  )
  const breaker = parsing.breakers.of(alias)
  for (let count = 0; count < 5; count += 1) breaker.tryAcquire()?.fail()
  await using open = await openDocuments(parsing)
  await using worker = open.startWorker()
  const document = await open.upload(cv)
  const isRead = async () =>
    (await open.postgres.query(`select from documents where id = $1 and status = 'READ'`, [document.id])).rows
      .length === 1
  await waitUntil(isRead, { withinMs: 30_000, what: 'the text is read' })
  const health = (kinds: Documents['workers']['cvWorker']) =>
    workerHealth(kinds.map(({ kind }) => worker.status(kind.name)))
  expect(health(open.workers.cvWorker)).toBe('degraded')
  expect(worker.status(readDocumentTask.name).state).toBe('running')
  expect(await talents(open)).toMatchObject([
    { facts: { terms: expect.arrayContaining([expect.objectContaining({ term: 'welder' })]) as unknown } },
  ])
})

/** Opens documents whose CVs are parsed only while the company may use models, and counts the parses. */
async function openHeld(scope: AsyncDisposableStack) {
  let asked = 0
  let demand: RequireModelWork = () => Promise.reject(new Error('not open yet'))
  const parser = {
    async parseCv() {
      asked += 1
      throw new Fault({ kind: 'invalid', code: 'model_calls.refused', publicMessage: 'no' })
    },
  }
  const breakers = createAliasBreakers({ clock, logger })
  const modelCalls = { client: null, cvParser: parser, jdParser: null, breakers, listAiServices: () => [] }
  const held = holdModelWork(modelCalls, (companyId) => demand(companyId)).cvParser
  if (!held) throw new Error('the parser must be configured')
  const open = scope.use(await openDocuments({ alias, parser: held, breakers }))
  const { postgres, queue } = open
  demand = requireModelWork(
    { shards: oneShard(postgres), queue, ids: createIds(clock), clock, logger },
    { modelWorkMicros: 50_000_000n, documentsPerDay: 1_000, documentBytesPerDay: 1_000_000 },
  )
  const job = async () =>
    (
      await postgres.query<{ state: string; retry_count: number; is_later: boolean }>(
        `select state::text, retry_count, start_after > now() + interval '10 seconds' as is_later
           from tasks.job where name = $1`,
        [parseCvTask.name],
      )
    ).rows[0]
  const untilItWaits = () =>
    waitUntil(async () => (await job())?.is_later === true, { withinMs: 30_000, what: 'the CV waits' })
  return { open, job, untilItWaits, asked: () => asked }
}

test('CVs of a suspended company wait without a failed attempt, and are parsed when it is resumed', async () => {
  await using scope = new AsyncDisposableStack()
  const { open, job, untilItWaits, asked } = await openHeld(scope)
  await setSuspended(open, true)
  await using _worker = open.startWorker()
  await open.upload(cv)
  await untilItWaits()
  expect(await job()).toMatchObject({ retry_count: 0 })
  expect(asked()).toBe(0)
  expect(await talents(open)).toHaveLength(1)
  await setSuspended(open, false)
  await open.postgres.query('update tasks.job set start_after = now() where name = $1', [parseCvTask.name])
  await untilParsed(open)
  expect(asked()).toBe(1)
})

test('CVs beyond the allowance wait without a failed attempt, and are parsed as soon as it is raised', async () => {
  await using scope = new AsyncDisposableStack()
  const { open, job, untilItWaits, asked } = await openHeld(scope)
  const { database, companyId } = open
  const admin = await addUser(database, { companyId })
  await addPlatformCall(open, { concernedCompanyId: companyId, chargedMicros: 50_000_000n })
  await using _worker = open.startWorker()
  await open.upload(cv)
  await untilItWaits()
  expect(await job()).toMatchObject({ retry_count: 0 })
  expect(asked()).toBe(0)
  expect(await database.selectFrom('mails').select(['recipient', 'template']).execute()).toEqual([
    { recipient: admin.email, template: 'company-notice' },
  ])
  await setAllowance(
    { databases: oneShard(database), ids: createIds(clock) },
    { companyId, granted: { modelWorkMicros: 60_000_000n }, reason: 'a large customer' },
    { actor: { kind: 'operator', id: 'ada' } },
  )
  await untilParsed(open)
  expect(asked()).toBe(1)
})

test('a CV that must wait is not read by rules again', async () => {
  const parsing = scripted(() =>
    Promise.reject(
      new Fault({
        kind: 'exhausted',
        code: 'model_calls.company_suspended',
        publicMessage: 'no',
        retryAfterMs: 1,
      }),
    ),
  )
  await using open = await openDocuments(parsing)
  const { postgres, companyId } = open
  const document = await open.upload(cv)
  await using _worker = open.startWorker(open.workers.documentWorker)
  const isRead = async () =>
    (await postgres.query(`select from documents where status = 'READ'`)).rows.length === 1
  await waitUntil(isRead, { withinMs: 30_000, what: 'the text is read' })
  let lookups = 0
  const directory: Queryable = {
    query() {
      lookups += 1
      return Promise.reject(new Error('names are not needed yet'))
    },
  }
  const shards = { of: () => postgres, directory, all: () => [postgres] }
  const metrics = createDocumentMetrics(createMetrics('test'))
  const { handler } = parseCvHandler({ shards, ids: createIds(clock), metrics, parsing })
  const task: RunningTask = {
    id: '',
    groupId: companyId,
    input: { companyId, documentId: document.id },
    signal: new AbortController().signal,
    step: (_name, _result, work) => work('key'),
  }
  await expect(handler.work(task)).rejects.toMatchObject({ code: 'model_calls.company_suspended' })
  expect(lookups).toBe(0)
})

async function setSuspended({ postgres, companyId }: Documents, isSuspended: boolean): Promise<void> {
  await postgres.query(
    `update companies set suspended_at = case when $2 then now() end, suspension_reason = case when $2 then 'test' end
      where id = $1`,
    [companyId, isSuspended],
  )
}
