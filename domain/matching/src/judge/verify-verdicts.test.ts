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

test('a quote that stands in its line counts, whatever its case, accents and spaces', () => {
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
  ['a quote that was made up', { evidence: [{ line: 4, quote: 'ten years of Kubernetes' }] }],
  ['a quote of another line', { evidence: [{ line: 9, quote: 'Kubernetes' }] }],
  ['a line that does not exist', { evidence: [{ line: 5, quote: 'Kubernetes' }] }],
  [
    'one good and one made-up quote',
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

test('who contradicts himself has said nothing', () => {
  expect(verify(claim({}), claim({ verdict: 'not_met' }))).toEqual([])
})
