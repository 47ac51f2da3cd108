// Converts a job and the facts read from its text to the public document. Every requirement cites where the text states
// it.
import { createHash } from 'node:crypto'
import type { Job } from '@gatehouse/jobs/job'
import type { Requirement } from '@gatehouse/jobs/job-facts'
import type { JobDocument, JobRequirement } from './job-document.ts'

export function toJobDocument(job: Job): JobDocument {
  const facts = job.facts?.requirements ?? []
  const lines = placeLines(job.descriptionText)
  const requirements = facts
    .filter(({ category }) => category !== 'title' && category !== 'task')
    .map((fact) => toRequirement(fact, lines))
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
    responsibilities: facts.filter(({ category }) => category === 'task').map(({ text }) => text),
    requirements,
    skills: requirements
      .filter(({ category }) => category === 'skill')
      .map(({ id, text, importance }) => ({ concept: null, name: text, importance, requirement_id: id })),
    experience_years: { min: greatest(requirements.map((one) => one.min_years)), max: null },
    education_level: requirements.find((one) => one.education_level !== null)?.education_level ?? null,
    locations: facts.flatMap(toLocation),
    languages: facts.flatMap(toLanguage),
    ...unknownFields,
  }
}

/** Fields that are not yet extracted from job texts. */
const unknownFields = {
  language: null,
  occupation: null,
  employer: null,
  industry: null,
  department: null,
  summary: null,
  experience_in_place_of_education: null,
  seniority: null,
  employment_types: [],
  workplace: null,
  onsite_days_per_week: null,
  remote_regions: [],
  salary: null,
  benefits: [],
  date_posted: null,
  valid_through: null,
  start_date: null,
  openings: null,
  travel_percent: null,
  visa_sponsorship: null,
  apply_url: null,
  contact_email: null,
  other_sections: [],
  metadata: {},
} satisfies Partial<JobDocument>

function toRequirement(fact: Requirement, lines: readonly PlacedLine[]): JobRequirement {
  const evidence = findEvidence(fact, lines)
  return {
    id: fact.id,
    text: fact.text,
    category: fact.category === 'title' || fact.category === 'task' ? 'other' : fact.category,
    importance: fact.importance,
    concept: null,
    min_years: 'minMonths' in fact && fact.minMonths !== null ? fact.minMonths / 12 : null,
    education_level: fact.category === 'education' ? fact.level : null,
    language: fact.category === 'language' ? fact.language : null,
    min_cefr: fact.category === 'language' ? fact.level : null,
    any_of_group: null,
    confidence: evidence.status === 'verified' ? 1 : 0,
    evidence: [evidence],
  }
}

type Evidence = JobRequirement['evidence'][number]

type PlacedLine = { text: string; start: number }

/**
 * Splits the text into lines and their offsets. Called once per job, because a text may have as many requirements as
 * lines.
 */
function placeLines(descriptionText: string): PlacedLine[] {
  let next = 0
  return descriptionText.split('\n').map((text) => {
    const start = next
    next += text.length + 1
    return { text, start }
  })
}

/** Searches only the line that the fact names; elsewhere the same words may mean something else. */
function findEvidence({ text, line }: Requirement, lines: readonly PlacedLine[]): Evidence {
  const named = lines[line]
  const column = named?.text.indexOf(text) ?? -1
  if (!named || column < 0) return { quote: text, start: null, end: null, page: null, status: 'unverified' }
  const start = named.start + column
  return { quote: text, start, end: start + text.length, page: null, status: 'verified' }
}

function toLocation(fact: Requirement): JobDocument['locations'] {
  if (fact.category !== 'location') return []
  const country = /^[A-Za-z]{2}$/.test(fact.country) ? fact.country.toUpperCase() : null
  return [{ text: fact.text, city: null, region: null, country }]
}

function toLanguage(fact: Requirement): JobDocument['languages'] {
  if (fact.category !== 'language') return []
  return [{ code: fact.language, min_cefr: fact.level, importance: fact.importance }]
}

function greatest(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce((most, one) => (one !== null && (most === null || one > most) ? one : most), null)
}
