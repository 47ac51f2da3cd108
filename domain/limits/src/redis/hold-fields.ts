// How a hold is written: as a field of the account (`estimate tokens bucket deadline keyId operation alias`) and as a
// line of an update (`callId estimate tokens millisecondsLeft keyId operation alias`).
import type { Hold } from '../hold.ts'

const field = /^(\d+) (\d+) \d+ (\d+) (\S+) (\S+) (.*)$/

export function toLabel({ keyId, operation, alias }: Pick<Hold, 'keyId' | 'operation' | 'alias'>): string {
  return `${keyId} ${operation} ${alias}`
}

export function toHoldLine(hold: Hold): string {
  const { callId, estimateMicros, reservedTokens, remainingMs } = hold
  return `${callId} ${estimateMicros} ${reservedTokens} ${Math.round(remainingMs)} ${toLabel(hold)}`
}

export type HoldField = { companyId: string; callId: string; value: string }

/** Undefined for the account's own fields. */
export function fromHoldField({ companyId, callId, value }: HoldField, nowMs: number): Hold | undefined {
  const match = field.exec(value)
  if (!match) return undefined
  const [, estimate = '0', tokens, deadline, keyId = '', operation = '', alias = ''] = match
  return {
    callId,
    companyId,
    keyId,
    operation,
    alias,
    estimateMicros: BigInt(estimate),
    reservedTokens: Number(tokens),
    remainingMs: Number(deadline) - nowMs,
  }
}
