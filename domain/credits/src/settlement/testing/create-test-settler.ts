// A settler on a fake clock, whose ledger responds when the test decides.
import type { FinishedCall } from '@gatehouse/calls/call'
import { Fault } from '@gatehouse/runtime/fault'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { createSettler } from '../create-settler.ts'
import type { LaneMarks, LateDeliveries } from '../delivery-marks.ts'
import type { BatchOutcome, SettlerLimits } from '../settler-options.ts'

export const company = '00000000-0000-7000-8000-000000000001'
let lastId = 0

export function toCharge(companyId = company): FinishedCall {
  lastId += 1
  return {
    id: `00000000-0000-7000-8000-${lastId.toString().padStart(12, '0')}`,
    companyId,
    keyId: company,
    alias: 'svc/chat-default',
    operation: 'chat',
    end: {
      kind: 'succeeded',
      usage: { promptTokens: 1, cachedTokens: 0, completionTokens: 1 },
      priceVersion: 1n,
      chargedMicros: 10n,
    },
    heldMicros: 0n,
    durationMs: 1,
  }
}

export type Sent = {
  calls: readonly FinishedCall[]
  marks: LaneMarks
  answer: PromiseWithResolvers<BatchOutcome>
}

export function createTestSettler(limits: Partial<SettlerLimits> = {}) {
  const clock = createFakeClock()
  const sent: Sent[] = []
  const givenBack: string[] = []
  const written: LaneMarks['callIds'][] = []
  const late: LateDeliveries[] = []
  const ledger = { isDown: false }
  const reportedKnown: string[] = []
  const reportedDurable: string[] = []
  const metrics = createMetrics('test')
  const settler = createSettler(
    {
      clock,
      logger: createLogger({ service: 'test', level: 'fatal', sinks: [] }),
      metrics,
      random: () => 0.9,
      processId: 'this process',
      prepareBatch: (calls) => (marks) => {
        const answer = Promise.withResolvers<BatchOutcome>()
        sent.push({ calls, marks, answer })
        return answer.promise
      },
      writeMarks: async (marks) => void written.push(marks.callIds),
      async writeDeliveries(deliveries) {
        late.push({ ...deliveries, callIds: [...deliveries.callIds] })
        if (ledger.isDown) throw unavailable()
      },
      giveBack: async ({ id }) => void givenBack.push(id),
      onKnown: ({ id }) => void reportedKnown.push(id),
      onBatch: (calls) => void reportedDurable.push(...calls.map(({ id }) => id)),
    },
    { lanes: 1, ...limits },
  )
  const commit = (index: number) => {
    const accounts = [{ companyId: company, balanceMicros: 5n, version: BigInt(index + 1) }]
    sent[index]?.answer.resolve({ kind: 'settled', accounts })
  }
  const turn = () => clock.advance(0)
  const pending = async () =>
    (await metrics.getSingleMetric('gatehouse_settle_pending')?.get())?.values[0]?.value
  const reported = { givenBack, reportedKnown, reportedDurable }
  return { clock, settler, pending, sent, written, late, ledger, ...reported, commit, turn }
}

export const unavailable = () => new Fault({ kind: 'unavailable', code: 'test.down', publicMessage: 'down' })
