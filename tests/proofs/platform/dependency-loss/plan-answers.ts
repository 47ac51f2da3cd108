import type { ProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { longMark, readNumber } from './steady-load.ts'

const longAnswerTokens = 60
const longAnswer = { tokensPerSecond: 20 }
/** Time that the provider needs for a long answer. */
export const longAnswerMs = (longAnswerTokens / longAnswer.tokensPerSecond) * 1_000
const shortAnswer = { outputTokens: 8, tokensPerSecond: 40 }

/** Plans the provider's answers to a steady load, and returns the numbers of the calls that have reached the provider. */
export function planAnswers(
  sim: Pick<ProviderSim, 'planWhen'>,
  outputTokens = longAnswerTokens,
): ReadonlySet<number> {
  const forwarded = new Set<number>()
  const isLong = ({ body }: { body: Buffer }) => {
    const number = readNumber(body.toString('utf8'))
    if (number !== undefined) forwarded.add(number)
    return body.includes(longMark)
  }
  sim.planWhen(isLong, { ...longAnswer, outputTokens })
  sim.planWhen(() => true, shortAnswer)
  return forwarded
}
