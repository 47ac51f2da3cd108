// Postings of many trades in five languages, labelled by hand before the rules were written. The rules were tuned on one
// half; the other was not read by their author and decides. Its texts are never printed.
import { join } from 'node:path'
import { readPosting } from '@gatehouse/jobs/read-posting'
import { type RuleVocabulary, createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { type Proof, judged, notMeasured } from '../../proof.ts'
import {
  type Field,
  type FieldComparison,
  comparePosting,
  judgedFields,
  printedFields,
} from './compare-posting.ts'
import { readLabelledPostings } from './labelled-postings.ts'

const overallMin = 0.9
const languageMin = 0.85

type Compared = FieldComparison & { language: string; name: string }

export const proof: Proof = {
  name: 'job-reading',
  tier: 'push',
  claim: 'rules alone read what a posting requires, with lines, and its terms, in five languages',
  bar: `F1 of the postings that the rules were not tuned on ≥ ${overallMin} overall and ≥ ${languageMin} per language`,
  async run({ progress }) {
    const names = createRuleVocabulary()
    const tuned = await compareAll('tuned', names)
    const heldOut = await compareAll('held-out', names)
    if (heldOut.length === 0) return notMeasured('the held-out postings are missing')
    for (const { name, field, wrong, missing } of tuned.filter(isJudged)) {
      if (wrong.length + missing.length > 0)
        progress(`${name} ${field}: wrong ${wrong.join(', ') || '–'}; missing ${missing.join(', ') || '–'}`)
    }
    for (const [half, all] of [
      ['tuned', tuned],
      ['held-out', heldOut],
    ] as const) {
      for (const line of tableOf(all)) progress(`${half} ${line}`)
    }
    const languages = languagesOf(heldOut)
    const perLanguage = languages.map((language) =>
      scoreOf(heldOut.filter((one) => one.language === language)),
    )
    const overall = scoreOf(heldOut)
    return judged({
      figure: `held-out F1 ${overall.toFixed(3)} (${languages.map((language, index) => `${language} ${perLanguage[index]?.toFixed(3)}`).join(', ')}), tuned ${scoreOf(tuned).toFixed(3)}`,
      isPassed: overall >= overallMin && perLanguage.every((score) => score >= languageMin),
    })
  },
}

async function compareAll(half: 'tuned' | 'held-out', names: RuleVocabulary): Promise<Compared[]> {
  const postings = await readLabelledPostings(join(import.meta.dirname, 'postings', half))
  return postings.flatMap(({ name, language, text, truth }) =>
    comparePosting(truth, readPosting(text, names)).map((one) => Object.assign(one, { language, name })),
  )
}

function isJudged({ field }: Compared): boolean {
  return (judgedFields as readonly Field[]).includes(field)
}

/** Micro-averaged over all items of the judged fields. */
function scoreOf(all: readonly Compared[]): number {
  return f1(all.filter(isJudged))
}

function f1(all: readonly FieldComparison[]): number {
  const sum = (count: (one: FieldComparison) => number) => all.reduce((total, one) => total + count(one), 0)
  const hits = sum((one) => one.hits)
  const others = sum(({ wrong, missing }) => wrong.length + missing.length)
  return hits + others === 0 ? 1 : (2 * hits) / (2 * hits + others)
}

function languagesOf(all: readonly Compared[]): string[] {
  return [...new Set(all.map(({ language }) => language))].sort()
}

function tableOf(all: readonly Compared[]): string[] {
  const languages = languagesOf(all)
  return [...judgedFields, ...printedFields].map((field) => {
    const own = all.filter((one) => one.field === field)
    const each = languages.map(
      (language) => `${language} ${f1(own.filter((one) => one.language === language)).toFixed(3)}`,
    )
    return `${field}: ${f1(own).toFixed(3)} (${each.join(', ')})`
  })
}
