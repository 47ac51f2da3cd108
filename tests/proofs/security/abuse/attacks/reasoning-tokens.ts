import { reasoningUsage } from '../accomplice.ts'
import type { Attack } from '../attack.ts'
import { chatBody, isWhole, manyCredits, owedMicros } from '../attack-parts.ts'
import { waitForCalls } from '../read-records.ts'

/** Answers of a provider that counts reasoning tokens only in the total. */
export const reasoningTokens: Attack = {
  name: 'F3 reasoning tokens',
  async run(setup) {
    const attacker = await setup.addAttacker(manyCredits)
    const calls = setup.isShort ? 6 : 40
    const answers = await Promise.all(
      Array.from({ length: calls }, (_, turn) =>
        setup.call(attacker.key, {
          path: '/chat/completions',
          body: chatBody('reason', { max_tokens: 2_000, stream: turn % 2 === 0 }),
        }),
      ),
    )
    const whole = answers.filter(isWhole).length
    const records = await waitForCalls(setup, attacker, calls)
    const owed = owedMicros(reasoningUsage, whole)
    return {
      creditMicros: owed - (attacker.grantedMicros - records.balanceMicros),
      freeAnswers: whole - records.charged,
      faults: whole === calls ? [] : [`only ${whole} of ${calls} were answered`],
      says: `${whole} answers with reasoning tokens only in the total, all tokens charged`,
    }
  },
}
