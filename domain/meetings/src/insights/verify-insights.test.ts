import { expect, test } from 'vitest'
import type { ClaimedInsight } from './insight.ts'
import { verifyInsights } from './verify-insights.ts'

const spokenAt = new Date('2026-11-15T10:00:00Z')
const lines = [
  { id: 1n, spokenAt, speaker: 'Ana', text: 'We  hire two welders in March.' },
  { id: 2n, spokenAt, speaker: 'Ion', text: 'I am worried about the budget, și e clar.' },
]
const claim = (changes: Partial<ClaimedInsight> = {}): ClaimedInsight => ({
  kind: 'decision',
  text: 'Two welders are hired in March.',
  evidence: [{ line: 1, quote: 'hire two welders' }],
  ...changes,
})

test('an insight is kept with its speaker and time; duplicates are kept once', () => {
  expect(verifyInsights([claim(), claim({ text: 'two welders are hired in march.' })], lines)).toEqual([
    {
      kind: 'decision',
      text: 'Two welders are hired in March.',
      evidence: [
        { line: 1, speaker: 'Ana', spokenAt: '2026-11-15T10:00:00.000Z', quote: 'hire two welders' },
      ],
    },
  ])
})

test.each<[string, Partial<ClaimedInsight>]>([
  ['an invented quote', { evidence: [{ line: 1, quote: 'hire three welders' }] }],
  ['a quote from another line', { evidence: [{ line: 2, quote: 'hire two welders' }] }],
  ['a line that does not exist', { evidence: [{ line: 9, quote: 'hire two welders' }] }],
  ['line 0', { evidence: [{ line: 0, quote: 'hire two welders' }] }],
  ['no evidence', { evidence: [] }],
  [
    'one real and one invented quote',
    {
      evidence: [
        { line: 1, quote: 'hire two welders' },
        { line: 2, quote: 'no' },
      ],
    },
  ],
  ['no words', { text: ' ' }],
  ['a guess about a feeling', { text: 'Ana was enthusiastic about two welders.' }],
  ['a mood', { text: 'The mood was good: two welders.' }],
])('%s is dropped', (_what, changes) => {
  expect(verifyInsights([claim(changes)], lines)).toEqual([])
})

test('a feeling that the speaker stated is a quote, not a guess', () => {
  const said = claim({
    text: 'Ion is worried about the budget.',
    evidence: [{ line: 2, quote: 'I am worried about' }],
  })
  expect(verifyInsights([said], lines)).toHaveLength(1)
})
