import type { Attack } from '../attack.ts'
import { chatBody, countStatuses, isWhole, manyCredits } from '../attack-parts.ts'
import { waitForCalls } from '../read-records.ts'

/** Fields that make the provider choose another model or price, in every spelling that a parser might let through. */
export const costlyFields: Attack = {
  name: 'F10 fields that change the price',
  async run(setup) {
    const attacker = await setup.addAttacker(manyCredits)
    const before = setup.accomplice.dearerAnswers()
    const plain = JSON.stringify(chatBody('plain'))
    const insert = (field: string) => Buffer.from(plain.replace(/\}$/, `,${field}}`))
    const bodies = [
      insert('"models":["dear-model"]'),
      insert('"mod\\u0065ls":["dear-model"]'),
      insert('"service_tier":"priority"'),
      insert('"plugins":[{"id":"web"}]'),
      insert('"models":null,"models":["dear-model"]'),
      Buffer.from(plain.replace('{', '{ "\\u006d\\u006f\\u0064\\u0065\\u006c\\u0073" : ["dear-model"] , ')),
    ]
    const answers = await Promise.all(
      bodies.map((body) => setup.call(attacker.key, { path: '/chat/completions', body })),
    )
    const whole = answers.filter(isWhole).length
    const records = await waitForCalls(setup, attacker, whole)
    const dearer = setup.accomplice.dearerAnswers() - before
    return {
      freeAnswers: whole - records.charged,
      faults: dearer > 0 ? [`${dearer} answers of a more expensive model`] : [],
      says: `${countStatuses(answers)}, ${dearer} answers of a more expensive model`,
    }
  },
}
