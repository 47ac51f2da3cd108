import type { FinishedCall } from '@gatehouse/calls/call'
import { prepareBatch } from '@gatehouse/credits/settle-batch'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'

const ids = createIds(createSystemClock())

/** A call that is over, settled as the gateway does it: 10 micro-credits for 100 and 50 tokens, unless it is said otherwise. */
export async function seedCall(
  postgres: Postgres,
  call: Pick<FinishedCall, 'companyId' | 'keyId'> & Partial<FinishedCall>,
): Promise<string> {
  const usage = { promptTokens: 100, cachedTokens: 20, completionTokens: 50 }
  const finished: FinishedCall = {
    id: ids.uuid(),
    alias: 'svc/chat-default',
    operation: 'chat',
    end: { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros: 10n },
    heldMicros: 10n,
    durationMs: 5,
    ...call,
  }
  await prepareBatch(postgres, [finished])()
  return finished.id
}

/** One whose usage cannot be right. */
export function seedParkedCall(
  postgres: Postgres,
  call: Pick<FinishedCall, 'companyId' | 'keyId'>,
): Promise<string> {
  const usage = { promptTokens: 2_000_000_000, cachedTokens: 0, completionTokens: 50 }
  return seedCall(postgres, { ...call, end: { kind: 'parked', reason: 'usage_impossible', usage } })
}
