import type { Fault } from '@gatehouse/runtime/fault'
import { DatabaseError } from 'pg'

/**
 * Turns a violated constraint into the fault it stands for. Invariants live in the database; with this function a
 * package states, once, what each of its constraint names means to a caller.
 */
export function constraintFault(
  thrown: unknown,
  faults: Readonly<Record<string, (cause: unknown) => Fault>>,
): unknown {
  if (!(thrown instanceof DatabaseError) || thrown.constraint === undefined) return thrown
  return faults[thrown.constraint]?.(thrown) ?? thrown
}
