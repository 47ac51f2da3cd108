import { type JobFacts, requirementsPerJobMax } from '@gatehouse/jobs/job-facts'
import { type TalentFacts, noFacts, termsPerTalentMax } from '@gatehouse/talents/talent-facts'
import { expect, test } from 'vitest'
import { scoreMatch } from './score-match.ts'

/** Words with five letters in common, which are all forms of one. */
const forms = (count: number) =>
  Array.from({ length: count }, (_, index) => `codin${String.fromCodePoint(0x4e_00 + index)}`)

// It takes minutes if each word of each requirement is compared with each form in the CV several times.
test(
  'the largest job is compared with the largest CV of the same words in a moment',
  { timeout: 20_000 },
  () => {
    const words = forms(1_000).map((term) => ({ term, specificity: 1_000 }))
    const job: JobFacts = {
      schema: 'job_facts/2',
      requirements: Array.from({ length: requirementsPerJobMax }, (_, index) => ({
        id: `q${index}`,
        text: 'coding',
        category: 'experience',
        importance: 'must',
        line: index,
        isGeneral: false,
        parts: [],
        words,
        minMonths: 24,
      })),
    }
    const terms = forms(termsPerTalentMax).map((term, index) => ({
      term,
      lines: [0, 1, 2, 3].map((more) => index * 4 + more),
      isInTitle: false,
      months: 36,
      roleLines: null,
    }))
    const talent: TalentFacts = { ...noFacts, terms }
    expect(new Set(scoreMatch(job, talent).rows.map(({ status }) => status))).toEqual(new Set(['met']))
  },
)
