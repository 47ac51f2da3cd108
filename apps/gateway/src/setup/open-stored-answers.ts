// Answers of calls with an Idempotency-Key, stored with their charge. The AI service deletes them after a day.
import { claimAnswer, dropClaim, isAnswerKnown } from '@gatehouse/credits/stored-answers'
import { rethrowRetryable } from '@gatehouse/postgres/connection-fault'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Shards } from '@gatehouse/postgres/shards'
import type { Clock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import type { GatewayConfig } from '../config.ts'
import type { AnswerKeeping, CallDeps } from '../call/call-deps.ts'

// A claim that is left keeps retries of the call waiting until it expires, for ten minutes or more.
const dropEveryMs = 2_000
const dropAttemptsMax = 30

export function openStoredAnswers(
  { shards, clock }: { shards: Shards<Queryable>; clock: Pick<Clock, 'after'> },
  limits: GatewayConfig['storedAnswers'],
): CallDeps['answers'] {
  const reserved = createReservations()
  function drop(call: { callId: string; companyId: string }, attempt = 1): void {
    dropClaim(shards.of(call.companyId), call.callId).catch(() => {
      if (attempt < dropAttemptsMax) clock.after(dropEveryMs, () => drop(call, attempt + 1))
    })
  }
  return {
    async claim(claim, beforeReplay) {
      const { companyId } = claim
      // Read before the query: a call that stores its answer during the query must be counted in one of the two sums.
      const reservedBytes = reserved.of(companyId)
      const release = reserved.add(companyId, limits.bytesMax)
      try {
        const outcome = await claimAnswer(shards.of(companyId), claim, beforeReplay)
        if (outcome.kind === 'claimed')
          return {
            kind: 'claimed',
            keeping: toKeeping(outcome.companyBytes + reservedBytes, limits),
            release,
          }
        release()
        return outcome
      } catch (thrown) {
        release()
        // Postgres may have stored the claim.
        if (thrown instanceof Fault && thrown.isOutcomeUnknown) drop(claim)
        return rethrowRetryable(thrown)
      }
    },
    isKnown: ({ id, companyId }, idempotencyKey) =>
      isAnswerKnown(shards.of(companyId), id, idempotencyKey).catch(rethrowRetryable),
    drop: (call) => drop(call),
  }
}

type Reservations = {
  of(companyId: string): number
  /** Returns a function that releases the bytes. */
  add(companyId: string, bytes: number): () => void
}

/**
 * Bytes that calls in flight in this process may still store. Other processes are not counted, so each may exceed the
 * quota by one answer.
 */
function createReservations(): Reservations {
  const byCompany = new Map<string, number>()
  const change = (companyId: string, bytes: number) => {
    const left = (byCompany.get(companyId) ?? 0) + bytes
    if (left > 0) byCompany.set(companyId, left)
    else byCompany.delete(companyId)
  }
  return {
    of: (companyId) => byCompany.get(companyId) ?? 0,
    add(companyId, bytes) {
      change(companyId, bytes)
      let isOver = false
      return () => {
        if (!isOver) change(companyId, -bytes)
        isOver = true
      }
    },
  }
}

function toKeeping(companyBytes: number, limits: GatewayConfig['storedAnswers']): AnswerKeeping {
  const bytesLeft = limits.companyBytesMax - companyBytes
  return bytesLeft < limits.bytesMax
    ? { bytesMax: Math.max(-1, bytesLeft), otherwise: 'quota' }
    : { bytesMax: limits.bytesMax, otherwise: 'too_large' }
}
