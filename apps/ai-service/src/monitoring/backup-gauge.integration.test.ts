import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchBackup } from './backup-gauge.ts'

let open: OpenTestDatabase
beforeAll(async () => {
  open = await openTestDatabase()
})
afterAll(() => open[Symbol.asyncDispose]())

/** As pgbackrest 2.44 prints it, without the parts that are not read. */
const info = (stops: readonly { stop: number; error?: boolean }[], code = 0) =>
  JSON.stringify([
    {
      backup: stops.map(({ stop, error = false }) => ({ error, timestamp: { start: stop - 60, stop } })),
      name: 'gatehouse',
      status: { code, message: code === 0 ? 'ok' : 'error' },
    },
  ])
const report = (text: string) => open.postgres.query('select report_backup($1)', [text])

test('the end of the newest usable backup is exported, and only once there is a report', async () => {
  const clock = createFakeClock()
  const metrics = createMetrics('test')
  const watch = watchBackup({ clock, metrics, shards: open.shards })
  const exported = async () =>
    /^gatehouse_backup_ended_timestamp_seconds\{.*\} (\d+)$/m.exec(await metrics.metrics())?.[1]
  const becomes = async (seconds: string) => {
    await clock.advance(30_000)
    await waitUntil(async () => (await exported()) === seconds, {
      withinMs: 10_000,
      what: 'the gauge is set',
    })
  }
  await clock.advance(30_000)
  expect(await exported()).toBeUndefined()
  await report(info([{ stop: 1_700_000_000 }, { stop: 1_700_086_400 }, { stop: 1_700_172_800, error: true }]))
  await becomes('1700086400')
  await report(info([{ stop: 1_700_300_000 }]))
  await becomes('1700300000')
  await watch.close()
})

test.each([
  ['no backup', info([])],
  ['only broken backups', info([{ stop: 1_700_000_000, error: true }])],
  ['a repository that cannot be read', info([{ stop: 1_700_000_000 }], 99)],
  ['no output', ''],
])('a report of %s fails, so that the scheduler sees it, and changes nothing', async (_what, text) => {
  const read = () => open.postgres.query('select ended_at from newest_backup')
  const { rows: before } = await read()
  await expect(report(text)).rejects.toThrow(/backup|json/i)
  expect((await read()).rows).toEqual(before)
})
