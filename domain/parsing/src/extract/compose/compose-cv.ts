// Composes the facts of a CV, with their evidence, from a model's answer and from what rules found.
import type { CvData } from '../parsed/parsed-cv.ts'
import type { CvAnswer } from '../question/cv-answer.ts'
import { findLanguages, type FoundLanguage } from '@gatehouse/reading/find-languages'
import type { ComposeContext } from './compose-context.ts'
import { bodyOf, type ComposedRole, composeExperience } from './compose-experience.ts'
import { composePerson } from './compose-person.ts'
import { composeSalary } from './compose-salary.ts'
import { composeOtherSections, composeSummary } from './compose-sections.ts'
import { composeSkills, skillsIn } from './compose-skills.ts'
import { findSensitive } from '@gatehouse/reading/find-sensitive'
import { readEducationLevel } from '@gatehouse/reading/levels'
import { checkEntry } from '../evidence/check-entry.ts'
import { confidenceOf, type EvidenceChecker } from '../evidence/evidence-checker.ts'
import { findDate, readPeriod } from '../evidence/read-period.ts'
import { highestLevel, readSeniority } from './classify-words.ts'
import { countMonths, formatMonth, joinSpans } from '@gatehouse/reading/month-span'

export function composeCv(context: ComposeContext, answer: CvAnswer): CvData {
  const { checker } = context
  const person = composePerson(context, answer)
  const headline = checker.check('data.headline', answer.headline).value
  const roles = composeExperience(context, answer)
  const skills = composeSkills(context, answer, roles)
  const experience = roles.map(({ role, mentions }) => ({ ...role, skill_ids: skillsIn(mentions, skills) }))
  const education = composeEducation(context, answer)
  const used = [...answer.experience, ...answer.education, ...answer.certifications, ...answer.projects]
  return {
    person,
    headline,
    summary: composeSummary(context, answer.summary),
    experience,
    education,
    skills,
    languages: composeLanguages(context, answer),
    certifications: composeCertifications(context, answer),
    projects: composeProjects(context, answer, skills),
    preferences: composePreferences(context, answer),
    other_sections: composeOtherSections(context, answer.other_sections, used),
    derived: deriveFacts({ checker, roles, education }),
  }
}

function composeEducation(context: ComposeContext, { education }: CvAnswer): CvData['education'] {
  const { structure, quality } = context
  const composed = education.map((quoted, index) => {
    const path = `data.education[${index}]`
    const { checked, pointer } = checkEntry(context, path, {
      parts: {
        institution: quoted.institution,
        degree: quoted.degree,
        field: quoted.field,
        grade: quoted.grade,
        date_text: quoted.date_text,
      },
      pointer: quoted,
      shared: ['institution'],
    })
    const { institution, degree, field, grade } = checked
    const period = readPeriod({ ...context, dateRanges: structure.dateRanges }, checked.date_text, pointer)
    // A single date is taken as the end, the date of the degree.
    const isEnd = period.end === null && !period.isCurrent
    const evidence = [institution, degree, field, grade, period].flatMap((one) => one.evidence)
    return {
      id: '',
      institution: institution.value,
      degree: degree.value,
      level: (degree.value === null ? null : readEducationLevel(degree.value)) ?? quoted.level,
      field: field.value,
      start: isEnd ? null : period.start,
      end: isEnd ? period.start : period.end,
      grade: grade.value,
      confidence: confidenceOf(evidence, quality),
      evidence,
    }
  })
  const real = composed.filter(({ institution, degree }) => institution !== null || degree !== null)
  return real.map((one, index) => Object.assign(one, { id: `edu_${index + 1}` }))
}

/** Names come from the model or from the lines under the heading; codes and levels come from rules alone. */
function composeLanguages(context: ComposeContext, answer: CvAnswer): CvData['languages'] {
  const { checker, structure, vocabulary, quality } = context
  const said = answer.languages.flatMap((quoted, index) => {
    const { value, evidence, lines } = checker.check(`data.languages[${index}].name`, quoted.name, quoted)
    if (value === null) return []
    const own = checker.lines.filter(({ number }) => lines.includes(number))
    const found = findLanguages(own, vocabulary.languages).find(({ name }) => value.includes(name))
    return [{ code: found?.code ?? null, name: value, cefr: found?.cefr ?? null, evidence }]
  })
  const codes = new Set(said.map(({ code }) => code))
  const missed = structure.languages.filter(({ code }) => !codes.has(code)).map(toLanguage(context))
  const once = new Map([...said, ...missed].map((one) => [one.code ?? one.name, one]))
  return [...once.values()].map((one) =>
    Object.assign(one, { confidence: confidenceOf(one.evidence, quality) }),
  )
}

function toLanguage({ checker }: ComposeContext) {
  return ({ code, name, cefr, span }: FoundLanguage) => ({
    code,
    name,
    cefr,
    evidence: checker.quoteSpans([span]),
  })
}

function composeCertifications(
  context: ComposeContext,
  { certifications }: CvAnswer,
): CvData['certifications'] {
  const { months, quality } = context
  const composed = certifications.flatMap((quoted, index) => {
    const path = `data.certifications[${index}]`
    const {
      name,
      issuer,
      date_text: date,
    } = checkEntry(context, path, {
      parts: { name: quoted.name, issuer: quoted.issuer, date_text: quoted.date_text },
      pointer: quoted,
    }).checked
    if (name.value === null) return []
    const evidence = [name, issuer, date].flatMap((one) => one.evidence)
    const read = date.value === null ? undefined : findDate(date.value, months)
    const confidence = confidenceOf(evidence, quality)
    return [{ id: '', name: name.value, issuer: issuer.value, date: read ?? null, confidence, evidence }]
  })
  return composed.map((one, index) => Object.assign(one, { id: `cert_${index + 1}` }))
}

function composeProjects(
  context: ComposeContext,
  { projects }: CvAnswer,
  skills: CvData['skills'],
): CvData['projects'] {
  const { checker, structure, quality } = context
  const composed = projects.flatMap((quoted, index) => {
    const path = `data.projects[${index}]`
    const { checked, pointer } = checkEntry(context, path, {
      parts: { name: quoted.name, date_text: quoted.date_text },
      pointer: quoted,
    })
    const { name } = checked
    if (name.value === null) return []
    const period = readPeriod({ ...context, dateRanges: structure.dateRanges }, checked.date_text, pointer)
    const evidence = [...name.evidence, ...period.evidence]
    return [
      {
        id: '',
        name: name.value,
        description: bodyOf(context, pointer, [...name.lines, ...period.lines]).description,
        start: period.start,
        end: period.end,
        skill_ids: skillsIn(checker.createMentions(pointer), skills),
        confidence: confidenceOf(evidence, quality),
        evidence,
      },
    ]
  })
  return composed.map((one, index) => Object.assign(one, { id: `proj_${index + 1}` }))
}

function composePreferences(
  { checker, months }: ComposeContext,
  { preferences }: CvAnswer,
): CvData['preferences'] {
  const { desired_titles, salary, workplace, availability_text, work_authorization } = preferences
  const available = checker.check('data.preferences.available_from', availability_text).value
  return {
    desired_titles: checker.checkAll('data.preferences.desired_titles', desired_titles),
    salary: composeSalary(checker, 'data.preferences.salary', salary),
    workplace,
    available_from: (available === null ? undefined : findDate(available, months)) ?? null,
    work_authorization: checker.checkAll('data.preferences.work_authorization', work_authorization),
  }
}

/** A shorter break between two jobs does not count as a gap. */
const gapMonthsMin = 3

type DerivedFrom = {
  checker: Pick<EvidenceChecker, 'lines'>
  roles: readonly Pick<ComposedRole, 'role' | 'span'>[]
  education: CvData['education']
}

/** Derives facts from the roles, the education and the text by fixed rules, without the model. */
export function deriveFacts({ checker, roles, education }: DerivedFrom): CvData['derived'] {
  const joined = joinSpans(roles.flatMap(({ span }) => span ?? []))
  const latest = roles.toSorted((one, other) => (other.span?.to ?? 0) - (one.span?.to ?? 0))[0]
  const gaps = joined.slice(1).flatMap(({ from }, index) => {
    const before = joined[index]?.to ?? from
    return from - before < gapMonthsMin
      ? []
      : [{ from: formatMonth(before), to: formatMonth(from - 1), months: from - before }]
  })
  return {
    experience_months: joined.length > 0 ? countMonths(joined) : null,
    seniority: readSeniority(latest?.role.title ?? null),
    highest_education: highestLevel(education.map(({ level }) => level)),
    gaps,
    sensitive_present: findSensitive(checker.lines.map(({ text }) => text)),
  }
}
