import type { Attack } from '../attack.ts'
import { chatBody, isWhole, manyCredits } from '../attack-parts.ts'
import { waitForCalls } from '../read-books.ts'

/** A provider that reports two billion tokens. Here the company itself would be the victim. */
export const lyingUsage: Attack = {
  name: 'F12 impossible usage',
  async run(stage) {
    const company = await stage.addAttacker(manyCredits)
    const calls = stage.isShort ? 4 : 20
    const answers = await Promise.all(
      Array.from({ length: calls }, (_, turn) =>
        stage.call(company.key, {
          path: '/chat/completions',
          body: chatBody('lie', { stream: turn % 2 === 0 }),
        }),
      ),
    )
    const whole = answers.filter(isWhole).length
    const books = await waitForCalls(stage, company, calls)
    const lost = company.grantedMicros - books.balanceMicros
    return {
      freeAnswers: whole - books.charged - books.parked,
      faults: lost > 0n ? [`the company lost ${lost} micro-credits`] : [],
      says: `${whole} answers with an impossible report: ${books.parked} parked for review, ${lost} micro-credits taken`,
    }
  },
}
