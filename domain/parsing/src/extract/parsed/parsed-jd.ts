// parsed_jd/1.0: the result of /parse/jd. A requirement is atomic: a talent either meets it or does not.
import { languageLevels } from '@gatehouse/reading/levels'
import { z } from 'zod'
import {
  conceptSchema,
  dateSchema,
  documentSchema,
  parsedEducationLevels,
  employmentTypes,
  extractionSchema,
  importances,
  occupationSchema,
  otherSectionSchema,
  placeSchema,
  evidenceFields,
  salarySchema,
  seniorities,
  text,
  warningSchema,
  workplaces,
} from './parsed-parts.ts'

export const requirementCategories = [
  'skill',
  'experience',
  'education',
  'certification',
  'language',
  'location',
  'authorization',
  'other',
] as const

const requirementSchema = z.strictObject({
  id: z.string(),
  text: z.string(),
  category: z.enum(requirementCategories),
  importance: z.enum(importances),
  concept: conceptSchema,
  min_years: z.number().nullable(),
  education_level: z.enum(parsedEducationLevels).nullable(),
  language: text,
  min_cefr: z.enum(languageLevels).nullable(),
  any_of_group: text,
  ...evidenceFields,
})

const jdDataSchema = z.strictObject({
  title: text,
  occupation: occupationSchema,
  employer: text,
  industry: text,
  department: text,
  summary: text,
  responsibilities: z.array(z.string()),
  requirements: z.array(requirementSchema),
  skills: z.array(
    z.strictObject({
      concept: conceptSchema,
      name: z.string(),
      importance: z.enum(importances),
      requirement_id: z.string(),
    }),
  ),
  experience_years: z.strictObject({ min: z.number().nullable(), max: z.number().nullable() }),
  education_level: z.enum(parsedEducationLevels).nullable(),
  experience_in_place_of_education: z.boolean().nullable(),
  seniority: z.enum(seniorities).nullable(),
  employment_types: z.array(z.enum(employmentTypes)),
  workplace: z.enum(workplaces).nullable(),
  onsite_days_per_week: z.number().nullable(),
  remote_regions: z.array(z.string()),
  locations: z.array(placeSchema),
  languages: z.array(
    z.strictObject({
      code: z.string(),
      min_cefr: z.enum(languageLevels).nullable(),
      importance: z.enum(importances),
    }),
  ),
  salary: salarySchema,
  benefits: z.array(z.string()),
  date_posted: dateSchema,
  valid_through: dateSchema,
  start_date: dateSchema,
  openings: z.int().nullable(),
  travel_percent: z.number().nullable(),
  visa_sponsorship: z.boolean().nullable(),
  apply_url: text,
  contact_email: text,
  other_sections: z.array(otherSectionSchema),
})

export const parsedJdSchema = z.strictObject({
  schema: z.literal('parsed_jd/1.0'),
  document: documentSchema,
  extraction: extractionSchema,
  warnings: z.array(warningSchema),
  data: jdDataSchema,
})

export type ParsedJd = z.infer<typeof parsedJdSchema>
export type JdData = z.infer<typeof jdDataSchema>
