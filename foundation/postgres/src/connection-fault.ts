// What a failed statement means to its caller. The one distinction that money depends on: whether the statement
// may have taken effect although its answer was lost, because only then is repeating it a risk.
import { Fault } from '@gatehouse/runtime/fault'
import pg from 'pg'

export type StatementFailure =
  /** The connection broke or went silent after the statement was sent; it cannot be used again. */
  | 'lost'
  /** The driver knew that the connection was broken and sent nothing. */
  | 'not sent'
  /** The server only reads: it is a standby, or was a primary. Nothing was done, and the connection is of no use. */
  | 'read only'
  /** Postgres refused for now and says so; nothing was done, and the connection is as good as before. */
  | 'busy'
  /** A mistake in the statement or in our own code, to be reported as it is. */
  | 'mistake'

// 57014 statement_timeout, 55P03 lock_timeout, 53 resources (disk full, out of memory).
const busyStates = /^(?:57014|55P03|53)/
const readOnlyState = '25006'
// 08 connection, 57P shutdown and restart, 25P03 and 25P04 a transaction that was open for too long.
const lostStates = /^(?:08|57P|25P03|25P04)/
const networkCodes =
  /^(?:E(?:CONN|PIPE|TIMEDOUT|HOST|NET|ADDR|NOTFOUND|AI_|PROTO)|ERR_(?:STREAM|SOCKET|SSL|TLS)_)/
// The driver's own errors have no code, only a text.
const lostTexts = /^(?:Query read timeout$|Connection terminated|timeout e|Received unexpected )/
const notSentText = /is not queryable$/

export function judgeFailure(thrown: unknown): StatementFailure {
  if (thrown instanceof pg.DatabaseError) return judgeState(thrown)
  if (!(thrown instanceof Error) || thrown instanceof Fault) return 'mistake'
  if (notSentText.test(thrown.message)) return 'not sent'
  if ('code' in thrown && networkCodes.test(String(thrown.code))) return 'lost'
  return lostTexts.test(thrown.message) ? 'lost' : 'mistake'
}

function judgeState({ code, severity }: pg.DatabaseError): StatementFailure {
  // Without a state it is no answer of Postgres: the driver could not read what came, and will not find its place.
  if (code === undefined || severity === 'FATAL' || severity === 'PANIC') return 'lost'
  if (code === readOnlyState) return 'read only'
  if (busyStates.test(code)) return 'busy'
  return lostStates.test(code) ? 'lost' : 'mistake'
}

/**
 * Whether a statement whose answer was lost may have changed something for good. Inside a transaction only its
 * commit can: the rest is undone when the connection ends. Outside, any statement can, and so may a select that
 * calls a function.
 */
export function canTakeEffect(statement: string, status: 'I' | 'T' | 'E' | null): boolean {
  if (status === 'T' || status === 'E') return /(?:^|;)\s*(?:commit|end)\b/i.test(statement)
  return !/^\s*(?:begin|start\s+transaction)\b[^;]*;?\s*$/i.test(statement)
}

/** Whether a fault comes of a server that only reads: the same statement may succeed on another connection. */
export function isReadOnly(thrown: unknown): boolean {
  return thrown instanceof Fault && judgeFailure(thrown.cause) === 'read only'
}

/** Nothing was done, so the caller may try again. */
export function unreachable(cause: unknown): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'postgres.unreachable',
    publicMessage: 'The service cannot reach its database. Try again shortly.',
    cause,
    retryAfterMs: 1_000,
  })
}

/** Perhaps it was done: only a caller whose statement is harmless when repeated may try again. */
export function outcomeUnknown(cause: unknown): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'postgres.outcome_unknown',
    publicMessage:
      'The service lost its database before the answer came. Check what was done before trying again.',
    cause,
    isOutcomeUnknown: true,
  })
}

/** Postgres answered that it cannot now; nothing was done. */
export function busy(cause: unknown): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'postgres.busy',
    publicMessage: 'The database of the service is too busy. Try again shortly.',
    cause,
    retryAfterMs: 1_000,
  })
}
