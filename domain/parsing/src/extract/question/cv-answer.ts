import { z } from 'zod'
import { parsedEducationLevels, employmentTypes, skillTypes, workplaces } from '../parsed/parsed-parts.ts'
import {
  amount,
  listOf,
  oneOf,
  otherSections,
  place,
  pointer,
  quote,
  salary,
  stretch,
} from './answer-parts.ts'

/** What a model is asked for about a CV: text as written, and the lines it is in. */
export const cvAnswerSchema = z.object({
  document_type: z.enum(['cv', 'job_posting', 'cover_letter', 'other']).default('cv'),
  name_quote: quote.describe('The full name exactly as written; null if it is not there.'),
  location: place.nullable().default(null),
  headline: quote,
  summary: stretch.nullable().default(null),
  experience: listOf(
    z.object({
      title: quote,
      employer: quote,
      employment_type: oneOf(employmentTypes),
      location_text: quote,
      date_text: quote.describe('The date range exactly as written.'),
      is_current: z.boolean().default(false),
      skills: listOf(z.string()),
      ...pointer,
    }),
  ).describe('Most recent first. One entry per role; do not merge promotions.'),
  education: listOf(
    z.object({
      institution: quote,
      degree: quote,
      level: oneOf(parsedEducationLevels),
      field: quote,
      date_text: quote,
      grade: quote,
      ...pointer,
    }),
  ),
  skills: listOf(
    z.object({
      name: z.string().describe('as written'),
      type: z.enum(skillTypes).default('hard'),
      level_text: quote,
      years: amount.describe('only if stated'),
      ...pointer,
    }),
  ),
  languages: listOf(z.object({ name: z.string().describe('as written'), ...pointer })),
  certifications: listOf(z.object({ name: z.string(), issuer: quote, date_text: quote, ...pointer })),
  projects: listOf(z.object({ name: z.string(), date_text: quote, skills: listOf(z.string()), ...pointer })),
  preferences: z
    .object({
      desired_titles: listOf(z.string()),
      salary,
      workplace: oneOf(workplaces),
      availability_text: quote,
      work_authorization: listOf(z.string()),
    })
    .prefault({}),
  other_sections: otherSections,
})

export type CvAnswer = z.output<typeof cvAnswerSchema>
