// Composes the facts of a job posting, with their evidence, from a model's answer and from what rules found.
import type { JdData } from '../parsed/parsed-jd.ts'
import type { JdAnswer } from '../question/jd-answer.ts'
import type { ComposeContext } from './compose-context.ts'
import { composePlace } from './compose-place.ts'
import { type ComposedRequirement, composeRequirements, checkNumber } from './compose-requirements.ts'
import { composeSalary } from './compose-salary.ts'
import { composeOtherSections, composeSummary } from './compose-sections.ts'
import { highestLevel, readSeniority } from './classify-words.ts'
import { findDate } from '../evidence/read-period.ts'

export function composeJd(context: ComposeContext, answer: JdAnswer): JdData {
  const { checker, occupations } = context
  const check = (part: 'title' | 'employer' | 'industry' | 'department') =>
    checker.check(`data.${part}`, answer[part]).value
  const composed = composeRequirements(context, answer)
  const requirements = composed.map(({ requirement }) => requirement)
  const title = check('title')
  const used = [...answer.requirements, ...answer.responsibilities]
  return {
    title,
    occupation: (title !== null && occupations.get(title)) || null,
    employer: check('employer'),
    industry: check('industry'),
    department: check('department'),
    summary: composeSummary(context, answer.summary),
    responsibilities: answer.responsibilities.flatMap((pointer) => checker.textAt(pointer) ?? []),
    requirements,
    skills: composed.flatMap(toSkill),
    education_level: highestLevel(requirements.map(({ education_level }) => education_level)),
    experience_in_place_of_education: answer.experience_in_place_of_education,
    seniority: readSeniority(title) ?? answer.seniority,
    employment_types: [...new Set(answer.employment_types)],
    workplace: answer.workplace,
    remote_regions: checker.checkAll('data.remote_regions', answer.remote_regions),
    locations: answer.locations.flatMap(
      (quoted, index) => composePlace(context, `data.locations[${index}]`, { quoted }) ?? [],
    ),
    languages: languagesOf(requirements),
    salary: composeSalary(checker, 'data.salary', answer.salary),
    benefits: checker.checkAll('data.benefits', answer.benefits),
    visa_sponsorship: answer.visa_sponsorship,
    ...composeNumbers(context, answer),
    ...composeDates(context, answer),
    ...composeContact(context, answer),
    other_sections: composeOtherSections(context, answer.other_sections, used),
  }
}

function toSkill({ requirement, skillName }: ComposedRequirement): JdData['skills'] {
  if (skillName === null) return []
  const { concept, importance, id } = requirement
  return [{ concept, name: skillName, importance, requirement_id: id }]
}

function languagesOf(requirements: JdData['requirements']): JdData['languages'] {
  return requirements.flatMap(({ language, min_cefr, importance }) =>
    language === null ? [] : [{ code: language, min_cefr, importance }],
  )
}

type Numbers = 'experience_years' | 'onsite_days_per_week' | 'openings' | 'travel_percent'

function composeNumbers(context: ComposeContext, answer: JdAnswer): Pick<JdData, Numbers> {
  const said = context.checker.textAt(context.checker.everywhere) ?? ''
  const check = (path: string, figure: number | null) =>
    checkNumber(context, `data.${path}`, { figure, said })
  const openings = check('openings', answer.openings)
  return {
    experience_years: {
      min: check('experience_years.min', answer.experience_years.min),
      max: check('experience_years.max', answer.experience_years.max),
    },
    onsite_days_per_week: check('onsite_days_per_week', answer.onsite_days_per_week),
    openings: openings === null ? null : Math.round(openings),
    travel_percent: check('travel_percent', answer.travel_percent),
  }
}

function composeDates(
  { checker, months }: ComposeContext,
  answer: JdAnswer,
): Pick<JdData, 'date_posted' | 'valid_through' | 'start_date'> {
  const read = (path: string, quoted: string | null) => {
    const { value } = checker.check(`data.${path}`, quoted)
    return (value === null ? undefined : findDate(value, months)) ?? null
  }
  return {
    date_posted: read('date_posted', answer.date_posted_text),
    valid_through: read('valid_through', answer.valid_through_text),
    start_date: read('start_date', answer.start_date_text),
  }
}

/** Accepts only an e-mail address that a rule found. */
function composeContact(
  { checker, structure, links }: ComposeContext,
  { apply_url: url, contact_email: email }: JdAnswer,
): Pick<JdData, 'apply_url' | 'contact_email'> {
  const emails = [...structure.emails.map(({ value }) => value), ...structure.linkedEmails]
  const isKnown = email !== null && emails.includes(email.toLowerCase())
  if (email !== null && !isKnown) checker.refuse('data.contact_email', email)
  const linked = links.find((link) => link.url === url)?.url
  return {
    apply_url: linked ?? checker.check('data.apply_url', url).value,
    contact_email: isKnown ? email.toLowerCase() : emails.length === 1 ? (emails[0] ?? null) : null,
  }
}
