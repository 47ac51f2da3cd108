// A model's answer about a CV, and what rules found in it, become facts with their evidence.
import type { CvData } from '../parsed/parsed-cv.ts'
import type { CvAnswer } from '../question/cv-answer.ts'
import { type FoundLanguage, findLanguages } from '../../rules/find-languages.ts'
import type { BuildContext } from './build-context.ts'
import { bodyOf, buildExperience } from './build-experience.ts'
import { buildPerson } from './build-person.ts'
import { buildSalary } from './build-salary.ts'
import { buildOtherSections, buildSummary } from './build-sections.ts'
import { buildSkills, skillsIn } from './build-skills.ts'
import { readEducationLevel } from './classify-words.ts'
import { deriveFacts } from './derive-facts.ts'
import { confidenceOf } from '../evidence/evidence-desk.ts'
import { findDate, readPeriod } from '../evidence/read-period.ts'

export function buildCv(context: BuildContext, answer: CvAnswer): CvData {
  const { desk } = context
  const person = buildPerson(context, answer)
  const headline = desk.check('data.headline', answer.headline).value
  const roles = buildExperience(context, answer)
  const skills = buildSkills(context, answer, roles)
  const experience = roles.map(({ role, mentions }) => ({ ...role, skill_ids: skillsIn(mentions, skills) }))
  const education = buildEducation(context, answer)
  const used = [...answer.experience, ...answer.education, ...answer.certifications, ...answer.projects]
  return {
    person,
    headline,
    summary: buildSummary(context, answer.summary),
    experience,
    education,
    skills,
    languages: buildLanguages(context, answer),
    certifications: buildCertifications(context, answer),
    projects: buildProjects(context, answer, skills),
    preferences: buildPreferences(context, answer),
    other_sections: buildOtherSections(context, answer.other_sections, used),
    derived: deriveFacts({ desk, roles, education }),
  }
}

function buildEducation(context: BuildContext, { education }: CvAnswer): CvData['education'] {
  const { desk, structure, quality } = context
  const built = education.map((quoted, index) => {
    const path = `data.education[${index}]`
    const check = (part: 'institution' | 'degree' | 'field' | 'grade') =>
      desk.check(`${path}.${part}`, quoted[part], quoted)
    const [institution, degree, field, grade] = [
      check('institution'),
      check('degree'),
      check('field'),
      check('grade'),
    ]
    const period = readPeriod({ ...context, dateRanges: structure.dateRanges }, path, quoted)
    // One date alone is the day of the degree.
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
  const real = built.filter(({ institution, degree }) => institution !== null || degree !== null)
  return real.map((one, index) => Object.assign(one, { id: `edu_${index + 1}` }))
}

/** Names from the model or from the lines under the heading; codes and levels by rule alone. */
function buildLanguages(context: BuildContext, answer: CvAnswer): CvData['languages'] {
  const { desk, structure, vocabulary, quality } = context
  const said = answer.languages.flatMap((quoted, index) => {
    const { value, evidence, lines } = desk.check(`data.languages[${index}].name`, quoted.name, quoted)
    if (value === null) return []
    const own = desk.lines.filter(({ number }) => lines.includes(number))
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

function toLanguage({ desk }: BuildContext) {
  return ({ code, name, cefr, span }: FoundLanguage) => ({
    code,
    name,
    cefr,
    evidence: desk.quoteSpans([span]),
  })
}

function buildCertifications(context: BuildContext, { certifications }: CvAnswer): CvData['certifications'] {
  const { desk, months, quality } = context
  const built = certifications.flatMap((quoted, index) => {
    const path = `data.certifications[${index}]`
    const name = desk.check(`${path}.name`, quoted.name, quoted)
    if (name.value === null) return []
    const issuer = desk.check(`${path}.issuer`, quoted.issuer, quoted)
    const date = desk.check(`${path}.date_text`, quoted.date_text, quoted)
    const evidence = [name, issuer, date].flatMap((one) => one.evidence)
    const read = date.value === null ? undefined : findDate(date.value, months)
    const confidence = confidenceOf(evidence, quality)
    return [{ id: '', name: name.value, issuer: issuer.value, date: read ?? null, confidence, evidence }]
  })
  return built.map((one, index) => Object.assign(one, { id: `cert_${index + 1}` }))
}

function buildProjects(
  context: BuildContext,
  { projects }: CvAnswer,
  skills: CvData['skills'],
): CvData['projects'] {
  const { desk, structure, quality } = context
  const built = projects.flatMap((quoted, index) => {
    const path = `data.projects[${index}]`
    const name = desk.check(`${path}.name`, quoted.name, quoted)
    if (name.value === null) return []
    const period = readPeriod({ ...context, dateRanges: structure.dateRanges }, path, quoted)
    const evidence = [...name.evidence, ...period.evidence]
    return [
      {
        id: '',
        name: name.value,
        description: bodyOf(context, quoted, [...name.lines, ...period.lines]).description,
        start: period.start,
        end: period.end,
        skill_ids: skillsIn(desk.createMentions(quoted), skills),
        confidence: confidenceOf(evidence, quality),
        evidence,
      },
    ]
  })
  return built.map((one, index) => Object.assign(one, { id: `proj_${index + 1}` }))
}

function buildPreferences({ desk, months }: BuildContext, { preferences }: CvAnswer): CvData['preferences'] {
  const { desired_titles, salary, workplace, availability_text, work_authorization } = preferences
  const available = desk.check('data.preferences.available_from', availability_text).value
  return {
    desired_titles: desk.checkAll('data.preferences.desired_titles', desired_titles),
    salary: buildSalary(desk, 'data.preferences.salary', salary),
    workplace,
    available_from: (available === null ? undefined : findDate(available, months)) ?? null,
    work_authorization: desk.checkAll('data.preferences.work_authorization', work_authorization),
  }
}
