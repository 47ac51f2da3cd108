// Reads a company's record of refused requests, for its admins. A whole record is at most about half a megabyte, so a
// search reads it at once.
import type { Clock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import type { RedisClient } from '@gatehouse/redis/redis-client'
import { refusalsKey } from '../redis/company-keys.ts'
import { type Refusal, decodeRefusal, refusalsKeptForMs, refusalsMax } from './refusal.ts'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    refusals: 'limits.refusals_unavailable'
  }
}

export type RefusalSearch = {
  companyId: string
  limit: number
  keyId?: string | undefined
  /** A code of an error body, or a rule. */
  code?: string | undefined
  requestId?: string | undefined
}

export type RecordedRefusals = {
  /** Earlier refusals are not in the record: they are older than a week, or newer ones have taken their place. */
  keptSince: Date
  /** Newest first. */
  refusals: Refusal[]
}

export type ReadRefusals = (search: RefusalSearch) => Promise<RecordedRefusals>

export function createReadRefusals({ redis, clock }: { redis: RedisClient; clock: Clock }): ReadRefusals {
  return async ({ companyId, limit, ...search }) => {
    const weekAgoMs = clock.wallMs() - refusalsKeptForMs
    const kept = await readStream(redis, refusalsKey(companyId), weekAgoMs)
    const isFull = kept.length >= refusalsMax
    return {
      keptSince: new Date(isFull ? Math.min(...kept.map(({ at }) => at.getTime())) : weekAgoMs),
      // Gateways send their refusals in batches, so the order of arrival is not quite that of time.
      refusals: kept
        .filter((refusal) => matches(refusal, search))
        .toSorted((left, right) => right.at.getTime() - left.at.getTime())
        .slice(0, limit),
    }
  }
}

async function readStream(redis: RedisClient, key: string, fromMs: number): Promise<Refusal[]> {
  try {
    const entries = await redis.xrevrange(key, '+', String(fromMs), 'COUNT', refusalsMax)
    return entries.flatMap(([, [, text = '']]) => decodeRefusal(text) ?? [])
  } catch (cause) {
    throw new Fault({
      kind: 'unavailable',
      code: 'limits.refusals_unavailable',
      publicMessage:
        'Refused requests are kept in Redis, which cannot be reached at the moment. Try again shortly; until then, the error ' +
        'that the caller received says why its request was refused.',
      cause,
      retryAfterMs: 1_000,
    })
  }
}

function matches(
  refusal: Refusal,
  { keyId, code, requestId }: Pick<RefusalSearch, 'keyId' | 'code' | 'requestId'>,
): boolean {
  return (
    (keyId === undefined || refusal.keyId === keyId) &&
    (requestId === undefined || refusal.requestId === requestId) &&
    (code === undefined || refusal.code === code || refusal.rule === code)
  )
}
