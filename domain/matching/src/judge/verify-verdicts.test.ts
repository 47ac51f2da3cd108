import { expect, test } from 'vitest'
import type { ClaimedVerdict, JudgedTalent } from './judge.ts'
import { verifyVerdicts } from './verify-verdicts.ts'

const talent: JudgedTalent = {
  talentId: 't',
  lines: [
    { line: 4, text: 'Ran  Kubernetes clusters since 2019' },
    { line: 9, text: 'Sănătate publică' },
  ],
}
const claim = (changes: Partial<ClaimedVerdict>): ClaimedVerdict => ({
  requirementId: 'q1',
  verdict: 'met',
  evidence: [{ line: 4, quote: 'kubernetes clusters' }],
  ...changes,
})
const verify = (...claims: ClaimedVerdict[]) => verifyVerdicts(claims, talent, new Set(['q1', 'q2']))

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

test.each<[string, Partial<ClaimedVerdict>]>([
  ['an invented quote', { evidence: [{ line: 4, quote: 'ten years of Kubernetes' }] }],
  ['a quote from another line', { evidence: [{ line: 9, quote: 'Kubernetes' }] }],
  ['a line that does not exist', { evidence: [{ line: 5, quote: 'Kubernetes' }] }],
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
  ['unknown', { verdict: 'unknown' }],
])('%s is dropped', (_, changes) => {
  expect(verify(claim(changes))).toEqual([])
})

test('contradictory verdicts cancel each other', () => {
  expect(verify(claim({}), claim({ verdict: 'not_met' }))).toEqual([])
})
