import { Fault } from '@gatehouse/runtime/fault'
import { DatabaseError } from 'pg'

// SQLSTATE classes and codes by which Postgres says "not now" rather than "not like this":
// 08 connection, 53 resources (disk full, too many connections), 57P shutdown and restart.
const notNow = /^(08|53|57P)/

/** True when nothing was wrong with the statement: the connection broke, timed out or was never made. */
export function isConnectionTrouble(thrown: unknown): boolean {
  if (thrown instanceof DatabaseError) return notNow.test(thrown.code ?? '')
  return thrown instanceof Error && !(thrown instanceof Fault)
}

export function toUnavailable(thrown: unknown): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'postgres.unreachable',
    publicMessage: 'The service cannot reach its database. Try again shortly.',
    cause: thrown,
    retryAfterMs: 1_000,
  })
}
