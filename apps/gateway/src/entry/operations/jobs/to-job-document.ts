// Converts a job to the public document: what was read from its text, with the corrections of a person. Every requirement
// cites where the text states it.
import { createHash } from 'node:crypto'
import type { Job } from '@gatehouse/jobs/job'
import { applyCorrections } from '@gatehouse/jobs/job-corrections'
import type { JobPosting, PostingRequirement, PostingSalary } from '@gatehouse/jobs/posting'
import { type PlacedLine, findEvidence, placeLines } from './find-evidence.ts'
import type { JobDocument, JobRequirement } from './job-document.ts'

export function toJobDocument(job: Job): JobDocument {
  const posting = job.posting && applyCorrections(job.posting, job.corrections)
  const lines = placeLines(job.descriptionText)
  return {
    id: job.id,
    company_id: job.companyId,
    external_id: job.externalId,
    status: 'active',
    version: job.version,
    content_hash: createHash('sha256').update(`${job.title}\n${job.descriptionText}`).digest('hex'),
    created_at: job.createdAt.toISOString(),
    updated_at: job.updatedAt.toISOString(),
    published_at: job.publishedAt?.toISOString() ?? null,
    closes_at: job.closesAt?.toISOString() ?? null,
    description_text: job.descriptionText,
    title: job.title,
    ...termsOf(posting, lines),
    ...requirementsOf(job, posting?.requirements ?? [], lines),
    ...unknownFields,
    metadata: job.metadata,
  }
}

/** Fields that neither rules nor a model read from job texts. */
const unknownFields = {
  occupation: null,
  industry: null,
  experience_in_place_of_education: null,
  remote_regions: [],
  date_posted: null,
  other_sections: [],
} satisfies Partial<JobDocument>

type Terms = Pick<
  JobDocument,
  | 'language'
  | 'employer'
  | 'department'
  | 'summary'
  | 'responsibilities'
  | 'seniority'
  | 'employment_types'
  | 'workplace'
  | 'onsite_days_per_week'
  | 'locations'
  | 'salary'
  | 'benefits'
  | 'valid_through'
  | 'start_date'
  | 'openings'
  | 'travel_percent'
  | 'visa_sponsorship'
  | 'apply_url'
  | 'contact_email'
>

function termsOf(posting: JobPosting | null, lines: readonly PlacedLine[]): Terms {
  return {
    language: posting?.language ?? null,
    employer: posting?.employer?.value ?? null,
    department: posting?.department?.value ?? null,
    summary: posting?.summary?.value ?? null,
    responsibilities: (posting?.responsibilities ?? []).map(({ text }) => text),
    seniority: posting?.seniority?.value ?? null,
    employment_types: (posting?.employmentTypes ?? []).map(({ value }) => value),
    workplace: posting?.workplace?.value ?? null,
    onsite_days_per_week: posting?.onsiteDaysPerWeek?.value ?? null,
    locations: (posting?.locations ?? []).map(({ text, country }) => ({
      text,
      city: text,
      region: null,
      country,
    })),
    salary: posting?.salary ? toSalary(posting.salary, lines) : null,
    benefits: (posting?.benefits ?? []).map(({ text }) => text),
    valid_through: toDay(posting?.validThrough?.value),
    start_date: toDay(posting?.startDate?.value),
    openings: posting?.openings?.value ?? null,
    travel_percent: posting?.travelPercent?.value ?? null,
    visa_sponsorship: posting?.visaSponsorship?.value ?? null,
    apply_url: posting?.apply?.url ?? null,
    contact_email: posting?.apply?.email ?? null,
  }
}

/** Periods per year; hourly and daily pay is not converted, because the working time is unknown. */
const perYear: Readonly<Partial<Record<NonNullable<PostingSalary['period']>, number>>> = {
  week: 52,
  month: 12,
  year: 1,
}

function toSalary(salary: PostingSalary, lines: readonly PlacedLine[]): NonNullable<JobDocument['salary']> {
  const { min, max, currency, period, isGross, line } = salary
  const factor = period === null ? undefined : perYear[period]
  const yearly = (amount: number | null) => (amount === null || factor === undefined ? null : amount * factor)
  const quote = line === null ? undefined : lines[line]?.text.trim()
  return {
    min,
    max,
    currency,
    period,
    gross: isGross,
    annual_min: yearly(min),
    annual_max: yearly(max),
    stated: 'explicit',
    ...(quote !== undefined && { evidence: [findEvidence({ text: quote, line }, lines)] }),
  }
}

/** Dates are stored as ISO 8601: a year, a month or a day. */
function toDay(value: string | undefined): JobDocument['start_date'] {
  if (value === undefined) return null
  const precision = (['year', 'month', 'day'] as const)[value.split('-').length - 1] ?? 'day'
  return { value, precision, raw: value }
}

type Requirements = Pick<
  JobDocument,
  'requirements' | 'skills' | 'experience_years' | 'education_level' | 'languages'
>

function requirementsOf(
  { facts }: Pick<Job, 'facts'>,
  stated: readonly PostingRequirement[],
  lines: readonly PlacedLine[],
): Requirements {
  const concepts = conceptsById(facts)
  const requirements = stated.map((one) => toRequirement(one, concepts.get(one.id) ?? [], lines))
  return {
    requirements,
    skills: requirements.flatMap((one) => toSkills(one, concepts.get(one.id) ?? [])),
    experience_years: { min: greatest(stated.map(({ minYears }) => minYears)), max: null },
    education_level: stated.find(({ education }) => education !== null)?.education?.level ?? null,
    languages: stated.flatMap(({ language, importance }) =>
      language ? [{ code: language.code, min_cefr: language.level, importance }] : [],
    ),
  }
}

type Concept = NonNullable<JobRequirement['concept']>

/** The facts of a job name the skills and occupations that its requirements ask for. */
function conceptsById(facts: Job['facts']): Map<string, Concept[]> {
  const found = (facts?.requirements ?? []).flatMap((one) =>
    'parts' in one
      ? [
          [
            one.id,
            one.parts.flatMap(({ options }) =>
              options.flatMap(({ label, shownBy }) => toConcept(label, shownBy[0]?.term)),
            ),
          ] as const,
        ]
      : [],
  )
  return new Map(found)
}

/** A key starts with its scheme; those of the platform's own concepts start with their kind. */
function toConcept(label: string, key: string | undefined): Concept[] {
  if (key === undefined) return []
  const [prefix = '', ...rest] = key.split(':')
  const isImported = prefix === 'esco' || prefix === 'onet'
  return [
    { scheme: isImported ? prefix : 'local', id: isImported ? rest.join(':') : key, label, match: 'exact' },
  ]
}

function toRequirement(
  stated: PostingRequirement,
  concepts: readonly Concept[],
  lines: readonly PlacedLine[],
): JobRequirement {
  const evidence = findEvidence(stated, lines)
  const isByPerson = stated.line === null
  return {
    id: stated.id,
    text: stated.text,
    category: stated.category,
    importance: stated.importance,
    concept: concepts.length === 1 ? (concepts[0] ?? null) : null,
    min_years: stated.minYears,
    education_level: stated.education?.level ?? null,
    language: stated.language?.code ?? null,
    min_cefr: stated.language?.level ?? null,
    any_of_group: null,
    confidence: isByPerson || evidence.status === 'verified' ? 1 : 0,
    evidence: isByPerson ? [] : [evidence],
  }
}

/** A requirement asks for the skills that it names or, if none is known, for its words. */
function toSkills(
  { id, text, category, importance }: JobRequirement,
  concepts: readonly Concept[],
): JobDocument['skills'] {
  if (concepts.length > 0)
    return concepts.map((concept) => ({ concept, name: concept.label, importance, requirement_id: id }))
  return category === 'skill' ? [{ concept: null, name: text, importance, requirement_id: id }] : []
}

function greatest(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce((most, one) => (one !== null && (most === null || one > most) ? one : most), null)
}
