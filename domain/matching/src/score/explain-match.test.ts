import type { JobFacts } from '@gatehouse/jobs/job-facts'
import { noFacts } from '@gatehouse/talents/talent-facts'
import { expect, test } from 'vitest'
import { explainMatch, formatPoints } from './explain-match.ts'
import { scoreMatch } from './score-match.ts'

const base = { importance: 'must', line: 0, minMonths: null } as const
const job: JobFacts = {
  schema: 'job_facts/1',
  requirements: [
    {
      ...base,
      id: 'q1',
      text: 'Welding',
      category: 'skill',
      alternatives: [[{ term: 'weldin', specificity: 900 }]],
    },
    {
      ...base,
      id: 'q2',
      text: 'Plans',
      category: 'skill',
      alternatives: [[{ term: 'plans', specificity: 300 }]],
    },
    {
      id: 'q3',
      text: 'German',
      importance: 'must',
      line: 3,
      category: 'language',
      language: 'de',
      level: 'b2',
    },
  ],
}
const talent = { ...noFacts, terms: [{ term: 'weldin', lines: [3, 8], isInTitle: false }] }

test('an explanation lists each requirement with its points, its evidence and the lines', () => {
  expect(explainMatch(scoreMatch(job, talent))).toEqual({
    score: '56.25000',
    rows: [
      {
        requirementId: 'q1',
        text: 'Welding',
        counted: '56.25000 of 75.00000',
        because: '"weldin" in 2 lines',
        lines: [3, 8],
      },
      {
        requirementId: 'q2',
        text: 'Plans',
        counted: '0.00000 of 25.00000',
        because: 'no evidence',
        lines: [],
      },
      {
        requirementId: 'q3',
        text: 'German',
        counted: '0.00000 of 0.00000',
        because: 'nothing is known about it, so it does not count',
        lines: [],
      },
    ],
    arithmetic: '56.25000 = 56.25000',
    questions: [
      { requirementId: 'q2', text: 'Plans', wouldAdd: '25.00000' },
      { requirementId: 'q1', text: 'Welding', wouldAdd: '18.75000' },
    ],
  })
})

test('the sum shows the deduction of the cap', () => {
  const verdicts = [
    { requirementId: 'q1', verdict: 'met', lines: [3] },
    { requirementId: 'q2', verdict: 'not_met', lines: [9] },
  ] as const
  const { score, arithmetic } = explainMatch(scoreMatch(job, talent, verdicts))
  expect([score, arithmetic]).toEqual(['59.00000', '75.00000 − 16.00000 (a must-have is missing) = 59.00000'])
})

test('points are written exactly', () => {
  expect([0, 1, 99_999, 100_000, 10_000_000].map(formatPoints)).toEqual([
    '0.00000',
    '0.00001',
    '0.99999',
    '1.00000',
    '100.00000',
  ])
})
