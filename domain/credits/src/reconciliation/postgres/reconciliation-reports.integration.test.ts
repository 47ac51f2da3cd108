import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { expect, test } from 'vitest'
import type { InvariantOutcome, ReconciliationReport } from '../reconciliation-report.ts'
import { watchDrift } from '../watch-drift.ts'
import { purgeReports, readLastReport, storeReport } from './reconciliation-reports.ts'

const ids = createIds(createSystemClock())
const ownerId = ids.uuid()
const clean: InvariantOutcome = { kind: 'checked', accounts: 3, drifts: [] }
const drifts = [{ ownerId, what: 'balance', expectedMicros: 5n, actualMicros: 7n }]
const unchecked: InvariantOutcome = { kind: 'not_checked', reason: 'not requested' }

function report(I1: InvariantOutcome): ReconciliationReport {
  return {
    outcomes: {
      I1,
      I2: clean,
      I3: clean,
      I4: clean,
      I5: unchecked,
      I6: unchecked,
      I7: clean,
      I8: unchecked,
      I9: clean,
    },
    freezes: new Map([[ownerId, 'frozen']]),
    tookMs: 12.4,
  }
}

test('the last report is read back and its figures are exported, except those that were not checked', async () => {
  await using open = await openTestDatabase()
  expect(await readLastReport(open.postgres)).toBeUndefined()
  const metrics = createMetrics('test')
  const clock = createFakeClock()
  const readReport = () => readLastReport(open.postgres)
  await storeReport(ids, open.postgres, report({ kind: 'checked', accounts: 3, drifts }))
  const watch = watchDrift({ clock, metrics, readReport })
  await expect
    .poll(() => metrics.getSingleMetricAsString('gatehouse_ledger_drift'))
    .toContain('invariant="I1"')
  const gauge = await metrics.getSingleMetricAsString('gatehouse_ledger_drift')
  expect(gauge).toMatch(/invariant="I1".* 1\n/)
  expect(gauge).toMatch(/invariant="I2".* 0\n/)
  expect(gauge).not.toContain('I5')
  const age = await metrics.getSingleMetricAsString('gatehouse_ledger_reconciled_timestamp_seconds')
  const [, seconds] = /\} (\S+)$/.exec(age.trim()) ?? []
  expect(Math.abs(Number(seconds) - Date.now() / 1_000)).toBeLessThan(60)
  await watch.close()
  const { rows } = await open.postgres.query('select drifts, freezes, took_ms from reconciliation_reports')
  const drift = 'balance: 0.000007 instead of 0.000005'
  expect(rows).toEqual([
    {
      drifts: [{ invariant: 'I1', owner_id: ownerId, drift }],
      freezes: { [ownerId]: 'frozen' },
      took_ms: 12,
    },
  ])
})

test('clean reports are kept for five weeks, those with drift for more than a year', async () => {
  await using open = await openTestDatabase()
  for (const outcome of [clean, { kind: 'checked', accounts: 3, drifts } as const])
    for (const days of [34, 36, 399, 401]) {
      await storeReport(ids, open.postgres, report(outcome))
      await open.postgres.query(
        `update reconciliation_reports set ended_at = now() - make_interval(days => $1)
          where ended_at > now() - interval '1 day'`,
        [days],
      )
    }
  expect(await purgeReports(open.postgres)).toBe(4)
  const { rows } = await open.postgres.query('select has_drift from reconciliation_reports order by 1')
  expect(rows).toEqual([false, true, true, true].map((has_drift) => ({ has_drift })))
})
