import { type Proof, judged } from '../../proof.ts'
import { generateCvs } from './generated-cvs.ts'
import { measureSwaps } from './measure-swaps.ts'
import { readOutsideCvs } from './outside-cvs.ts'

const cvsMin = { long: 2_000, short: 300 } as const
const changedTextsMin = 200

export const proof: Proof = {
  name: 'blind',
  tier: 'daily',
  claim: 'a score does not depend on who the talent is',
  bar:
    `0 scores changed by names, pronouns, gendered forms, schools, photos, ages, addresses and, where the job names no ` +
    `place, towns in ≥ 2,000 CVs (short: 300), each of which changes the text of ≥ ${changedTextsMin}`,
  async run({ progress, isShort }) {
    const outside = await readOutsideCvs(isShort ? 25 : 1)
    const generated = generateCvs(isShort ? 300 : outside.length === 0 ? 2_000 : 1_200)
    progress(`${generated.length} generated CVs, ${outside.length} of the labelled sets`)
    const cvs = [...generated, ...outside]
    const counts = measureSwaps(cvs)
    for (const { kind, changedTexts, scores, changedScores, examples } of counts) {
      progress(`${kind}: ${changedTexts} texts changed, ${changedScores} of ${scores} scores`)
      for (const example of examples) progress(`  ${example}`)
    }
    const sum = (of: (count: (typeof counts)[number]) => number) =>
      counts.reduce((total, count) => total + of(count), 0)
    const changed = sum(({ changedScores }) => changedScores)
    const fewest = Math.min(...counts.map(({ changedTexts }) => changedTexts))
    const moving = counts.filter(({ changedScores }) => changedScores > 0).map(({ kind }) => kind)
    return judged({
      figure:
        `${changed} of ${sum(({ scores }) => scores)} scores changed by ${counts.length} kinds of swaps in ${cvs.length} CVs ` +
        `(${generated.length} generated), each kind in at least ${fewest}` +
        (moving.length > 0 ? `; CHANGED by ${moving.join(', ')}` : ''),
      isPassed:
        changed === 0 && fewest >= changedTextsMin && cvs.length >= cvsMin[isShort ? 'short' : 'long'],
    })
  },
}
