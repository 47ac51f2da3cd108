import { type JobFacts, type Requirement, type TermCategory, termCategories } from '@gatehouse/jobs/job-facts'
import { educationLevels, languageLevels } from '@gatehouse/reading/levels'
import type { TalentFacts, TermFact } from '@gatehouse/talents/talent-facts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { VerifiedVerdict } from '../judge/judge.ts'
import { bandOfPoints, rangeOf } from './choose-band.ts'
import { bands, fullDegree, fullScore, sharesInAll, statusSteps } from './match-score.ts'
import { createScorer, scoreMatch } from './score-match.ts'

// Few words, so that required and shown terms often coincide.
const term = fc.constantFrom('python', 'sql', 'nurse', 'german', 'welder', 'cloud', 'law', 'cash')
const line = fc.nat(200)
const importance = fc.constantFrom('must' as const, 'should' as const, 'nice' as const)
const specificity = fc.integer({ min: 1, max: 14_000 })
const words = fc.uniqueArray(fc.record({ term, specificity }), {
  selector: (word) => word.term,
  maxLength: 5,
})
const shownBy = fc.record({ term, label: term, weight: fc.constantFrom(1_000, 900, 400) })
const option = fc.record({
  label: term,
  shownBy: fc.array(shownBy, { minLength: 1, maxLength: 3 }),
  words: fc.array(term, { maxLength: 2 }),
})
const part = fc.record({ options: fc.array(option, { minLength: 1, maxLength: 2 }), specificity })

const base = { id: fc.constant(''), text: fc.string(), importance, line, isGeneral: fc.boolean() }
const requirement: fc.Arbitrary<Requirement> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      ...base,
      category: fc.constantFrom<TermCategory>(...termCategories),
      parts: fc.array(part, { maxLength: 3 }),
      words,
      minMonths: fc.option(fc.integer({ min: 0, max: 480 })),
    }),
  },
  fc.record({
    ...base,
    category: fc.constant('education' as const),
    level: fc.constantFrom(...educationLevels),
    field: fc.constant(null),
  }),
  fc.record({
    ...base,
    category: fc.constant('language' as const),
    language: fc.constantFrom('de', 'en'),
    level: fc.option(fc.constantFrom(...languageLevels)),
  }),
  fc.record({
    ...base,
    category: fc.constant('location' as const),
    places: fc.array(
      fc.record({
        label: fc.string(),
        town: fc.option(fc.constantFrom('berlin', 'iasi')),
        country: fc.option(fc.constantFrom('DE', 'RO')),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  }),
)
const job: fc.Arbitrary<JobFacts> = fc
  .array(requirement, { minLength: 1, maxLength: 30 })
  .map((requirements) => ({
    schema: 'job_facts/2',
    requirements: requirements.map((one, index) => ({ ...one, id: `q${index}` })),
  }))

const lines = fc.uniqueArray(line, { minLength: 1, maxLength: 4 }).map((some) => some.sort((a, b) => a - b))
const termFact: fc.Arbitrary<TermFact> = fc.record({
  term,
  lines,
  isInTitle: fc.boolean(),
  months: fc.oneof(fc.constant(0), fc.nat(480)),
  roleLines: fc.constant(null),
})
const talent: fc.Arbitrary<TalentFacts> = fc.record({
  absent: fc.array(
    fc.record({
      line,
      terms: fc.uniqueArray(fc.oneof(term, fc.constantFrom('language:de', 'language:en')), { maxLength: 3 }),
    }),
    { maxLength: 2 },
  ),
  schema: fc.constant('talent_facts/2' as const),
  terms: fc.uniqueArray(termFact, { selector: (fact) => fact.term }),
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
  experienceMonths: fc.option(fc.integer({ min: 1, max: 480 })),
  education: fc.option(
    fc.record({ level: fc.constantFrom(...educationLevels), fieldTerms: fc.constant([]), line }),
  ),
  languages: fc.option(
    fc.uniqueArray(
      fc.record({
        language: fc.constantFrom('de', 'en', 'ro'),
        level: fc.option(fc.constantFrom(...languageLevels)),
        line,
      }),
      { selector: ({ language }) => language },
    ),
  ),
  location: fc.option(
    fc.record({
      country: fc.option(fc.constantFrom('DE', 'RO', 'FR')),
      town: fc.option(fc.constantFrom('berlin', 'iasi', 'paris')),
      isRemoteOk: fc.boolean(),
      canRelocate: fc.boolean(),
      line,
    }),
  ),
})
const verdict: fc.Arbitrary<VerifiedVerdict> = fc.record({
  requirementId: fc.nat(29).map((index) => `q${index}`),
  verdict: fc.constantFrom('met' as const, 'partial' as const, 'not_met' as const),
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
})
const verdicts = fc.uniqueArray(verdict, { selector: ({ requirementId }) => requirementId, maxLength: 6 })

test('a score lies within its band, and its rows add up to its rank', () => {
  fc.assert(
    fc.property(job, talent, verdicts, (job, talent, verdicts) => {
      const { points, band, rank, rows, coverage } = scoreMatch(job, talent, { verdicts })
      expect(rows.map(({ requirementId }) => requirementId)).toEqual(job.requirements.map(({ id }) => id))
      for (const { share, degree, points, status, evidence } of rows) {
        expect(points).toBe(share * degree)
        expect(Number.isInteger(share) && Number.isInteger(degree)).toBe(true)
        expect(degree).toBeLessThanOrEqual(fullDegree)
        if (status === 'met' || status === 'contradicted')
          expect(evidence.lines.length + (evidence.time?.monthsShown ?? 0)).toBeGreaterThan(0)
      }
      expect(rows.reduce((sum, { share }) => sum + share, 0)).toBe(sharesInAll)
      expect(rank).toBe(rows.reduce((sum, row) => sum + row.points, 0))
      expect(rank).toBeLessThanOrEqual(fullScore)
      const [from, to] = rangeOf(band)
      expect(points).toBeGreaterThanOrEqual(from)
      expect(points).toBeLessThanOrEqual(to)
      expect(bandOfPoints(points)).toBe(band)
      expect(coverage).toBeLessThanOrEqual(sharesInAll)
    }),
    { numRuns: 500 },
  )
})

test('every point of a row has lines that show it', () => {
  fc.assert(
    fc.property(job, talent, verdicts, (job, talent, verdicts) => {
      const unexplained = scoreMatch(job, talent, { verdicts }).rows.filter(
        ({ points, evidence }) =>
          points > 0 && evidence.lines.length + (evidence.time?.monthsShown ?? 0) === 0,
      )
      expect(unexplained).toEqual([])
    }),
    { numRuns: 1_000 },
  )
})

test('a scorer that is used again gives the same bytes as a new one', () => {
  fc.assert(
    fc.property(job, fc.array(talent, { maxLength: 5 }), verdicts, (job, talents, verdicts) => {
      const scorer = createScorer(job)
      for (const talent of [...talents, ...talents])
        expect(JSON.stringify(scorer(talent, { verdicts }))).toBe(
          JSON.stringify(scoreMatch(job, talent, { verdicts })),
        )
    }),
    { numRuns: 100 },
  )
})

const raise = <Level>(levels: readonly Level[], level: Level) =>
  levels[Math.min(levels.length - 1, levels.indexOf(level) + 1)] ?? level

/** Ways to improve a talent's facts; none of them may lower a score. */
const improvements: Readonly<
  Record<string, (talent: TalentFacts, term: string, line: number) => TalentFacts>
> = {
  'a line that shows a term': (talent, term, line) => {
    const known = talent.terms.find((fact) => fact.term === term)
    const fact = { isInTitle: false, months: 0, roleLines: null, ...known, term }
    const lines = [...new Set([...(known?.lines ?? []), line])]
    return { ...talent, terms: [...talent.terms.filter((one) => one !== known), { ...fact, lines }] }
  },
  'more years': (talent, _, months) => ({
    ...talent,
    terms: talent.terms.map((fact) => (fact.months > 0 ? { ...fact, months: fact.months + months } : fact)),
    experienceMonths: talent.experienceMonths === null ? null : talent.experienceMonths + months,
    roles: talent.roles.map((role) => ({ ...role, months: role.months + months })),
  }),
  'a higher degree': (talent) => ({
    ...talent,
    education: talent.education && {
      ...talent.education,
      level: raise(educationLevels, talent.education.level),
    },
  }),
  'a higher level of each language': (talent) => ({
    ...talent,
    languages:
      talent.languages?.map((spoken) => ({
        ...spoken,
        level: spoken.level && raise(languageLevels, spoken.level),
      })) ?? null,
  }),
}

test.each(Object.keys(improvements))('%s never lowers a score', (name) => {
  fc.assert(
    fc.property(job, talent, fc.record({ term, line, verdicts }), (job, talent, { term, line, verdicts }) => {
      const better = improvements[name]?.(talent, term, line) ?? talent
      const before = scoreMatch(job, talent, { verdicts }).points
      expect(scoreMatch(job, better, { verdicts }).points).toBeGreaterThanOrEqual(before)
    }),
    { numRuns: 1_000 },
  )
})

test('a better verdict never gives fewer points', () => {
  fc.assert(
    fc.property(job, talent, verdict, (job, talent, one) => {
      const pointsIf = (verdict: VerifiedVerdict['verdict']) =>
        scoreMatch(job, talent, { verdicts: [{ ...one, verdict }] }).points
      expect(pointsIf('met')).toBeGreaterThanOrEqual(pointsIf('partial'))
      expect(pointsIf('partial')).toBeGreaterThanOrEqual(pointsIf('not_met'))
    }),
  )
})

test('verdicts move a status and a band by at most one step, and contradict nothing', () => {
  fc.assert(
    fc.property(job, talent, verdicts, (job, talent, verdicts) => {
      const [byFacts, judged] = [scoreMatch(job, talent), scoreMatch(job, talent, { verdicts })]
      const step = (status: string) => statusSteps.findIndex((one) => one === status)
      for (const [index, { status }] of judged.rows.entries()) {
        const before = byFacts.rows[index]?.status ?? 'not_shown'
        expect(status === 'contradicted').toBe(before === 'contradicted')
        expect(Math.abs(step(status) - step(before))).toBeLessThanOrEqual(1)
      }
      const moved = bands.indexOf(judged.band) - bands.indexOf(byFacts.band)
      expect(Math.abs(moved)).toBeLessThanOrEqual(1)
    }),
    { numRuns: 500 },
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
