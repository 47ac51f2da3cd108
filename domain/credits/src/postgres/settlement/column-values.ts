// A batch as rows of plain values, in the order of the columns of the settlement statements.
import type { CallEnd, FinishedCall } from '@gatehouse/calls/call'
import { assert } from '@gatehouse/runtime/assert'
import type { CallStatus } from '../../batch-outcome.ts'
import { type BatchSums, chargedMicros, nothingUsed } from '../../sum-batch.ts'

export type ColumnValue = string | number | bigint | null

export const statusOf = {
  succeeded: 'SUCCEEDED',
  failed: 'FAILED',
  parked: 'PARKED',
} as const satisfies Record<CallEnd['kind'], CallStatus>

export function accountValues({ accounts }: BatchSums): ColumnValue[][] {
  return [...accounts].map(([companyId, { charged }]) => [companyId, charged])
}

export function rollupValues({ rollups }: BatchSums): ColumnValue[][] {
  return rollups.map(({ call, requests, failed, prompt, cached, completion, charged }) => [
    call.companyId,
    call.keyId,
    call.alias,
    requests,
    failed,
    prompt,
    cached,
    completion,
    charged,
  ])
}

/** To be asked for call after call, because each carries what its account is charged up to it. */
export function callValues(call: FinishedCall, { accounts }: BatchSums): ColumnValue[] {
  const { end } = call
  const account = accounts.get(call.companyId)
  assert(account, 'every call has an account')
  const usage = end.usage ?? nothingUsed
  const charged = chargedMicros(call)
  account.chargedThrough += charged
  return [
    call.id,
    call.companyId,
    call.keyId,
    call.alias,
    call.operation,
    statusOf[end.kind],
    end.kind === 'succeeded' ? null : end.reason,
    end.kind === 'succeeded' ? end.priceVersion : null,
    usage.promptTokens,
    usage.cachedTokens,
    usage.completionTokens,
    charged,
    account.chargedThrough,
    call.heldMicros,
    Math.round(call.durationMs),
  ]
}
