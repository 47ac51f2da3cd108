import type { Requirement } from '@gatehouse/jobs/job-facts'
import { builtInConcepts } from '@gatehouse/vocabulary/built-in-concepts'
import { distinctTerms } from '@gatehouse/vocabulary/term'
import { expect, test } from 'vitest'
import type { ClaimedVerdict, JudgedTalent } from './judge.ts'
import { isJudged, verifyVerdicts } from './verify-verdicts.ts'

const talent: JudgedTalent = {
  talentId: 't',
  lines: [
    { line: 4, text: 'Ran  Kubernetes clusters since 2019' },
    { line: 5, text: 'Operated K8s and JavaScript services in production' },
    { line: 9, text: 'Sănătate publică' },
    { line: 11, text: 'BSc in physics' },
  ],
}

const base = { importance: 'must', line: 0, isGeneral: false } as const
const skill = (id: string, text: string, key?: string): Requirement => ({
  ...base,
  id,
  text,
  category: 'skill',
  parts: key
    ? [
        {
          options: [{ label: text, shownBy: [{ term: key, label: text, weight: 1_000 }], words: [] }],
          specificity: 1_000,
        },
      ]
    : [],
  words: distinctTerms(text).map((term) => ({ term, specificity: 1_000 })),
  minMonths: null,
})
const requirements: Requirement[] = [
  skill('q1', 'Kubernetes', 'skill:kubernetes'),
  skill('q2', 'sănătate publică'),
  skill('q3', 'Java', 'skill:java'),
  {
    ...base,
    id: 'q4',
    text: 'Degree in computer science',
    category: 'education',
    level: 'bachelor',
    field: 'computer science',
  },
  { ...base, id: 'q5', text: 'German', category: 'language', language: 'de', level: 'b2' },
]
const verification = { requirements: requirements.filter(isJudged), concepts: builtInConcepts() }
const verify = (...claims: ClaimedVerdict[]) => verifyVerdicts(claims, talent, verification)

const claim = (changes: Partial<ClaimedVerdict>): ClaimedVerdict => ({
  requirementId: 'q1',
  verdict: 'met',
  evidence: [{ line: 4, quote: 'kubernetes clusters' }],
  ...changes,
})

test('a quote that occurs in its line counts, regardless of case, accents and spaces', () => {
  const health = claim({
    requirementId: 'q2',
    verdict: 'partial',
    evidence: [{ line: 9, quote: 'sanatate' }],
  })
  expect(verify(claim({ evidence: [{ line: 4, quote: 'Ran Kubernetes' }] }), health)).toEqual([
    { requirementId: 'q1', verdict: 'met', lines: [4] },
    { requirementId: 'q2', verdict: 'partial', lines: [9] },
  ])
})

test('another name of the skill counts, and so does a degree for a required degree', () => {
  const degree = claim({ requirementId: 'q4', evidence: [{ line: 11, quote: 'BSc in physics' }] })
  expect(verify(claim({ evidence: [{ line: 5, quote: 'Operated K8s' }] }), degree)).toEqual([
    { requirementId: 'q1', verdict: 'met', lines: [5] },
    { requirementId: 'q4', verdict: 'met', lines: [11] },
  ])
})

test.each<[string, Partial<ClaimedVerdict>]>([
  ['an invented quote', { evidence: [{ line: 4, quote: 'ten years of Kubernetes' }] }],
  ['a quote from another line', { evidence: [{ line: 9, quote: 'Kubernetes' }] }],
  ['a line that does not exist', { evidence: [{ line: 6, quote: 'Kubernetes' }] }],
  ['a quote that names nothing required', { evidence: [{ line: 5, quote: 'services in production' }] }],
  ['a quote of linking words', { requirementId: 'q2', evidence: [{ line: 5, quote: 'and' }] }],
  ['a part of a word', { requirementId: 'q3', evidence: [{ line: 5, quote: 'Java' }] }],
  ['a degree that is not a degree', { requirementId: 'q4', evidence: [{ line: 5, quote: 'production' }] }],
  [
    'one real and one invented quote',
    {
      evidence: [
        { line: 4, quote: 'Kubernetes' },
        { line: 9, quote: 'no' },
      ],
    },
  ],
  ['no evidence', { evidence: [] }],
  ['an empty quote', { evidence: [{ line: 4, quote: ' ' }] }],
  ['a requirement that was not asked about', { requirementId: 'q9' }],
  ['a language, which is compared exactly', { requirementId: 'q5' }],
  ['unknown', { verdict: 'unknown' }],
])('%s is dropped', (_, changes) => {
  expect(verify(claim(changes))).toEqual([])
})

test('contradictory verdicts cancel each other', () => {
  expect(verify(claim({}), claim({ verdict: 'not_met' }), claim({}))).toEqual([])
})
