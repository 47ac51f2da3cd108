import { readFile } from 'node:fs/promises'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { PgBoss, getConstructionPlans } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineTask } from '../define-task.ts'
import { testLogger } from '../testing/start-test-tasks.ts'
import { createEngine, engineSchemaVersion } from './create-engine.ts'
import { toEngineDatabase } from './engine-database.ts'

const migrationFile = new URL('../../../../domain/schema/migrations/0011_baseline_tasks.sql', import.meta.url)

let opened: OpenTestDatabase
beforeAll(async () => {
  opened = await openTestDatabase()
})
afterAll(() => opened[Symbol.asyncDispose]())

const words = (sql: string) =>
  sql
    .replaceAll(/--[^\n]*/g, '')
    .split(/\s+/)
    .filter((word) => word !== '')

test('the migration creates exactly the tables that the pinned engine would create', async () => {
  const migration = await readFile(migrationFile, 'utf8')
  const plan = getConstructionPlans('tasks')
    .replace(/^[\s\S]*?(?=CREATE SCHEMA)/, '')
    .replace(/COMMIT;\s*$/, '')
  expect(words(migration)).toEqual(words(plan))
  expect(plan).toContain(`VALUES ('${engineSchemaVersion}')`)
})

test('the engine accepts its migrated tables, with our additional index', async () => {
  const boss = new PgBoss({ db: toEngineDatabase(opened.postgres), schema: 'tasks' })
  expect(await boss.detectSchemaDrift()).toMatchObject({
    ok: true,
    extraIndexes: [{ name: 'task_turns', table: 'job_common' }],
  })
})

const kind = (schedule?: { cron: string; input: { hour: number } }) =>
  defineTask({ name: 'sweep', input: z.object({ hour: z.number() }), schedule })

async function keepHouseOnce(schedule?: { cron: string; input: { hour: number } }): Promise<void> {
  const engine = createEngine({ postgres: opened.postgres, logger: testLogger })
  await engine.prepare([kind(schedule)])
  const housekeeping = await engine.startHousekeeping([kind(schedule)])
  await housekeeping.stop()
}

test('a schedule exists while its kind declares one, and is removed afterwards', async () => {
  const schedules = async () =>
    (await opened.postgres.query('select name, cron, data from tasks.schedule')).rows
  await keepHouseOnce({ cron: '5 * * * *', input: { hour: 1 } })
  expect(await schedules()).toEqual([{ name: 'sweep', cron: '5 * * * *', data: { input: { hour: 1 } } }])
  await keepHouseOnce()
  expect(await schedules()).toEqual([])
})

test('a scheduled task is enqueued once, even if two processes run the schedule', async () => {
  const everyMinute = defineTask({
    name: 'every-minute',
    input: z.object({}),
    schedule: { cron: '* * * * *', input: {} },
  })
  const engine = createEngine({ postgres: opened.postgres, logger: testLogger })
  await engine.prepare([everyMinute])
  const processes = await Promise.all([1, 2].map(() => engine.startHousekeeping([everyMinute])))
  const enqueued = async () =>
    (
      await opened.postgres.query<{ minute: Date; times: number }>(
        `select singleton_on as minute, count(*)::int as times from tasks.job where name = $1 group by 1`,
        [everyMinute.name],
      )
    ).rows
  await waitUntil(async () => (await enqueued()).length > 0, {
    withinMs: 50_000,
    what: 'the scheduled task has run',
  })
  await Promise.all(processes.map((each) => each.stop()))
  expect((await enqueued()).filter(({ times }) => times !== 1)).toEqual([])
})

test('a kind has the settings of the release that started last', async () => {
  const engine = createEngine({ postgres: opened.postgres, logger: testLogger })
  const retryLimit = async () =>
    (await opened.postgres.query(`select retry_limit, retry_delay from tasks.queue where name = 'mail'`)).rows
  const mail = { name: 'mail', input: z.object({}), firstRetrySeconds: 3 }
  await engine.prepare([defineTask({ ...mail, attemptsMax: 4 })])
  expect(await retryLimit()).toEqual([{ retry_limit: 3, retry_delay: 3 }])
  await engine.prepare([defineTask({ ...mail, attemptsMax: 9 })])
  expect(await retryLimit()).toEqual([{ retry_limit: 8, retry_delay: 3 }])
})

test('a release works with newer tables and does not change them', async () => {
  await opened.postgres.query('update tasks.version set version = $1', [engineSchemaVersion + 1])
  await keepHouseOnce()
  const { rows } = await opened.postgres.query('select version from tasks.version')
  expect(rows).toEqual([{ version: engineSchemaVersion + 1 }])
})

test('a release refuses older tables instead of changing them', async () => {
  await opened.postgres.query('update tasks.version set version = $1', [engineSchemaVersion - 1])
  await expect(keepHouseOnce()).rejects.toMatchObject({ code: 'tasks.not_migrated' })
})
