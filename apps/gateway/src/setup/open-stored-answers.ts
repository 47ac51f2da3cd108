// Answers of calls with an Idempotency-Key, stored with their charge. The AI service deletes them after a day.
import { claimAnswer, dropClaim, isAnswerKnown } from '@gatehouse/credits/stored-answers'
import { rethrowRetryable } from '@gatehouse/postgres/connection-fault'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Shards } from '@gatehouse/postgres/shards'
import type { Clock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import type { GatewayConfig } from '../config.ts'
import type { CallDeps } from '../call/call-deps.ts'
import { createStoredBytes } from './stored-bytes.ts'

// A claim that is left keeps retries of the call waiting until it expires, for ten minutes or more.
const dropEveryMs = 2_000
const dropAttemptsMax = 30

export function openStoredAnswers(
  { shards, clock }: { shards: Shards<Queryable>; clock: Pick<Clock, 'after'> },
  limits: GatewayConfig['storedAnswers'],
): CallDeps['answers'] {
  const stored = createStoredBytes(limits.companyBytesMax)
  function drop(call: { callId: string; companyId: string }, attempt = 1): void {
    dropClaim(shards.of(call.companyId), call.callId).catch(() => {
      if (attempt < dropAttemptsMax) clock.after(dropEveryMs, () => drop(call, attempt + 1))
    })
  }
  return {
    async claim(claim, beforeReplay) {
      const { companyId } = claim
      const bytes = stored.open(companyId)
      try {
        const outcome = await claimAnswer(shards.of(companyId), claim, beforeReplay)
        if (outcome.kind === 'claimed') {
          bytes.learn(outcome.companyBytes)
          const keeping = { bytesMax: limits.bytesMax, reserve: bytes.reserve }
          return { kind: 'claimed', keeping, release: bytes.close }
        }
        bytes.close()
        return outcome
      } catch (thrown) {
        bytes.close()
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
