import { z } from 'zod'
import {
  parsedEducationLevels,
  employmentTypes,
  importances,
  seniorities,
  skillTypes,
  workplaces,
} from '../parsed/parsed-parts.ts'
import { requirementCategories } from '../parsed/parsed-jd.ts'
import {
  amount,
  flag,
  listOf,
  oneOf,
  otherSections,
  place,
  pointer,
  quote,
  salary,
  stretch,
} from './answer-parts.ts'

/** What a model is asked for about a job posting. */
export const jdAnswerSchema = z.object({
  document_type: z.enum(['job_posting', 'cv', 'cover_letter', 'other']).default('job_posting'),
  title: quote,
  employer: quote,
  industry: quote,
  department: quote,
  summary: stretch.nullable().default(null),
  responsibilities: listOf(stretch),
  requirements: listOf(
    z.object({
      text: z.string().describe('one atomic requirement, in the words of the posting, at most 25 words'),
      category: z.enum(requirementCategories),
      importance: z
        .enum(importances)
        .describe('must only if the text says required, must or minimum, or lists it under requirements'),
      skill_name: quote,
      skill_type: oneOf(skillTypes),
      min_years: amount,
      education_level: oneOf(parsedEducationLevels),
      any_of_group: quote.describe(
        'the same short id on requirements that are alternatives joined by "or"; else null',
      ),
      ...pointer,
    }),
  ).describe('Split "A, B and C" into three entries.'),
  experience_years: z.object({ min: amount, max: amount }).prefault({}),
  experience_in_place_of_education: flag,
  seniority: oneOf(seniorities),
  employment_types: listOf(z.enum(employmentTypes)),
  workplace: oneOf(workplaces),
  onsite_days_per_week: amount,
  remote_regions: listOf(z.string()),
  locations: listOf(place),
  salary,
  benefits: listOf(z.string()),
  date_posted_text: quote,
  valid_through_text: quote,
  start_date_text: quote,
  openings: amount,
  travel_percent: amount,
  visa_sponsorship: flag,
  apply_url: quote,
  contact_email: quote,
  other_sections: otherSections,
})

export type JdAnswer = z.output<typeof jdAnswerSchema>
