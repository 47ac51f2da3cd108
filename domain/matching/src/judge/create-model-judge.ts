// The judge that calls a model. The same question has the same idempotency key, so an answer requested by a killed
// process is not paid for again.
import type { ModelClient } from '@gatehouse/model-calls/model-client'
import type { Clock } from '@gatehouse/runtime/clock'
import { Fault, type FaultCode } from '@gatehouse/runtime/fault'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Judge, JudgeAnswer, JudgeRequest } from './judge.ts'
import { answerForm, composeMessages, promptVersion, readVerdicts } from './judge-prompt.ts'

export type ModelJudgeOptions = {
  client: ModelClient
  alias: string
  /** Number of calls that the alias's breaker admits now. */
  callsMax: () => number
  /** Makes the marks around a talent's lines unpredictable; the same in all processes. */
  markSecret: Secret
  clock: Pick<Clock, 'monotonicMs'>
  logger: Logger
}

// Enough for verdicts on some forty requirements.
const outputTokensMax = 4_000

export function createModelJudge(options: ModelJudgeOptions): Judge {
  const { client, alias, callsMax, markSecret, clock, logger } = options
  let refusedUntilMs = Number.NEGATIVE_INFINITY
  const isRefused = () => clock.monotonicMs() < refusedUntilMs
  async function judge(request: JudgeRequest): Promise<JudgeAnswer> {
    const { companyId, jobId, signal } = request
    if (isRefused()) return { kind: 'unavailable' }
    try {
      const { text, isWhole, callId } = await client.ask({
        alias,
        companyId,
        messages: composeMessages(request, markSecret),
        form: answerForm,
        outputTokensMax,
        idempotencyKey: `judge:${jobId}`,
        ...(signal && { signal }),
      })
      const verdicts = readVerdicts(text)
      if (verdicts) return { kind: 'judged', verdicts }
      logger.warn('model answer contained no verdicts', { job_id: jobId, call_id: callId, is_whole: isWhole })
      return noVerdicts
    } catch (thrown) {
      if (!(thrown instanceof Fault)) throw thrown
      // The same prompt would be refused again, so the facts alone decide.
      if (thrown.kind === 'invalid') {
        logger.warn('model refused to judge', { job_id: jobId, error: thrown })
        return noVerdicts
      }
      if (!isExpected.has(thrown.code))
        logger.warn('model call for a judgement failed', { job_id: jobId, error: thrown })
      if (refusesEveryCall.has(thrown.code)) refusedUntilMs = clock.monotonicMs() + refusedMs
      return { kind: 'unavailable' }
    }
  }

  return { version: `${promptVersion} ${alias}`, isReady: () => !isRefused() && callsMax() > 0, judge }
}

/**
 * The gateway refuses the platform's key or the alias, for any company. Its breaker counts that as an answer and stays
 * closed, so without a pause every waiting job would be matched again each minute.
 */
const refusesEveryCall: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'model_calls.capped',
  'model_calls.denied',
  'model_calls.scope_denied',
])

// As long as tasks wait for a capped key.
const refusedMs = 15 * 60_000

/**
 * Faults that are not logged here: an open breaker and a used-up allowance were logged when they began, and a
 * suspension is an operator's decision.
 */
const isExpected: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'runtime.circuit_open',
  'model_calls.allowance_spent',
  'model_calls.company_suspended',
])

/** A useless answer that was paid for counts as an answer; otherwise it would be requested again forever. */
const noVerdicts: JudgeAnswer = { kind: 'judged', verdicts: [] }
