import { type JobFacts, type Requirement, type TermCategory, termCategories } from '@gatehouse/jobs/job-facts'
import { educationLevels, languageLevels } from '@gatehouse/reading/levels'
import { type TalentFacts, noFacts } from '@gatehouse/talents/talent-facts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { VerifiedVerdict } from '../judge/judge.ts'
import { fullDegree, fullScore, sharesInAll } from './match-score.ts'
import { createScorer, scoreMatch } from './score-match.ts'

// Few words, so that required and shown terms often coincide.
const term = fc.constantFrom('python', 'sql', 'nurse', 'german', 'welder', 'cloud', 'law', 'cash')
const line = fc.nat(200)
const importance = fc.constantFrom('must' as const, 'should' as const, 'nice' as const)
const weighedTerms = fc.uniqueArray(fc.record({ term, specificity: fc.integer({ min: 1, max: 14_000 }) }), {
  selector: (weighed) => weighed.term,
  minLength: 1,
  maxLength: 5,
})

const base = { id: fc.constant(''), text: fc.string(), importance, line }
const requirement: fc.Arbitrary<Requirement> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      ...base,
      category: fc.constantFrom<TermCategory>(...termCategories),
      alternatives: fc.array(weighedTerms, { minLength: 1, maxLength: 2 }),
      minMonths: fc.option(fc.integer({ min: 0, max: 480 })),
    }),
  },
  fc.record({
    ...base,
    category: fc.constant('education' as const),
    level: fc.constantFrom(...educationLevels),
  }),
  fc.record({
    ...base,
    category: fc.constant('language' as const),
    language: fc.constantFrom('de', 'en'),
    level: fc.constantFrom(...languageLevels),
  }),
  fc.record({
    ...base,
    category: fc.constant('location' as const),
    country: fc.constantFrom('DE', 'RO'),
    isRemoteOk: fc.boolean(),
  }),
)
const job: fc.Arbitrary<JobFacts> = fc
  .array(requirement, { minLength: 1, maxLength: 30 })
  .map((requirements) => ({
    schema: 'job_facts/1',
    requirements: requirements.map((one, index) => ({ ...one, id: `q${index}` })),
  }))

const lines = fc.uniqueArray(line, { minLength: 1, maxLength: 4 }).map((some) => some.sort((a, b) => a - b))
const talent: fc.Arbitrary<TalentFacts> = fc.record({
  schema: fc.constant('talent_facts/1' as const),
  terms: fc.uniqueArray(fc.record({ term, lines, isInTitle: fc.boolean() }), {
    selector: (fact) => fact.term,
  }),
  roles: fc.array(
    fc.record({
      id: fc.string(),
      titleTerms: fc.uniqueArray(term, { maxLength: 3 }),
      months: fc.nat(600),
      isCurrent: fc.boolean(),
      line,
    }),
    { maxLength: 4 },
  ),
  education: fc.option(fc.record({ level: fc.constantFrom(...educationLevels), line })),
  languages: fc.option(
    fc.uniqueArray(
      fc.record({
        language: fc.constantFrom('de', 'en', 'ro'),
        level: fc.constantFrom(...languageLevels),
        line,
      }),
      { selector: ({ language }) => language },
    ),
  ),
  location: fc.option(
    fc.record({ country: fc.constantFrom('DE', 'RO', 'FR'), isRemoteOk: fc.boolean(), line }),
  ),
})
const verdict: fc.Arbitrary<VerifiedVerdict> = fc.record({
  requirementId: fc.nat(29).map((index) => `q${index}`),
  verdict: fc.constantFrom('met' as const, 'partial' as const, 'not_met' as const),
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
})
const verdicts = fc.uniqueArray(verdict, { selector: ({ requirementId }) => requirementId, maxLength: 6 })

test('the rows add up exactly to the score, and every point has evidence', () => {
  fc.assert(
    fc.property(job, talent, verdicts, (job, talent, verdicts) => {
      const { points, rows, cappedBy, coverage } = scoreMatch(job, talent, verdicts)
      expect(rows.map(({ requirementId }) => requirementId)).toEqual(job.requirements.map(({ id }) => id))
      expect(rows.reduce((sum, row) => sum + row.points, 0) - cappedBy).toBe(points)
      for (const { share, degree, points, evidence } of rows) {
        expect(points).toBe(share * degree)
        expect(Number.isInteger(share) && Number.isInteger(degree)).toBe(true)
        expect(degree).toBeLessThanOrEqual(fullDegree)
        if (points > 0) expect(evidence.flatMap(({ lines }) => lines).length).toBeGreaterThan(0)
      }
      const shares = rows.reduce((sum, { share }) => sum + share, 0)
      expect([0, sharesInAll]).toContain(shares)
      expect(coverage === 0).toBe(shares === 0)
      expect(points).toBeGreaterThanOrEqual(0)
      expect(points).toBeLessThanOrEqual(fullScore)
    }),
    { numRuns: 500 },
  )
})

test('a reused scorer gives the same result as a new one', () => {
  fc.assert(
    fc.property(job, fc.array(talent, { minLength: 1, maxLength: 4 }), verdicts, (job, talents, verdicts) => {
      const scorer = createScorer(job)
      for (const talent of [...talents, ...talents]) {
        expect(JSON.stringify(scorer(talent, verdicts))).toBe(
          JSON.stringify(scoreMatch(job, talent, verdicts)),
        )
      }
    }),
    { numRuns: 100 },
  )
})

test('an additional fact never lowers a score', () => {
  fc.assert(
    fc.property(job, talent, fc.record({ term, line }), (job, talent, more) => {
      const known = talent.terms.find((fact) => fact.term === more.term)
      const lines = [...new Set([...(known?.lines ?? []), more.line])]
      const others = talent.terms.filter((fact) => fact !== known)
      const terms = [...others, { isInTitle: false, ...known, term: more.term, lines }]
      const better = scoreMatch(job, { ...talent, terms }).points
      expect(better).toBeGreaterThanOrEqual(scoreMatch(job, talent).points)
    }),
    { numRuns: 500 },
  )
})

test('a better verdict on a requirement never gives fewer points', () => {
  fc.assert(
    fc.property(job, talent, verdict, (job, talent, one) => {
      const pointsIf = (verdict: VerifiedVerdict['verdict']) =>
        scoreMatch(job, talent, [{ ...one, verdict }]).points
      expect(pointsIf('met')).toBeGreaterThanOrEqual(pointsIf('partial'))
      expect(pointsIf('partial')).toBeGreaterThanOrEqual(pointsIf('not_met'))
    }),
  )
})

test('unknown facts never count against a talent', () => {
  fc.assert(
    fc.property(job, talent, (job, talent) => {
      const requirements = job.requirements.filter(({ category }) => category !== 'language')
      const unknown = { ...talent, languages: null }
      expect(scoreMatch(job, unknown).points).toBe(scoreMatch({ ...job, requirements }, unknown).points)
    }),
  )
})

test('additional properties of the facts change nothing', () => {
  fc.assert(
    fc.property(job, talent, fc.dictionary(fc.string(), fc.string()), (job, talent, more) => {
      const person = { name: 'Ada', gender: 'f', age: 61, photo: 'a.jpg', school: 'MIT', ...more }
      expect(scoreMatch(job, { ...person, ...talent })).toEqual(scoreMatch(job, talent))
    }),
  )
})

test('a must-have that is known to be missing keeps the score below 60', () => {
  const must = (id: string): Requirement => ({
    id,
    text: id,
    category: 'skill',
    importance: 'must',
    line: 0,
    alternatives: [[{ term: id, specificity: 1_000 }]],
    minMonths: null,
  })
  const job: JobFacts = { schema: 'job_facts/1', requirements: ['a', 'b', 'c', 'd'].map(must) }
  const terms = ['a', 'b', 'c'].map((term) => ({ term, lines: [1, 2, 3, 4], isInTitle: false }))
  const talent = { ...noFacts, terms }
  expect(scoreMatch(job, talent).points).toBe(7_500_000)
  const judged = scoreMatch(job, talent, [{ requirementId: 'd', verdict: 'not_met', lines: [7] }])
  expect(judged).toMatchObject({ points: 5_900_000, cappedBy: 1_600_000 })
})
