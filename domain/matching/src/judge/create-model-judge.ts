// The judge that asks a model. The same question has the same key, so what a killed process had asked is not paid for again.
import type { ModelClient } from '@gatehouse/model-calls/model-client'
import { Fault } from '@gatehouse/runtime/fault'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Judge, JudgeAnswer, JudgeRequest } from './judge.ts'
import { answerForm, composeQuestion, instructions, promptVersion, readVerdicts } from './judge-prompt.ts'

export type ModelJudgeOptions = {
  client: ModelClient
  alias: string
  /** Of the breaker of the alias: how many calls it lets through now. */
  callsMax: () => number
  logger: Logger
}

// Ten talents with a dozen verdicts each, and room to spare.
const outputTokensMax = 8_000

export function createModelJudge({ client, alias, callsMax, logger }: ModelJudgeOptions): Judge {
  async function judge(request: JudgeRequest): Promise<JudgeAnswer> {
    const { companyId, jobId, talents, signal } = request
    try {
      const { text, isWhole, callId } = await client.ask({
        alias,
        companyId,
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: composeQuestion(request) },
        ],
        form: answerForm,
        outputTokensMax,
        idempotencyKey: `judge:${jobId}`,
        ...(signal && { signal }),
      })
      const verdicts = readVerdicts(text, talents)
      if (verdicts) return { kind: 'judged', verdicts }
      logger.warn('a model gave no verdicts', { job_id: jobId, call_id: callId, is_whole: isWhole })
      return nothingSaid
    } catch (thrown) {
      if (!(thrown instanceof Fault)) throw thrown
      // Asked again in the same words it would be refused again: the facts alone have to do.
      if (thrown.kind === 'invalid') {
        logger.warn('a model refused to judge', { job_id: jobId, error: thrown })
        return nothingSaid
      }
      if (!isExpected.has(thrown.code))
        logger.warn('a model could not be asked to judge', { job_id: jobId, error: thrown })
      return { kind: 'unavailable' }
    }
  }

  return { version: `${promptVersion} ${alias}`, isReady: () => callsMax() > 0, judge }
}

/** An open breaker and a used-up allowance have been logged when they began, and a suspension is an operator's decision. */
const isExpected: ReadonlySet<string> = new Set([
  'runtime.circuit_open',
  'model_calls.allowance_spent',
  'model_calls.company_suspended',
])

/** Paid for and of no use: it counts as an answer, or it would be asked, and given, again for ever. */
const nothingSaid: JudgeAnswer = { kind: 'judged', verdicts: new Map() }
