import type { Attack } from '../attack.ts'
import { chatBody, countStatuses, manyCredits } from '../attack-parts.ts'

const names = /openai|azure|groq|gemini|google|gpt-?4|sim-chat|system_fingerprint|"provider"/gi

/** Looks for the provider behind an alias in refusals, answers and frames. */
export const providerNames: Attack = {
  name: 'F18 names of providers',
  async run(setup) {
    const attacker = await setup.addAttacker(manyCredits)
    const bodies = [0, 1, 2].flatMap((which) => [
      chatBody(`refuse:${which}`),
      chatBody(`refuse:${which}`, { stream: true }),
    ])
    bodies.push(chatBody('name'), chatBody('name', { stream: true }))
    const answers = await Promise.all(
      bodies.map((body) => setup.call(attacker.key, { path: '/chat/completions', body })),
    )
    const leaked = answers.flatMap(({ text }) => text.match(names) ?? [])
    return {
      faults: leaked.length > 0 ? [`${leaked.length} names reached the caller: ${leaked.join(', ')}`] : [],
      says: `${countStatuses(answers)}, ${leaked.length} names`,
    }
  },
}
