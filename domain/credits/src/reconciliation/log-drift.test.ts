import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import type { Inspection, LedgerInspector } from './ledger-inspector.ts'
import { reconcile } from './reconcile.ts'
import type { Drift, InvariantOutcome } from './reconciliation-report.ts'

type Line = { level: string; message: string; context: Record<string, unknown> }

const checked = (...drifts: Drift[]): InvariantOutcome => ({ kind: 'checked', accounts: 1, drifts })
const amount = (ownerId: string) => ({ ownerId, what: 'sum', expectedMicros: 2_000_000n, actualMicros: 1n })
const events = { ownerId: 'c', what: 'events that never arrived', events: 3 }

test('drift of money and of events alerts a person, drift of holds only warns, and only money freezes', async () => {
  const lines: Line[] = []
  const frozen: string[] = []
  const ledger = {
    addUpCalls: async () => undefined,
    inspect: async () =>
      ({
        I1: checked(amount('a')),
        I2: checked(),
        I3: checked(),
        I4: checked(),
        I5: checked(amount('b')),
        I6: checked(),
      }) as unknown as Inspection,
    freeze: async (ownerId: string) => {
      frozen.push(ownerId)
      return 'frozen' as const
    },
  } as unknown as LedgerInspector
  await reconcile({
    clock: createFakeClock(),
    logger: createLogger({
      service: 'test',
      level: 'info',
      sinks: [{ write: (line) => void lines.push(JSON.parse(line) as Line) }],
    }),
    ledger,
    inspectPayments: async () => ({ I4: [], I7: checked(), I8: checked(events), I9: checked() }),
  })
  const sums = { what: 'sum', expected_credits: '2.000000', actual_credits: '0.000001' }
  expect(lines.map(({ level, message, context }) => ({ level, message, context }))).toEqual([
    {
      level: 'error',
      message: 'ledger drift found',
      context: { invariant: 'I1', owner_id: 'a', ...sums, pages: true },
    },
    {
      level: 'warn',
      message: 'holds and calls disagree',
      context: { invariant: 'I5', owner_id: 'b', ...sums, pages: false },
    },
    {
      level: 'error',
      message: 'payment provider events are missing or overdue',
      context: { invariant: 'I8', owner_id: 'c', what: events.what, events: 3, pages: true },
    },
  ])
  expect(frozen).toEqual(['a'])
})
