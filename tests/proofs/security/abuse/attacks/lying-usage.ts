import type { Attack } from '../attack.ts'
import { chatBody, isWhole, manyCredits } from '../attack-parts.ts'
import { waitForCalls } from '../read-records.ts'

/**
 * A provider that reports two billion tokens. The victim would be the company itself, which would be charged for them.
 */
export const lyingUsage: Attack = {
  name: 'F12 impossible usage',
  async run(setup) {
    const company = await setup.addAttacker(manyCredits)
    const calls = setup.isShort ? 4 : 20
    const answers = await Promise.all(
      Array.from({ length: calls }, (_, turn) =>
        setup.call(company.key, {
          path: '/chat/completions',
          body: chatBody('lie', { stream: turn % 2 === 0 }),
        }),
      ),
    )
    const whole = answers.filter(isWhole).length
    const records = await waitForCalls(setup, company, calls)
    const lost = company.grantedMicros - records.balanceMicros
    return {
      freeAnswers: whole - records.charged - records.parked,
      faults: lost > 0n ? [`the company lost ${lost} micro-credits`] : [],
      says: `${whole} answers with an impossible report: ${records.parked} parked for review, ${lost} micro-credits taken`,
    }
  },
}
