import type { CvData } from '@gatehouse/parsing/parsed-cv'
import { readTalentText } from '@gatehouse/talents/read-talent-text'
import { expect, test } from 'vitest'
import { factsOfCv } from './facts-of-cv.ts'

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
const byRules = readTalentText(text, { year: 2026, month: 11 })

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
  skills: [],
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

test('a parse adds roles, education, languages and location with their lines, and nothing that the text does not show', () => {
  expect(factsOfCv(text, byRules, cv)).toMatchObject({
    roles: [{ id: 'r1', titleTerms: ['senior', 'welder'], months: 68, isCurrent: true, line: 4 }],
    education: { level: 'bachelor', line: 8 },
    languages: [{ language: 'de', level: 'c1', line: 10 }],
    location: { country: 'US', isRemoteOk: true, line: 1 },
  })
})

test('a parse adds no term that the rules did not read, so the facts do not identify the person', () => {
  const facts = factsOfCv(text, byRules, { ...cv, experience: [role('Linda Grant', at('Linda Grant'))] })
  expect(facts.terms).toEqual(byRules.terms)
  expect(facts.roles).toEqual(byRules.roles)
})

test('what a parse does not contain stays as the rules read it, or unknown', () => {
  const nothing = {
    ...cv,
    person: { ...cv.person, location: null },
    experience: [],
    education: [],
    languages: [],
  }
  expect(factsOfCv(text, byRules, nothing)).toEqual({ ...byRules, languages: null, location: null })
})
