// A model's answer about a job posting, and what rules found in it, become facts with their evidence.
import type { JdData } from '../parsed/parsed-jd.ts'
import type { JdAnswer } from '../question/jd-answer.ts'
import type { BuildContext } from './build-context.ts'
import { buildPlace } from './build-place.ts'
import { type BuiltRequirement, buildRequirements, checkNumber } from './build-requirements.ts'
import { buildSalary } from './build-salary.ts'
import { buildOtherSections, buildSummary } from './build-sections.ts'
import { highestLevel, readSeniority } from './classify-words.ts'
import { findDate } from '../evidence/read-period.ts'

export function buildJd(context: BuildContext, answer: JdAnswer): JdData {
  const { desk, occupations } = context
  const check = (part: 'title' | 'employer' | 'industry' | 'department') =>
    desk.check(`data.${part}`, answer[part]).value
  const built = buildRequirements(context, answer)
  const requirements = built.map(({ requirement }) => requirement)
  const title = check('title')
  const used = [...answer.requirements, ...answer.responsibilities]
  return {
    title,
    occupation: (title !== null && occupations.get(title)) || null,
    employer: check('employer'),
    industry: check('industry'),
    department: check('department'),
    summary: buildSummary(context, answer.summary),
    responsibilities: answer.responsibilities.flatMap((pointer) => desk.textAt(pointer) ?? []),
    requirements,
    skills: built.flatMap(toSkill),
    education_level: highestLevel(requirements.map(({ education_level }) => education_level)),
    experience_in_place_of_education: answer.experience_in_place_of_education,
    seniority: readSeniority(title) ?? answer.seniority,
    employment_types: [...new Set(answer.employment_types)],
    workplace: answer.workplace,
    remote_regions: desk.checkAll('data.remote_regions', answer.remote_regions),
    locations: answer.locations.flatMap(
      (quoted, index) => buildPlace(context, `data.locations[${index}]`, { quoted }).place ?? [],
    ),
    languages: languagesOf(requirements),
    salary: buildSalary(desk, 'data.salary', answer.salary),
    benefits: desk.checkAll('data.benefits', answer.benefits),
    visa_sponsorship: answer.visa_sponsorship,
    ...buildNumbers(context, answer),
    ...buildDates(context, answer),
    ...buildContact(context, answer),
    other_sections: buildOtherSections(context, answer.other_sections, used),
  }
}

function toSkill({ requirement, skillName }: BuiltRequirement): JdData['skills'] {
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

function buildNumbers(context: BuildContext, answer: JdAnswer): Pick<JdData, Numbers> {
  const said = context.desk.textAt(context.desk.everywhere) ?? ''
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

function buildDates(
  { desk, months }: BuildContext,
  answer: JdAnswer,
): Pick<JdData, 'date_posted' | 'valid_through' | 'start_date'> {
  const read = (path: string, quoted: string | null) => {
    const { value } = desk.check(`data.${path}`, quoted)
    return (value === null ? undefined : findDate(value, months)) ?? null
  }
  return {
    date_posted: read('date_posted', answer.date_posted_text),
    valid_through: read('valid_through', answer.valid_through_text),
    start_date: read('start_date', answer.start_date_text),
  }
}

/** An address that a rule found, and no other. */
function buildContact(
  { desk, structure, links }: BuildContext,
  { apply_url: url, contact_email: email }: JdAnswer,
): Pick<JdData, 'apply_url' | 'contact_email'> {
  const emails = [...structure.emails.map(({ value }) => value), ...structure.linkedEmails]
  const isKnown = email !== null && emails.includes(email.toLowerCase())
  if (email !== null && !isKnown) desk.refuse('data.contact_email', email)
  const linked = links.find((link) => link.url === url)?.url
  return {
    apply_url: linked ?? desk.check('data.apply_url', url).value,
    contact_email: isKnown ? email.toLowerCase() : emails.length === 1 ? (emails[0] ?? null) : null,
  }
}
