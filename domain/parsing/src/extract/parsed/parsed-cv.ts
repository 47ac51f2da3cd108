// parsed_cv/1.0: the result of /parse/cv.
import { languageLevels } from '@gatehouse/reading/levels'
import { z } from 'zod'
import {
  conceptSchema,
  dateSchema,
  documentSchema,
  parsedEducationLevels,
  employmentTypes,
  extractionSchema,
  occupationSchema,
  otherSectionSchema,
  placeSchema,
  evidenceFields,
  salarySchema,
  seniorities,
  skillTypes,
  text,
  warningSchema,
  workplaces,
} from './parsed-parts.ts'

const personSchema = z.strictObject({
  full_name: text,
  given_name: text,
  family_name: text,
  emails: z.array(z.string()),
  phones: z.array(z.strictObject({ raw: z.string(), e164: text, country: text })),
  location: placeSchema.nullable(),
  links: z.array(
    z.strictObject({ kind: z.enum(['linkedin', 'github', 'portfolio', 'other']), url: z.string() }),
  ),
})

const experienceSchema = z.strictObject({
  id: z.string(),
  title: text,
  occupation: occupationSchema,
  employer: text,
  employment_type: z.enum(employmentTypes).nullable(),
  location: placeSchema.nullable(),
  start: dateSchema,
  end: dateSchema,
  is_current: z.boolean(),
  months: z.int().nullable(),
  description: text,
  highlights: z.array(z.string()),
  skill_ids: z.array(z.string()),
  ...evidenceFields,
})

const educationSchema = z.strictObject({
  id: z.string(),
  institution: text,
  degree: text,
  level: z.enum(parsedEducationLevels).nullable(),
  field: text,
  start: dateSchema,
  end: dateSchema,
  grade: text,
  ...evidenceFields,
})

const skillSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  concept: conceptSchema,
  type: z.enum(skillTypes),
  level: z.enum(['beginner', 'intermediate', 'advanced', 'expert']).nullable(),
  months: z.int().nullable(),
  last_used: dateSchema,
  used_in: z.array(z.string()),
  ...evidenceFields,
})

const languageSchema = z.strictObject({
  code: text,
  name: z.string(),
  cefr: z.enum(languageLevels).nullable(),
  ...evidenceFields,
})

const certificationSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  issuer: text,
  date: dateSchema,
  ...evidenceFields,
})

const projectSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: text,
  start: dateSchema,
  end: dateSchema,
  skill_ids: z.array(z.string()),
  ...evidenceFields,
})

const derivedSchema = z.strictObject({
  /** Months of employment; concurrent roles count once. */
  experience_months: z.int().nullable(),
  seniority: z.enum(seniorities).nullable(),
  highest_education: z.enum(parsedEducationLevels).nullable(),
  gaps: z.array(z.strictObject({ from: z.string(), to: z.string(), months: z.int() })),
  /** The kinds of protected data in the document; their values are not extracted. */
  sensitive_present: z.array(
    z.enum([
      'date_of_birth',
      'age',
      'gender',
      'marital_status',
      'nationality',
      'religion',
      'health',
      'photo',
      'national_id',
      'family',
    ]),
  ),
})

const cvDataSchema = z.strictObject({
  person: personSchema,
  headline: text,
  summary: text,
  experience: z.array(experienceSchema),
  education: z.array(educationSchema),
  skills: z.array(skillSchema),
  languages: z.array(languageSchema),
  certifications: z.array(certificationSchema),
  projects: z.array(projectSchema),
  preferences: z.strictObject({
    desired_titles: z.array(z.string()),
    salary: salarySchema,
    workplace: z.enum(workplaces).nullable(),
    available_from: dateSchema,
    work_authorization: z.array(z.string()),
  }),
  other_sections: z.array(otherSectionSchema),
  derived: derivedSchema,
})

export const parsedCvSchema = z.strictObject({
  schema: z.literal('parsed_cv/1.0'),
  document: documentSchema,
  extraction: extractionSchema,
  warnings: z.array(warningSchema),
  data: cvDataSchema,
})

export type ParsedCv = z.infer<typeof parsedCvSchema>
export type CvData = z.infer<typeof cvDataSchema>
