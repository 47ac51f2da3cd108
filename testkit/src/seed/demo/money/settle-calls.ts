// Settles planned calls by the statement that gateways use, in the order in which they happened.
import type { CallEnd, FinishedCall } from '@gatehouse/calls/call'
import { priceCall } from '@gatehouse/credits/price-call'
import { prepareBatch } from '@gatehouse/credits/settle-batch'
import type { Price } from '@gatehouse/models/alias'
import { assert } from '@gatehouse/runtime/assert'
import type { DemoDeps } from '../demo-deps.ts'
import { type Timeline, createTimeline, firstDay } from '../timeline.ts'
import type { PlannedCall } from './plan-calls.ts'

export type PriceList = ReadonlyMap<string, Price>

export async function readPriceList({ database }: Pick<DemoDeps, 'database'>): Promise<PriceList> {
  const rows = await database.selectFrom('model_prices').selectAll().orderBy('version').execute()
  return new Map(
    rows.map((row) => [
      row.alias,
      {
        alias: row.alias,
        version: row.version,
        inputMicrosPerMillion: row.input_micros_per_million,
        cachedInputMicrosPerMillion: row.cached_input_micros_per_million,
        outputMicrosPerMillion: row.output_micros_per_million,
      },
    ]),
  )
}

/** What happens to the company's credits besides calls, such as a purchase. */
export type LedgerMoment = { atMs: number; post(timeline: Timeline): Promise<unknown> }

export type SettleOrder = {
  companyId: string
  calls: readonly PlannedCall[]
  prices: PriceList
  moments?: readonly LedgerMoment[]
}

const batchMax = 500

/** Interleaves the calls with the other moments, so that every balance after an entry is the one of its time. */
export async function settleCalls(
  { postgres, nowMs }: Pick<DemoDeps, 'postgres' | 'nowMs'>,
  { companyId, calls, prices, moments = [] }: SettleOrder,
): Promise<void> {
  const timeline = createTimeline(firstDay(nowMs))
  const settle = async (planned: readonly PlannedCall[]) => {
    for (let start = 0; start < planned.length; start += batchMax) {
      const batch = planned.slice(start, start + batchMax).map((call) => {
        timeline.moveTo(call.startMs)
        return finish(call, { id: timeline.ids.uuid(), companyId, prices })
      })
      await prepareBatch(postgres, batch)()
    }
  }
  let settledUntil = 0
  for (const { atMs, post } of moments.toSorted((one, other) => one.atMs - other.atMs)) {
    const end = calls.findIndex(({ startMs }) => startMs >= atMs)
    await settle(calls.slice(settledUntil, end < 0 ? undefined : end))
    settledUntil = end < 0 ? calls.length : end
    timeline.moveTo(atMs)
    await post(timeline)
  }
  await settle(calls.slice(settledUntil))
}

function finish(
  { keyId, alias, operation, usage, durationMs, failure }: PlannedCall,
  { id, companyId, prices }: { id: string; companyId: string; prices: PriceList },
): FinishedCall {
  const priced = priceCall(usage, prices.get(alias))
  assert(priced.kind === 'priced', 'the demo aliases must have prices')
  const { chargedMicros, priceVersion } = priced
  const end: CallEnd =
    failure === null
      ? { kind: 'succeeded', usage, priceVersion, chargedMicros }
      : { kind: 'failed', reason: failure }
  // A hold covers the longest possible answer, so it is larger than the charge.
  const heldMicros = chargedMicros * 2n + 1_000n
  return { id, companyId, keyId, alias, operation, end, heldMicros, durationMs }
}
