// A pooled connection in use. After a statement broke or timed out on it, it sends nothing more and is destroyed on release.
import { assert } from '@gatehouse/runtime/assert'
import type { Fault } from '@gatehouse/runtime/fault'
import type pg from 'pg'
import { busy, canTakeEffect, judgeFailure, outcomeUnknown, unreachable } from '../faults/connection-fault.ts'
import type { PoolMetrics } from '../pool-metrics.ts'
import type { SilenceCheck } from './silence-check.ts'

/** Tracks whether the connection may be reused, so that callers need not. */
export function guardConnection(
  client: pg.PoolClient,
  { recordFailure }: PoolMetrics,
  unlessSilent: SilenceCheck,
) {
  let brokenBy: unknown
  let fault: Fault | undefined
  let isReleased = false
  const markBroken = (error: Error) => {
    brokenBy ??= error
  }
  // The pool does not listen to a connection in use, and an unhandled error event ends the process.
  client.on('error', markBroken)

  function translate(thrown: unknown, couldTakeEffect: boolean): unknown {
    const failure = judgeFailure(thrown)
    if (failure === 'mistake') return thrown
    recordFailure(failure)
    if (failure === 'busy') return busy(thrown)
    brokenBy ??= thrown
    const isUnknown = failure === 'lost' && couldTakeEffect
    if (isUnknown && !fault?.isOutcomeUnknown) fault = outcomeUnknown(thrown)
    fault ??= unreachable(thrown)
    return fault
  }

  return {
    async query<Row extends pg.QueryResultRow>(
      statement: string | pg.QueryConfig,
      values?: unknown[],
    ): Promise<pg.QueryResult<Row>> {
      assert(!isReleased, 'a statement was sent on a connection that was already released')
      // On a broken connection a statement would only run into its time limit. The first fault is thrown again: a
      // caller that reacts to a lost commit with a rollback must learn about the commit, not about the rollback.
      if (brokenBy !== undefined) throw (fault ??= unreachable(brokenBy))
      const text = typeof statement === 'string' ? statement : statement.text
      const couldTakeEffect = canTakeEffect(text, client.getTransactionStatus())
      try {
        return await unlessSilent(client.query<Row>(statement, values))
      } catch (thrown) {
        throw translate(thrown, couldTakeEffect)
      }
    },
    release() {
      assert(!isReleased, 'a connection was released twice')
      isReleased = true
      // A connection still in a transaction would run the next caller's statements inside it.
      const isReusable = brokenBy === undefined && client.getTransactionStatus() === 'I'
      // A discarded connection may still emit an error while it closes, so its listener stays.
      if (isReusable) client.off('error', markBroken)
      client.release(!isReusable)
    },
  }
}
