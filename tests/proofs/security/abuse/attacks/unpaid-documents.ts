import { composePdf, textAt } from '@gatehouse/testkit/documents/compose-pdf'
import type { Attack } from '../attack.ts'
import { countStatuses } from '../attack-parts.ts'

/** Documents of forty pages, sent with a key that has neither credits nor requests left. */
export const unpaidDocuments: Attack = {
  name: 'F14 documents without credits',
  async run(setup) {
    const attacker = await setup.addAttacker(0n, { rpmLimit: 1 })
    const count = setup.isShort ? 20 : 60
    const rounds = setup.isShort ? 1 : 5
    const answers = []
    for (let round = 0; round < rounds; round += 1) {
      const sent = Array.from({ length: count }, (_, turn) =>
        setup.call(attacker.key, {
          path: '/parse/cv',
          body: composeLong(`${round}-${turn}`),
          headers: { 'content-type': 'application/pdf' },
        }),
      )
      answers.push(...(await Promise.all(sent)))
    }
    const read = answers.filter(({ status }) => status !== 402 && status !== 429).length
    const slowest = Math.max(...answers.map(({ tookMs }) => tookMs))
    return {
      faults: read > 0 ? [`${read} documents got another answer`] : [],
      says: `${answers.length} PDFs of 40 pages: ${countStatuses(answers)}, the slowest refusal after ${slowest.toFixed(0)} ms`,
    }
  },
}

function composeLong(seed: string): Buffer {
  const pages = Array.from({ length: 40 }, (_, page) =>
    Array.from({ length: 60 }, (_line, line) =>
      textAt([40, 780 - 12 * line], `word ${seed} ${page} ${line} Java developer`),
    ).join('\n'),
  )
  return composePdf({ pages })
}
