import type { JobFacts } from '@gatehouse/jobs/job-facts'
import { type TermFact, noFacts } from '@gatehouse/talents/talent-facts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { degreeOfTerm } from '../score/measure-terms.ts'
import { scoreMatch } from '../score/score-match.ts'
import { createEstimate } from './estimate-score.ts'

const vocabulary = ['python', 'sql', 'nurse', 'german', 'welder', 'cloud', 'law', 'cash']
const term = fc.constantFrom(...vocabulary)
const specificity = fc.integer({ min: 1, max: 14_000 })

// No requirement here asks for time, a title or a phrase in one line, which the index does not show.
const requirement = fc.record({
  id: fc.constant(''),
  text: fc.constant('skill'),
  importance: fc.constantFrom('must' as const, 'should' as const, 'nice' as const),
  line: fc.constant(0),
  isGeneral: fc.boolean(),
  category: fc.constantFrom('skill' as const, 'task' as const),
  parts: fc.array(
    fc.record({
      options: fc.array(
        fc.record({
          label: term,
          shownBy: fc.array(fc.record({ term, label: term, weight: fc.constantFrom(1_000, 900, 400, 300) }), {
            minLength: 1,
            maxLength: 3,
          }),
          words: fc.constant([]),
        }),
        { minLength: 1, maxLength: 2 },
      ),
      specificity,
    }),
    { maxLength: 3 },
  ),
  words: fc.uniqueArray(fc.record({ term, specificity }), { selector: (word) => word.term, maxLength: 5 }),
  minMonths: fc.constant(null),
})
const job: fc.Arbitrary<JobFacts> = fc
  .array(requirement, { minLength: 1, maxLength: 12 })
  .map((requirements) => ({
    schema: 'job_facts/2',
    requirements: requirements.map((one, index) => ({ ...one, id: `q${index}` })),
  }))
const termFact: fc.Arbitrary<TermFact> = fc.record({
  term,
  lines: fc.integer({ min: 1, max: 4 }).map((count) => Array.from({ length: count }, (_, line) => line)),
  isInTitle: fc.boolean(),
  months: fc.constant(0),
  roleLines: fc.constant(null),
})
const terms = fc.uniqueArray(termFact, { selector: (fact) => fact.term })

test('where the index shows everything that a score depends on, the estimate is the score', () => {
  fc.assert(
    fc.property(job, terms, (facts, shown) => {
      const strengths = vocabulary.map((word) => {
        const fact = shown.find((one) => one.term === word)
        return fact ? degreeOfTerm(fact) : 0
      })
      expect(createEstimate(facts, vocabulary)(strengths)).toBe(
        scoreMatch(facts, { ...noFacts, terms: shown }).points,
      )
    }),
    { numRuns: 500 },
  )
})
