// The public representation of a job (job/1.0). Unstated facts are null or empty: nothing is guessed.
import { z } from 'zod'

const text = z.string().nullable()
const levels = z
  .enum(['none', 'secondary', 'vocational', 'associate', 'bachelor', 'master', 'doctorate', 'other'])
  .nullable()
const cefr = z.enum(['a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'native']).nullable()
const importance = z.enum(['must', 'should', 'nice'])
const concept = z
  .strictObject({
    scheme: z.enum(['esco', 'onet', 'local']),
    id: z.string(),
    label: z.string(),
    match: z.enum(['exact', 'alias', 'fuzzy', 'embedding']),
    score: z.number().min(0).max(1).optional(),
  })
  .nullable()
const day = z
  .strictObject({
    value: z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/),
    precision: z.enum(['year', 'month', 'day']),
    raw: z.string(),
  })
  .nullable()

const evidence = z.strictObject({
  quote: z.string().describe('The words of the text that state the requirement'),
  start: z
    .int()
    .min(0)
    .nullable()
    .describe('Offset of the words in description_text; null if they do not occur there'),
  end: z.int().min(0).nullable(),
  page: z.int().min(1).nullable().optional(),
  status: z.enum(['verified', 'repaired', 'unverified']),
})

const requirement = z.strictObject({
  id: z.string(),
  text: z.string(),
  category: z.enum([
    'skill',
    'experience',
    'education',
    'certification',
    'language',
    'location',
    'authorization',
    'other',
  ]),
  importance,
  concept,
  min_years: z.number().nullable(),
  education_level: levels,
  language: text,
  min_cefr: cefr,
  any_of_group: text,
  confidence: z.number().min(0).max(1).describe('1 if its words occur in the text, 0 if they do not'),
  evidence: z.array(evidence),
})

const salary = z
  .strictObject({
    min: z.number().nullable(),
    max: z.number().nullable(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .nullable(),
    period: z.enum(['hour', 'day', 'week', 'month', 'year', 'project']).nullable(),
    gross: z.boolean().nullable(),
    annual_min: z.number().nullable().optional(),
    annual_max: z.number().nullable().optional(),
    stated: z.enum(['explicit', 'inferred']),
    evidence: z.array(evidence).optional(),
  })
  .nullable()

const location = z.strictObject({
  text: z.string(),
  city: text,
  region: text,
  postal_code: text.optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable(),
  lat: z.number().nullable().optional(),
  lon: z.number().nullable().optional(),
})

export const jobDocument = z.strictObject({
  id: z.string(),
  company_id: z.string(),
  external_id: text,
  status: z.enum(['draft', 'active', 'paused', 'closed', 'expired']),
  language: text,
  version: z.int(),
  content_hash: z.string().describe('SHA-256 of title and text'),
  created_at: z.string(),
  updated_at: z.string(),
  published_at: text,
  closes_at: text,
  description_text: z.string(),
  title: text,
  occupation: z
    .strictObject({ isco08: text, esco: text, onet_soc: text, score: z.number().min(0).max(1) })
    .nullable(),
  employer: text,
  industry: text,
  department: text,
  summary: text,
  responsibilities: z.array(z.string()),
  requirements: z.array(requirement),
  skills: z.array(z.strictObject({ concept, name: z.string(), importance, requirement_id: z.string() })),
  experience_years: z.strictObject({ min: z.number().nullable(), max: z.number().nullable() }),
  education_level: levels,
  experience_in_place_of_education: z.boolean().nullable(),
  seniority: z
    .enum(['intern', 'entry', 'mid', 'senior', 'lead', 'manager', 'director', 'executive'])
    .nullable(),
  employment_types: z.array(
    z.enum(['full_time', 'part_time', 'contractor', 'temporary', 'intern', 'volunteer', 'per_diem', 'other']),
  ),
  workplace: z.enum(['on_site', 'hybrid', 'remote']).nullable(),
  onsite_days_per_week: z.number().nullable(),
  remote_regions: z.array(z.string()),
  locations: z.array(location),
  languages: z.array(z.strictObject({ code: z.string(), min_cefr: cefr, importance })),
  salary,
  benefits: z.array(z.string()),
  date_posted: day,
  valid_through: day,
  start_date: day,
  openings: z.int().nullable(),
  travel_percent: z.number().nullable(),
  visa_sponsorship: z.boolean().nullable(),
  apply_url: text,
  contact_email: text,
  other_sections: z.array(z.strictObject({ heading: z.string(), text: z.string() })),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

export type JobDocument = z.output<typeof jobDocument>
export type JobRequirement = JobDocument['requirements'][number]
