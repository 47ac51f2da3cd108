// How a hold is written: as a field of the account (`estimate tokens bucket deadline keyId operation state alias`) and as a
// line of an update (`callId estimate tokens millisecondsLeft keyId operation state alias`).
import type { CallOperation } from '@gatehouse/calls/call'
import type { Hold } from '../hold.ts'

const field = /^(\d+) (\d+) \d+ (\d+) (\S+) (\S+) (\S+) (.*)$/
const givenUp = 'given_up'

type Labelled = Pick<Hold, 'keyId' | 'operation' | 'alias'> & { isGivenUp?: boolean }

export function toLabel({ keyId, operation, alias, isGivenUp }: Labelled): string {
  return `${keyId} ${operation} ${isGivenUp ? givenUp : 'running'} ${alias}`
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
  const [, estimate = '0', tokens, deadline, keyId = '', operation = '', state, alias = ''] = match
  return {
    callId,
    companyId,
    keyId,
    operation: operation as CallOperation,
    alias,
    estimateMicros: BigInt(estimate),
    reservedTokens: Number(tokens),
    isGivenUp: state === givenUp,
    remainingMs: Number(deadline) - nowMs,
  }
}
