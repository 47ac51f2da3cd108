// The format of a hold in Redis: a field of the account (`estimate tokens bucket deadline keyId operation alias`), and
// a line of an update (`callId estimate tokens millisecondsLeft keyId operation alias`).
import type { CallOperation } from '@gatehouse/calls/call'
import { type RedisClient, nodeOf, readTimesMs } from '@gatehouse/redis/redis-client'
import type { MonthSpent } from '../admit/budgets.ts'
import type { FinishedHold } from '../company-store.ts'
import type { Hold } from '../hold.ts'
import { accountKey, companiesKeys } from './company-keys.ts'

const field = /^(\d+) (\d+) \d+ (\d+) (\S+) (\S+) (.*)$/

type Labelled = Pick<Hold, 'keyId' | 'operation' | 'alias'>

export function toLabel({ keyId, operation, alias }: Labelled): string {
  return `${keyId} ${operation} ${alias}`
}

export function toHoldLine(hold: Hold): string {
  const { callId, estimateMicros, reservedTokens, remainingMs } = hold
  return `${callId} ${estimateMicros} ${reservedTokens} ${Math.round(remainingMs)} ${toLabel(hold)}`
}

/**
 * A finished call as a line of an update: `callId tokens charge version keyId operation alias`. The hold is described
 * only if a budget limits the call.
 */
export function toFinishedLine({ callId, tokensUsed, stream, charge, hold }: FinishedHold): string {
  const tokens = `${tokensUsed ?? '-'}${stream ? streamMarks[stream] : ''}`
  const charged = charge ? `${charge.micros} ${charge.version}` : '- -'
  return `${callId} ${tokens} ${charged}${hold ? ` ${toLabel(hold)}` : ''}`
}

const streamMarks = { completed: '+', abandoned: '!' } as const

/** Charges of the month as lines of an update: `micros name`. */
export function toSpentLines({ scopes, keyId, alias, micros }: MonthSpent): string {
  const names = { company: 'company', key: `key:${keyId}`, alias: `alias:${alias}` }
  return scopes.map((scope) => `${micros[scope] ?? 0n} ${names[scope]}`).join('\n')
}

export type HoldField = { companyId: string; callId: string; value: string }

/** Returns undefined for the account's other fields. */
export function fromHoldField({ companyId, callId, value }: HoldField, nowMs: number): Hold | undefined {
  const match = field.exec(value)
  if (!match) return undefined
  const [, estimate = '0', tokens, deadline, keyId = '', operation = '', alias = ''] = match
  return {
    callId,
    companyId,
    keyId,
    operation: operation as CallOperation,
    alias,
    estimateMicros: BigInt(estimate),
    reservedTokens: Number(tokens),
    remainingMs: Number(deadline) - nowMs,
  }
}

/** Lists all holds, to compare them with the calls. Remaining times are by Redis's clock, like the deadlines. */
export async function listHolds(redis: RedisClient): Promise<Hold[]> {
  const times = await readTimesMs(redis)
  const lists = await Promise.all(companiesKeys.map((key) => redis.zrange(key, '0', '-1')))
  const holds: Hold[] = []
  for (const companyId of lists.flat()) {
    const key = accountKey(companyId)
    const nowMs = times.get(nodeOf(redis, key)) ?? 0
    for (const [callId, value] of Object.entries(await redis.hgetall(key))) {
      const hold = fromHoldField({ companyId, callId, value }, nowMs)
      if (hold) holds.push(hold)
    }
  }
  return holds
}
