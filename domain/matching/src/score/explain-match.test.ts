import type { JobFacts, Part } from '@gatehouse/jobs/job-facts'
import { type TalentFacts, noFacts } from '@gatehouse/talents/talent-facts'
import { expect, test } from 'vitest'
import type { VerifiedVerdict } from '../judge/judge.ts'
import { explainMatch, formatPoints } from './explain-match.ts'
import { createScorer } from './score-match.ts'

const named = (...labels: string[]): Part => ({
  options: labels.map((label) => ({
    label,
    shownBy: [{ term: `skill:${label.toLowerCase()}`, label, weight: 1_000 }],
    words: [],
  })),
  specificity: 700,
})
const base = { importance: 'must', line: 0, isGeneral: false, words: [] } as const
const stated = { importance: 'must', line: 0, isGeneral: true } as const
const job: JobFacts = {
  schema: 'job_facts/2',
  requirements: [
    {
      ...base,
      id: 'q1',
      text: '5 years of Node.js',
      category: 'experience',
      parts: [named('Node.js')],
      minMonths: 60,
    },
    {
      ...base,
      id: 'q2',
      text: 'React or Vue, and Go',
      category: 'skill',
      parts: [named('React', 'Vue'), named('Go')],
      minMonths: null,
    },
    { ...stated, id: 'q3', text: 'German B2', category: 'language', language: 'de', level: 'b2' },
    { ...stated, id: 'q4', text: "Bachelor's degree", category: 'education', level: 'bachelor', field: null },
    {
      ...stated,
      id: 'q5',
      text: 'Berlin',
      category: 'location',
      places: [{ label: 'Berlin', town: 'berlin', country: 'DE' }],
    },
  ],
}
const fact = (term: string, months: number, lines: number[]) => ({
  term,
  lines,
  isInTitle: false,
  months,
  roleLines: null,
})
const talent: TalentFacts = {
  ...noFacts,
  terms: [fact('skill:node.js', 84, [11, 12, 13, 30]), fact('skill:vue', 0, [4])],
  education: { level: 'master', fieldTerms: [], line: 20 },
  languages: [{ language: 'de', level: 'c1', line: 8 }],
  location: { country: 'DE', town: 'munchen', isRemoteOk: false, canRelocate: false, line: 1 },
}

function explain(facts: TalentFacts, verdicts: readonly VerifiedVerdict[] = []) {
  const score = createScorer(job)
  return explainMatch(
    score(facts, { verdicts }),
    (id) => score(facts, { assumed: new Map([[id, 'met']]) }).points,
  )
}

test('each requirement has a status and one sentence with its lines', () => {
  const { rows, band } = explain(talent)
  expect(band).toBe('good')
  expect(rows.map(({ status, sentence }) => `${status}: ${sentence}`)).toEqual([
    'met: 7 years of Node.js shown, 5 years required; lines 12–14 and 31.',
    'partly_met: Vue shown; no evidence found for Go; line 5.',
    'met: German C1 shown, German B2 required; line 9.',
    'met: Master’s degree shown, bachelor’s degree required; line 21.',
    'partly_met: Munchen shown, Berlin required; line 2.',
  ])
})

test('what is unknown is called so, and is worth a question', () => {
  const { rows, questions, band } = explain({ ...noFacts, terms: [fact('skill:node.js', 0, [3])] })
  expect(band).toBe('weak')
  expect(rows.map(({ status, sentence }) => `${status}: ${sentence}`)).toEqual([
    'partly_met: Node.js is named without a dated role, 5 years required; line 4.',
    'not_shown: No evidence found for React or Vue and Go.',
    'not_shown: No evidence found, German B2 required.',
    'not_shown: No evidence found, bachelor’s degree required.',
    'not_shown: No place is shown, Berlin required.',
  ])
  expect(questions.map(({ requirementId }) => requirementId).sort()).toEqual(['q1', 'q2', 'q3', 'q4', 'q5'])
  expect(questions.every(({ wouldAdd }) => Number(wouldAdd) > 0)).toBe(true)
})

test('a contradicted must-have keeps the score at 60 or below', () => {
  const languages = [{ language: 'de', level: 'a2', line: 8 }] as const
  const { rows, score, band } = explain({ ...talent, languages })
  expect(rows[2]).toMatchObject({
    status: 'contradicted',
    sentence: 'German A2 shown, German B2 required; line 9.',
  })
  expect(band).toBe('weak')
  expect(Number(score)).toBeLessThanOrEqual(60)
})

test('a verdict of the model is named', () => {
  const { rows } = explain(talent, [{ requirementId: 'q2', verdict: 'met', lines: [5] }])
  expect(rows[1]).toMatchObject({
    status: 'met',
    sentence: 'The CV describes this in its own words; lines 5–6; judged by a model as met.',
  })
})

test('the arithmetic gives the score', () => {
  const { arithmetic, score } = explain(talent)
  const [from, width, rank] = (arithmetic.match(/[\d.]+/g) ?? []).map(Number)
  expect((from ?? 0) + ((width ?? 0) * (rank ?? 0)) / 100).toBeCloseTo(Number(score), 4)
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

test('a degree of another field shows nothing if the rest of the CV is of another field too', () => {
  const [skill] = job.requirements
  const asked = { ...stated, id: 'q4', text: 'Diploma in nursing', category: 'education' } as const
  const requirements = [
    ...(skill ? [skill] : []),
    { ...asked, level: 'vocational' as const, field: 'nursing' },
  ]
  const score = createScorer({ ...job, requirements })
  const education = { level: 'vocational' as const, fieldTerms: ['welder'], line: 3 }
  const statusOf = (facts: TalentFacts) => score(facts).rows.at(-1)?.status
  expect(statusOf({ ...noFacts, education })).toBe('not_shown')
  expect(statusOf({ ...noFacts, education: { ...education, fieldTerms: ['nursin'] } })).toBe('met')
  expect(statusOf({ ...talent, education })).toBe('met')
})

test('the words around a name that the CV does not have show nothing', () => {
  const [first] = job.requirements
  if (!first || !('words' in first)) throw new Error('the first requirement has words')
  const words = ['sage', 'accoun'].map((term) => ({ term, specificity: 700 }))
  const requirements = [{ ...first, minMonths: null, parts: [named('Sage')], words }]
  const statusOf = (...terms: string[]) =>
    createScorer({ ...job, requirements })({ ...noFacts, terms: terms.map((term) => fact(term, 0, [1])) })
      .rows[0]?.status
  expect(statusOf('accoun')).toBe('not_shown')
  expect(statusOf('accoun', 'skill:sage')).toBe('met')
})

test('the time of a requirement is that of all its words, not of the longest', () => {
  const [first] = job.requirements
  if (!first || !('words' in first)) throw new Error('the first requirement has words')
  const words = ['ward', 'surger'].map((term) => ({ term, specificity: 700 }))
  const requirements = [{ ...first, minMonths: 24, parts: [named('Surgery')], words }]
  const terms = [fact('ward', 82, [1, 5]), fact('surger', 10, [1]), fact('skill:surgery', 10, [1])]
  expect(createScorer({ ...job, requirements })({ ...noFacts, terms }).rows[0]?.status).toBe('contradicted')
})

test('words that are too few to show a requirement count a little, and their line is cited', () => {
  const words = [
    'kubern',
    'cluste',
    'cloud',
    'helm',
    'operat',
    'platfo',
    'contai',
    'upgrad',
    'networ',
    'storag',
  ]
  const requirements = [
    {
      ...base,
      id: 'q1',
      text: 'Kubernetes',
      category: 'skill' as const,
      parts: [named('Kubernetes')],
      words: words.map((term) => ({ term, specificity: 700 })),
      minMonths: null,
    },
  ]
  const score = createScorer({ ...job, requirements })({ ...noFacts, terms: [fact('cloud', 0, [3])] })
  expect(score.rows[0]).toMatchObject({ status: 'not_shown', evidence: { lines: [3] } })
  expect(score.rows[0]?.points).toBeGreaterThan(0)
  expect(explainMatch(score, () => 0).rows[0]?.sentence).toBe(
    'No evidence found for Kubernetes; some of the words in line 4.',
  )
})
