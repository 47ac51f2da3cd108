// The answers of calls with an Idempotency-Key: kept with their charge, and forgotten after a day.
import { claimAnswer, dropClaim, purgeStoredAnswers } from '@gatehouse/credits/stored-answers'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { InferenceDeps } from './inference-deps.ts'
import { startAnswerPurge } from './start-answer-purge.ts'

export function openStoredAnswers(
  { clock, logger, postgres }: Pick<ServiceResources, 'clock' | 'logger' | 'postgres'>,
  scope: AsyncDisposableStack,
): InferenceDeps['answers'] {
  const purge = () => purgeStoredAnswers(postgres)
  const { close } = startAnswerPurge({ clock, logger, random: Math.random, purge })
  scope.defer(close)
  return {
    claim: (claim) => claimAnswer(postgres, claim),
    // If it cannot be dropped, its time runs out.
    drop: (callId) => void dropClaim(postgres, callId).catch(() => undefined),
  }
}
