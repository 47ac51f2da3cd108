import type { CvData } from '@gatehouse/parsing/parsed-cv'
import { readProfile } from '@gatehouse/talents/read-profile'
import { builtInTalentNames } from '@gatehouse/talents/talent-names'
import { expect, test } from 'vitest'
import { profileOfCv } from './profile-of-cv.ts'

const text = `Linda Grant
Springfield, United States
EXPERIENCE
Acme Pipelines
Senior Welder
March 2021 - present
Welded pipelines
EDUCATION
Bachelor of Arts
LANGUAGES
German C1`
const names = builtInTalentNames()
const byRules = readProfile(text, { asOf: { year: 2026, month: 11 }, names })

const at = (quote: string) => {
  const start = text.indexOf(quote)
  return {
    confidence: 1,
    evidence: [{ quote, start, end: start + quote.length, page: null, status: 'verified' as const }],
  }
}
const unproven = {
  confidence: 0,
  evidence: [{ quote: 'x', start: null, end: null, page: null, status: 'unverified' as const }],
}
const role = (title: string, proof: typeof unproven | ReturnType<typeof at>) => ({
  id: 'e1',
  title,
  occupation: null,
  employer: null,
  employment_type: null,
  location: null,
  start: null,
  end: null,
  is_current: true,
  months: 68,
  description: null,
  highlights: [],
  skill_ids: [],
  ...proof,
})
const study = { id: 's', institution: null, degree: null, field: null, start: null, end: null, grade: null }
const cv: CvData = {
  person: {
    full_name: 'Linda Grant',
    given_name: null,
    family_name: null,
    emails: [],
    phones: [],
    location: {
      text: 'Springfield, United States',
      city: 'Springfield',
      region: null,
      postal_code: null,
      country: 'US',
    },
    links: [],
  },
  headline: null,
  summary: null,
  experience: [role('Senior Welder', at('Senior Welder')), role('Pilot', unproven)],
  education: [{ ...study, level: 'bachelor', ...at('Bachelor of Arts') }],
  skills: [
    {
      id: 'k1',
      name: 'pipelines',
      concept: null,
      type: 'hard',
      level: null,
      months: null,
      last_used: null,
      used_in: [],
      ...at('pipelines'),
    },
  ],
  languages: [
    { code: 'de', name: 'German', cefr: 'c1', ...at('German C1') },
    { code: 'fr', name: 'French', cefr: 'c2', ...unproven },
  ],
  certifications: [],
  projects: [],
  preferences: {
    desired_titles: [],
    salary: null,
    workplace: 'remote',
    available_from: null,
    work_authorization: [],
  },
  other_sections: [],
  derived: {
    experience_months: 68,
    seniority: null,
    highest_education: 'bachelor',
    gaps: [],
    sensitive_present: [],
  },
}

const merge = (parsed: CvData) => profileOfCv(text, { byRules, cv: parsed }, names)

test('a parse adds roles, education, languages and skills with their lines, and nothing that the text does not show', () => {
  const { name, roles, education, languages, location, skills } = merge(cv)
  expect(name).toEqual({ value: 'Linda Grant', line: 0 })
  expect(roles).toEqual([
    {
      id: 'r1',
      title: 'Senior Welder',
      employer: 'Acme Pipelines',
      start: null,
      end: null,
      isCurrent: true,
      months: 68,
      line: 3,
      lastLine: 6,
    },
  ])
  expect(education).toMatchObject([{ level: 'bachelor', line: 8 }])
  expect(languages).toEqual([{ code: 'de', level: 'c1', line: 10 }])
  expect(location).toMatchObject({ country: 'US', isRemoteOk: true, line: 1 })
  expect(skills.map(({ label }) => label)).toContain('pipelines')
})

test('a role in the lines that identify the person is not one', () => {
  const parsed = { ...cv, experience: [role('Linda Grant', at('Linda Grant'))] }
  expect(merge(parsed).roles).toEqual(byRules.roles)
})

test('what a parse does not contain stays as the rules read it', () => {
  const nothing = {
    ...cv,
    person: { ...cv.person, full_name: null, location: null },
    preferences: { ...cv.preferences, workplace: null },
    experience: [],
    education: [],
    languages: [],
    skills: [],
  }
  expect(merge(nothing)).toEqual(byRules)
})
