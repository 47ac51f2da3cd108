// The parts that parsed CVs and parsed job postings share. Names and forms are those of the published schemas
// parsed_cv/1.0 and parsed_jd/1.0: a minor version may add nullable keys, and nothing else.
import { educationLevels } from '@gatehouse/reading/levels'
import { z } from 'zod'

export const parsedEducationLevels = ['none', ...educationLevels, 'other'] as const
export type ParsedEducationLevel = (typeof parsedEducationLevels)[number]
export const employmentTypes = [
  'full_time',
  'part_time',
  'contractor',
  'temporary',
  'intern',
  'volunteer',
  'per_diem',
  'other',
] as const
export const seniorities = [
  'intern',
  'entry',
  'mid',
  'senior',
  'lead',
  'manager',
  'director',
  'executive',
] as const
export const workplaces = ['on_site', 'hybrid', 'remote'] as const
export const skillTypes = ['hard', 'tool', 'soft', 'domain'] as const
export const salaryPeriods = ['hour', 'day', 'week', 'month', 'year', 'project'] as const
export const importances = ['must', 'should', 'nice'] as const

export const text = z.string().nullable()
const share = z.number().min(0).max(1)

/** `start` and `end` are offsets in UTF-16 units into the document's visible lines, joined by line feeds. */
const evidenceSchema = z.strictObject({
  quote: z.string(),
  start: z.int().min(0).nullable(),
  end: z.int().min(0).nullable(),
  page: z.int().min(1).nullable(),
  status: z.enum(['verified', 'repaired', 'unverified']),
})
export type ParsedEvidence = z.infer<typeof evidenceSchema>

/** The confidence is computed from what was verified; it is never the model's own estimate. */
export const evidenceFields = { confidence: share, evidence: z.array(evidenceSchema) }

export const dateSchema = z
  .strictObject({
    value: z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/),
    precision: z.enum(['year', 'month', 'day']),
    raw: z.string(),
  })
  .nullable()
export type ParsedDate = NonNullable<z.infer<typeof dateSchema>>

export const placeSchema = z.strictObject({
  text: z.string(),
  city: text,
  region: text,
  postal_code: text,
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable(),
})
export type ParsedPlace = z.infer<typeof placeSchema>

export const conceptSchema = z
  .strictObject({
    scheme: z.enum(['esco', 'onet', 'local']),
    id: z.string(),
    label: z.string(),
    match: z.enum(['exact', 'alias', 'fuzzy', 'embedding']),
    score: share,
  })
  .nullable()
export type Concept = NonNullable<z.infer<typeof conceptSchema>>

export const occupationSchema = z
  .strictObject({
    isco08: z
      .string()
      .regex(/^\d{1,4}$/)
      .nullable(),
    esco: text,
    onet_soc: z
      .string()
      .regex(/^\d{2}-\d{4}\.\d{2}$/)
      .nullable(),
    score: share,
  })
  .nullable()
export type Occupation = NonNullable<z.infer<typeof occupationSchema>>

export const salarySchema = z
  .strictObject({
    min: z.number().nullable(),
    max: z.number().nullable(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .nullable(),
    period: z.enum(salaryPeriods).nullable(),
    gross: z.boolean().nullable(),
    annual_min: z.number().nullable(),
    annual_max: z.number().nullable(),
    stated: z.enum(['explicit', 'inferred']),
    evidence: z.array(evidenceSchema),
  })
  .nullable()
export type ParsedSalary = NonNullable<z.infer<typeof salarySchema>>

export const otherSectionSchema = z.strictObject({ heading: z.string(), text: z.string() })
export type OtherSection = z.infer<typeof otherSectionSchema>

export const documentSchema = z.strictObject({
  /** Hash of the bytes that were sent. */
  sha256: z.string(),
  kind: z.enum(['text', 'pdf', 'docx', 'html', 'image']),
  chars: z.int(),
  pages: z.int().nullable(),
  language: text,
  language_confidence: z.number().nullable(),
  ocr: z.boolean(),
  /** The day that the word "present" in a date range stands for. */
  as_of: z.string(),
})

export const extractionSchema = z.strictObject({
  alias: z.string(),
  mode: z.enum(['json_schema', 'tool', 'json_object', 'text', 'embedded', 'rules']),
  prompt_version: z.string(),
  attempts: z.int(),
  chunks: z.int(),
  cached: z.boolean(),
  /** False if a part of the document could not be read; warnings say which. */
  complete: z.boolean(),
  unverified_fields: z.int(),
})

export const warningSchema = z.strictObject({ code: z.string(), path: text, message: z.string() })
