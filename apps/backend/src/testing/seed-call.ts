import type { FinishedCall } from '@gatehouse/calls/call'
import { prepareBatch } from '@gatehouse/credits/settle-batch'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'

const ids = createIds(createSystemClock())

/**
 * Settles a finished call as the gateway does. By default it costs 10 micro-credits for 100 prompt and 50 completion
 * tokens.
 */
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

/** Parks a call because its usage is implausible. */
export function seedParkedCall(
  postgres: Postgres,
  call: Pick<FinishedCall, 'companyId' | 'keyId'>,
): Promise<string> {
  const usage = { promptTokens: 2_000_000_000, cachedTokens: 0, completionTokens: 50 }
  return seedCall(postgres, { ...call, end: { kind: 'parked', reason: 'usage_impossible', usage } })
}
