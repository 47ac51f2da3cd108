// What a failed statement means to its caller. Money depends on one distinction: whether the statement may have taken
// effect although its answer was lost, because only then is repeating it a risk.
import { Fault } from '@gatehouse/runtime/fault'
import pg from 'pg'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    postgres:
      | 'postgres.busy'
      | 'postgres.migration_failed'
      | 'postgres.migration_history_differs'
      | 'postgres.migration_stopped'
      | 'postgres.outcome_unknown'
      | 'postgres.unreachable'
  }
}

export type StatementFailure =
  /** The connection broke or went silent after the statement was sent; it cannot be used again. */
  | 'lost'
  /** The driver knew that the connection was broken and sent nothing. */
  | 'not sent'
  /** The server is read-only: a standby, or a demoted primary. Nothing was done, and the connection is useless. */
  | 'read only'
  /** Postgres reported that it cannot do this now; nothing was done, and the connection stays usable. */
  | 'busy'
  /** An error in the statement or in our own code, reported unchanged. */
  | 'mistake'

// 57014 statement_timeout, 55P03 lock_timeout, class 53 insufficient resources (disk full, out of memory), 58030 a file
// could not be read or written.
const busyStates = /^(?:57014|55P03|53|58030)/
const readOnlyState = '25006'
// Class 08 connection exceptions, 57P shutdown and restart, 25P03 and 25P04 transactions that were open for too long.
const lostStates = /^(?:08|57P|25P03|25P04)/
const networkCodes =
  /^(?:E(?:CONN|PIPE|TIMEDOUT|HOST|NET|ADDR|NOTFOUND|AI_|PROTO)|ERR_(?:STREAM|SOCKET|SSL|TLS)_)/
// The driver's own errors carry no code, only a message.
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
  // An error without a code did not come from Postgres: the driver could not parse what it received and has lost its
  // place in the stream.
  if (code === undefined || severity === 'FATAL' || severity === 'PANIC') return 'lost'
  if (code === readOnlyState) return 'read only'
  if (busyStates.test(code)) return 'busy'
  return lostStates.test(code) ? 'lost' : 'mistake'
}

/**
 * Whether a statement whose answer was lost may have had a permanent effect. Inside a transaction only the commit can:
 * everything else is rolled back when the connection ends. Outside, any statement can, even a select, which may call a
 * function.
 */
export function canTakeEffect(statement: string, status: 'I' | 'T' | 'E' | null): boolean {
  if (status === 'T' || status === 'E') return /(?:^|;)\s*(?:commit|end)\b/i.test(statement)
  return !/^\s*(?:begin|start\s+transaction)\b[^;]*;?\s*$/i.test(statement)
}

/** Whether a fault came from a read-only server: the same statement may succeed on another connection. */
export function isReadOnly(thrown: unknown): boolean {
  return thrown instanceof Fault && judgeFailure(thrown.cause) === 'read only'
}

/** Nothing was done, so the caller may retry. */
export function unreachable(cause: unknown): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'postgres.unreachable',
    publicMessage: 'The service cannot reach its database. Try again shortly.',
    cause,
    retryAfterMs: 1_000,
  })
}

/** The statement may have taken effect: only a caller whose statement is idempotent may retry. */
export function outcomeUnknown(cause: unknown): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'postgres.outcome_unknown',
    publicMessage:
      'The service lost its database connection before the answer arrived. Check what was done before trying again.',
    cause,
    isOutcomeUnknown: true,
  })
}

/**
 * Rethrows the failure of a statement that has no effect, or none that matters to the caller: if its answer was lost, the
 * caller may retry.
 */
export function rethrowRetryable(thrown: unknown): never {
  throw thrown instanceof Fault && thrown.isOutcomeUnknown ? unreachable(thrown) : thrown
}

/** Postgres reported that it cannot do this now; nothing was done. */
export function busy(cause: unknown): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'postgres.busy',
    publicMessage: "The service's database is too busy. Try again shortly.",
    cause,
    retryAfterMs: 1_000,
  })
}
