// The answers of calls with an Idempotency-Key: kept with their charge. The AI service forgets them after a day.
import { claimAnswer, dropClaim, isAnswerKnown } from '@gatehouse/credits/stored-answers'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { GatewayConfig } from '../config.ts'
import type { AnswerKeeping } from './answer/answer-copy.ts'
import type { InferenceDeps } from './inference-deps.ts'

export function openStoredAnswers(
  { postgres }: Pick<ServiceResources, 'postgres'>,
  limits: GatewayConfig['storedAnswers'],
): InferenceDeps['answers'] {
  return {
    async claim(claim) {
      const outcome = await claimAnswer(postgres, claim)
      if (outcome.kind !== 'claimed') return outcome
      return { kind: 'claimed', keeping: toKeeping(outcome.companyBytes, limits) }
    },
    isKnown: (keyId, idempotencyKey) => isAnswerKnown(postgres, keyId, idempotencyKey),
    // If it cannot be dropped, its time runs out.
    drop: (callId) => void dropClaim(postgres, callId).catch(() => undefined),
  }
}

/** Calls that run at once may exceed the quota together, each by one answer. */
function toKeeping(companyBytes: number, limits: GatewayConfig['storedAnswers']): AnswerKeeping {
  const bytesLeft = limits.companyBytesMax - companyBytes
  return bytesLeft < limits.bytesMax
    ? { bytesMax: Math.max(-1, bytesLeft), otherwise: 'quota' }
    : { bytesMax: limits.bytesMax, otherwise: 'too_large' }
}
