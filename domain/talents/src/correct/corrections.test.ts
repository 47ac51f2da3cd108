import { expect, test } from 'vitest'
import { readProfile } from '../read/read-profile.ts'
import { builtInTalentNames } from '../read/talent-names.ts'
import { type CorrectedTalent, correctedProfile, factsOfTalent } from './apply-corrections.ts'
import { type TalentCorrections, allLines, mergeCorrections } from './corrections.ts'
import { type TalentChange, resolveChange } from './resolve-change.ts'

const names = builtInTalentNames()
const text = `Linda Grant
Springfield, United States

EXPERIENCE
Welder, Acme Ltd
2015 - 2019
- Kubernetes and pipes

EDUCATION
Bachelor of Arts in History, 2014

LANGUAGES
German B1, French A2`
const profile = readProfile(text, { asOf: { year: 2026, month: 11 }, names })
const none: TalentChange = {
  name: null,
  headline: null,
  location: null,
  emails: null,
  phones: null,
  links: null,
  languages: null,
  education: null,
  roles: null,
  skills: null,
}
const talentWith = (corrections: TalentCorrections): CorrectedTalent => ({ text, profile, corrections })
const apply = (...changes: Partial<TalentChange>[]): CorrectedTalent =>
  talentWith(
    changes.reduce<TalentCorrections>((earlier, change) => {
      const resolved = resolveChange({ ...none, ...change }, talentWith(earlier), names)
      if (resolved.kind === 'invalid') throw new Error(resolved.message)
      return mergeCorrections(earlier, resolved.corrections)
    }, {}),
  )
const facts = (...changes: Partial<TalentChange>[]) => factsOfTalent(apply(...changes), names)
const language = (name: string, level: 'c1' | null, isRemoved = false) => ({
  language: name,
  level,
  isRemoved,
})

test('a name, a headline and contact details change the profile and no facts', () => {
  const change = {
    name: ' Linda Moss ',
    headline: 'Welder',
    emails: ['moss@example.com'],
    phones: ['1'],
    links: [],
  }
  const { name, headline, contact } = correctedProfile(apply(change))
  expect([name?.value, headline?.value]).toEqual(['Linda Moss', 'Welder'])
  expect(contact).toMatchObject({
    emails: [{ value: 'moss@example.com' }],
    phones: [{ value: '1' }],
    links: [],
  })
  expect(facts(change)).toEqual(facts({}))
})

test('a language is added, changed and removed; its line states the correction', () => {
  const talent = apply({
    languages: [language('German', 'c1'), language('fr', null, true), language('Spanisch', null)],
  })
  expect(factsOfTalent(talent, names).languages).toEqual([
    { language: 'de', level: 'c1', line: 13 },
    { language: 'es', level: null, line: 14 },
  ])
  expect(allLines(text, talent.corrections)[13]).toBe('Corrected: de c1')
})

test('a degree is changed by its id, and another is added', () => {
  const changed = { id: 'e1', level: 'master' as const, field: null, isRemoved: null }
  expect(facts({ education: [changed] }).education).toEqual({
    level: 'master',
    fieldTerms: ['histor'],
    line: 9,
  })
  const added = { id: null, level: 'doctorate' as const, field: 'Physics', isRemoved: null }
  expect(facts({ education: [added] }).education).toMatchObject({ level: 'doctorate', line: 13 })
  const removed = facts({ education: [added] }, { education: [{ ...added, id: 'e2', isRemoved: true }] })
  expect(removed.education?.level).toBe('bachelor')
})

test('two degrees that were added are two, each with its own line, and are changed separately', () => {
  const add = (level: 'master' | 'doctorate', field: string) => ({
    education: [{ id: null, level, field, isRemoved: null }],
  })
  const both = apply(add('doctorate', 'Physics'), add('master', 'Chemistry'))
  expect(correctedProfile(both).education.map(({ id, level, line }) => [id, level, line])).toEqual([
    ['e1', 'bachelor', 9],
    ['e2', 'doctorate', 13],
    ['e3', 'master', 14],
  ])
  expect(factsOfTalent(both, names).education).toMatchObject({ level: 'doctorate', line: 13 })
  const changed = { education: [{ id: 'e3', level: null, field: 'Biology', isRemoved: null }] }
  const removed = { education: [{ id: 'e2', level: null, field: null, isRemoved: true }] }
  const left = apply(add('doctorate', 'Physics'), add('master', 'Chemistry'), changed, removed)
  expect(factsOfTalent(left, names).education).toEqual({ level: 'master', fieldTerms: ['biolog'], line: 13 })
  expect(allLines(text, left.corrections).slice(13)).toEqual(['Corrected: master, Biology'])
  const again = apply(add('doctorate', 'Physics'), removed, add('master', 'Chemistry'))
  expect(factsOfTalent(again, names).education?.level).toBe('master')
})

test('a degree that was corrected counts although a later reading finds it on another line', () => {
  const { corrections } = apply({ education: [{ id: 'e1', level: 'master', field: null, isRemoved: null }] })
  const education = profile.education.map((entry) => Object.assign({}, entry, { line: 8 }))
  const talent = { text, profile: { ...profile, education }, corrections }
  expect(factsOfTalent(talent, names).education).toMatchObject({ level: 'master', line: 9 })
})

test('the title and the dates of a role change its months and its terms', () => {
  const role = { id: 'r1', title: 'Plumber', start: '2014-01', end: null, isCurrent: true }
  const { roles, experienceMonths, terms } = facts({ roles: [role] })
  expect(roles).toMatchObject([{ months: 155, isCurrent: true }])
  expect(roles[0]?.titleTerms).toContain('plumbe')
  expect(experienceMonths).toBe(155)
  expect(terms.find(({ term }) => term === 'skill:kubernetes')?.months).toBe(155)
})

test('a later correction of a role keeps what the earlier one stated', () => {
  const role = { id: 'r1', title: 'Plumber', start: null, end: null, isCurrent: null }
  const talent = apply({ roles: [role] }, { roles: [{ ...role, title: null, end: '2020' }] })
  expect(correctedProfile(talent).roles).toMatchObject([
    { title: 'Plumber', start: '2015', end: '2020', months: 60 },
  ])
})

test('a skill is added, gets years and is removed, under any of its names', () => {
  const kubernetes = (of: ReturnType<typeof facts>) =>
    of.terms.find(({ term }) => term === 'skill:kubernetes')
  const years = facts({ skills: [{ name: 'K8s', years: 2, isRemoved: null }] })
  expect(kubernetes(years)).toMatchObject({ months: 24, lines: [6, 13] })
  const removed = facts({ skills: [{ name: 'Kubernetes', years: null, isRemoved: true }] })
  expect(removed.terms.filter(({ term }) => term.includes('kubern'))).toEqual([])
  const added = facts({ skills: [{ name: 'Terraform', years: 3, isRemoved: null }] })
  expect(added.terms.find(({ term }) => term === 'skill:terraform')).toMatchObject({
    months: 36,
    lines: [13],
  })
})

test('a place is read from its words', () => {
  const location = { text: 'Cluj-Napoca, Romania', isRemoteOk: true, canRelocate: null }
  expect(facts({ location }).location).toEqual({
    town: 'cluj-napoca',
    country: 'RO',
    isRemoteOk: true,
    canRelocate: false,
    line: 13,
  })
})

test.each<[string, Partial<TalentChange>, RegExp]>([
  ['a blank name', { name: ' ' }, /1 to 200/],
  ['an unknown language', { languages: [language('Klingon', null)] }, /Klingon/],
  [
    'an unknown role',
    { roles: [{ id: 'r9', title: 'x', start: null, end: null, isCurrent: null }] },
    /no role r9/,
  ],
  ['a date', { roles: [{ id: 'r1', title: null, start: '2020-13', end: null, isCurrent: null }] }, /2023-06/],
  [
    'an end before the start',
    { roles: [{ id: 'r1', title: null, start: null, end: '2010', isCurrent: null }] },
    /ends/,
  ],
  ['too many years', { skills: [{ name: 'Java', years: 99, isRemoved: null }] }, /0 to 60/],
  [
    'a degree without a level',
    { education: [{ id: null, level: null, field: 'x', isRemoved: null }] },
    /level/,
  ],
])('%s is refused', (_, change, message) => {
  expect(() => apply(change)).toThrow(message)
})
