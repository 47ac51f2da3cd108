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
  const reserved = createReservations()
  return {
    async claim(claim) {
      const { companyId } = claim
      // Before the question: a call that stores its answer while it is asked must be in one of the two sums.
      const reservedBytes = reserved.of(companyId)
      const release = reserved.add(companyId, limits.bytesMax)
      try {
        const outcome = await claimAnswer(postgres, claim)
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
        throw thrown
      }
    },
    isKnown: (keyId, idempotencyKey) => isAnswerKnown(postgres, keyId, idempotencyKey),
    // If it cannot be dropped, its time runs out.
    drop: (callId) => void dropClaim(postgres, callId).catch(() => undefined),
  }
}

type Reservations = {
  of(companyId: string): number
  /** Returns what takes the bytes away again. */
  add(companyId: string, bytes: number): () => void
}

/** What calls that run in this process may yet store. Those of other processes may exceed the quota, each by one answer. */
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
