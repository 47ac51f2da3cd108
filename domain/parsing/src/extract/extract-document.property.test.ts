// For any document and any answer of a model, the result has the published form and contains no value that the document
// does not contain.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractCv, extractJd } from './extract-document.ts'
import { type ParsedCv, parsedCvSchema } from './parsed/parsed-cv.ts'
import { parsedJdSchema } from './parsed/parsed-jd.ts'
import type { ParsedEvidence } from './parsed/parsed-parts.ts'
import { documentOf, scriptedModel } from './testing/scripted-model.ts'
import { foldValue } from '../verify/fold-source.ts'

const words = [
  'Go',
  'Java',
  'Acme GmbH',
  'Senior Engineer',
  '2019 - 2021',
  'Berlin',
  'C1 English',
  'Prag-',
  'ue',
  '5 years',
  '–',
]
const word = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...words) }, fc.string({ maxLength: 12 }))
const line = fc.array(word, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(' '))
const document = fc.array(line, { minLength: 1, maxLength: 15 }).map((lines) => lines.join('\n'))
const pointer = { from: fc.integer({ min: -2, max: 20 }), to: fc.integer({ min: -2, max: 20 }) }
const quote = fc.option(word)
const many = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 4 })

const cvAnswer = fc.record({
  name_quote: quote,
  headline: quote,
  location: fc.option(fc.record({ text: word, city: quote, region: quote })),
  summary: fc.option(fc.record(pointer)),
  experience: many(
    fc.record({
      title: quote,
      employer: quote,
      date_text: quote,
      location_text: quote,
      skills: many(word),
      ...pointer,
    }),
  ),
  education: many(
    fc.record({ institution: quote, degree: quote, field: quote, date_text: quote, ...pointer }),
  ),
  skills: many(fc.record({ name: word, level_text: quote, years: fc.option(fc.integer()), ...pointer })),
  languages: many(fc.record({ name: word, ...pointer })),
  certifications: many(fc.record({ name: word, issuer: quote, date_text: quote, ...pointer })),
  projects: many(fc.record({ name: word, date_text: quote, ...pointer })),
  other_sections: many(fc.record({ heading: word, ...pointer })),
})

const jdAnswer = fc.record({
  title: quote,
  employer: quote,
  requirements: many(
    fc.record({
      text: word,
      category: fc.constantFrom('skill', 'language', 'education'),
      importance: fc.constant('must'),
      skill_name: quote,
      min_years: fc.option(fc.integer()),
      ...pointer,
    }),
  ),
  salary: fc.option(fc.record({ min: fc.option(fc.integer()), max: fc.option(fc.integer()), ...pointer })),
  benefits: many(word),
  responsibilities: many(fc.record(pointer)),
})

test('every value of a parsed CV is in the document, at the position of its evidence', async () => {
  await fc.assert(
    fc.asyncProperty(document, cvAnswer, async (text, answer) => {
      const asked = documentOf(text)
      const outcome = await extractCv(
        scriptedModel(() => answer),
        asked,
      )
      if (outcome.kind === 'failed') return
      const parsed = parsedCvSchema.parse(outcome.parsed)
      const visible = asked.text.lines.map((one) => one.text).join('\n')
      expect(parsed.document.chars).toBe(visible.length)
      for (const evidence of evidenceOf(parsed)) expectInPlace(evidence, visible)
      const folded = foldLoosely(visible)
      for (const value of valuesOf(parsed)) expect(folded).toContain(foldLoosely(value))
    }),
    { numRuns: 300 },
  )
})

test('every parsed posting has the published form, and its evidence matches the document', async () => {
  await fc.assert(
    fc.asyncProperty(document, jdAnswer, async (text, answer) => {
      const asked = documentOf(text)
      const outcome = await extractJd(
        scriptedModel(() => answer),
        asked,
      )
      if (outcome.kind === 'failed') return
      const { data } = parsedJdSchema.parse(outcome.parsed)
      const visible = asked.text.lines.map((one) => one.text).join('\n')
      const evidence = [...data.requirements.flatMap((one) => one.evidence), ...(data.salary?.evidence ?? [])]
      for (const one of evidence) expectInPlace(one, visible)
      expect(data.skills.length).toBeLessThanOrEqual(data.requirements.length)
    }),
    { numRuns: 300 },
  )
})

function evidenceOf({ data }: ParsedCv): ParsedEvidence[] {
  const { experience, education, skills, languages, certifications, projects } = data
  return [experience, education, skills, languages, certifications, projects]
    .flat()
    .flatMap((one) => one.evidence)
}

function valuesOf({ data }: ParsedCv): string[] {
  const { person, headline, experience, education, skills, certifications, projects } = data
  return [
    person.full_name,
    headline,
    ...experience.flatMap(({ title, employer }) => [title, employer]),
    ...education.flatMap(({ institution, degree, field }) => [institution, degree, field]),
    ...[...skills, ...certifications, ...projects].map(({ name }) => name),
  ].filter((value) => value !== null)
}

function expectInPlace({ status, start, end, quote: quoted }: ParsedEvidence, visible: string): void {
  if (status === 'unverified') return expect([start, end]).toEqual([null, null])
  expect(visible.slice(start ?? 0, end ?? 0)).toBe(quoted)
}

/** Ignores line breaks, and hyphens at the end of a line. */
function foldLoosely(text: string): string {
  return foldValue(text).replaceAll(/[-\s]/g, '')
}
