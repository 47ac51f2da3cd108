import type { EmploymentType, Importance, Posting } from '../../../pages/recruiting/understood/posting.ts'

export const importanceTexts: Record<Importance, string> = {
  must: 'Must have',
  should: 'Should have',
  nice: 'Nice to have',
}

export const employmentTexts: Record<EmploymentType, string> = {
  full_time: 'Full-time',
  part_time: 'Part-time',
  contractor: 'Contractor',
  temporary: 'Temporary',
  intern: 'Internship',
  per_diem: 'By the day',
  volunteer: 'Volunteer',
}

export const seniorityTexts: Record<NonNullable<Posting['seniority']>['value'], string> = {
  intern: 'Intern',
  entry: 'Entry',
  mid: 'Mid-level',
  senior: 'Senior',
  lead: 'Lead',
  manager: 'Manager',
  director: 'Director',
  executive: 'Executive',
}

type EducationLevel = NonNullable<Posting['requirements'][number]['educationLevel']>

export const educationTexts: Record<EducationLevel, string> = {
  secondary: 'School leaving certificate',
  vocational: 'Vocational training',
  associate: 'Associate degree',
  bachelor: 'Bachelor’s degree',
  master: 'Master’s degree',
  doctorate: 'Doctorate',
}

const periods = {
  hour: 'per hour',
  day: 'per day',
  week: 'per week',
  month: 'per month',
  year: 'per year',
  project: 'for the project',
} as const

export const understoodTexts = {
  title: 'What was understood',
  requirements: 'Requirements',
  terms: 'Terms',
  none: 'No requirements were found. Add them here, or write each on its own line of the text.',
  importanceOf: (text: string) => `Importance of ${text}`,
  drop: (text: string) => `Remove ${text}`,
  line: (line: number) => `Line ${line}`,
  corrected: 'Corrected',
  years: (years: number) => (years === 1 ? '1 year' : `${years} years`),
  native: 'native',
  add: 'Add a requirement',
  addButton: 'Add',
  place: 'Place',
  workplace: 'Workplace',
  employment: 'Employment',
  seniority: 'Seniority',
  salary: 'Salary',
  employer: 'Employer',
  notStated: 'Not stated',
  from: (amount: string) => `from ${amount}`,
  upTo: (amount: string) => `up to ${amount}`,
  range: (min: string, max: string) => `${min} – ${max}`,
  gross: 'gross',
  net: 'net',
  periods,
} as const
