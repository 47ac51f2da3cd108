// Merges a CV that a model parsed into the profile that rules read from its text. A value counts only if its evidence was
// found in the text, and a role or degree only if it stands in a section in which rules would look for it: the lines
// before the first section identify the person.
import type { CvData } from '@gatehouse/parsing/parsed-cv'
import { type EducationLevel, educationLevels } from '@gatehouse/reading/levels'
import { type CvLine, readCvLines } from '@gatehouse/talents/cv-lines'
import type {
  ProfileEducation,
  ProfileLanguage,
  ProfileLocation,
  ProfileRole,
  ProfileSkill,
  Stated,
  TalentProfile,
} from '@gatehouse/talents/profile'
import { readPlace } from '@gatehouse/talents/read-place'
import type { TalentNames } from '@gatehouse/talents/talent-names'

type Merging = { text: string; byRules: TalentProfile; lineOf: LineFinder; lines: readonly CvLine[] }

/** `byRules` must have been read from the same text. */
export function profileOfCv(
  text: string,
  { byRules, cv }: { byRules: TalentProfile; cv: CvData },
  names: TalentNames,
): TalentProfile {
  const { lines } = readCvLines(text)
  const merging = { text, byRules, lineOf: createLineFinder(text), lines }
  const roles = mergeRoles(merging, cv)
  const education = mergeEducation(merging, cv)
  return {
    ...byRules,
    name: statedIn(text, cv.person.full_name) ?? byRules.name,
    headline: statedIn(text, cv.headline) ?? byRules.headline,
    roles: roles.length > 0 ? roles : byRules.roles,
    skills: mergeSkills(merging, cv, names),
    education: education.length > 0 ? education : byRules.education,
    languages: mergeLanguages(merging, cv),
    location: mergeLocation(merging, cv, names),
  }
}

type Proven = { evidence: readonly { start: number | null }[] }
type LineFinder = (value: Proven) => readonly number[]

/** Finds the lines, counted from 0, that show a value; none if its evidence was not found in the text. */
function createLineFinder(text: string): LineFinder {
  const starts = [...text.matchAll(/^/gm)].map(({ index }) => index)
  return ({ evidence }) => {
    const found = evidence.flatMap(({ start }) =>
      start === null ? [] : [starts.findLastIndex((lineStart) => lineStart <= start)],
    )
    return [...new Set(found)].sort((a, b) => a - b)
  }
}

function statedIn(text: string, value: string | null): Stated<string> | null {
  const written = value?.trim() ?? ''
  const line = written === '' ? -1 : text.split('\n').findIndex((each) => each.includes(written))
  return line < 0 ? null : { value: written, line }
}

const personal: ReadonlySet<CvLine['section']> = new Set([
  null,
  'contact',
  'interests',
  'references',
  'education',
])

function mergeRoles({ byRules, lineOf, lines }: Merging, { experience }: CvData): ProfileRole[] {
  const found = experience.flatMap((role) => {
    const line = lineOf(role).find((at) => lines[at]?.isReadable && !personal.has(lines[at].section))
    if (line === undefined || role.title === null) return []
    const known = byRules.roles.find((one) => line >= one.line && line <= one.lastLine)
    return [{ role, line: known ? Math.min(known.line, line) : line, known }]
  })
  const inOrder = found.toSorted((one, other) => one.line - other.line)
  return inOrder.map(({ role, line, known }, index): ProfileRole => {
    const next = inOrder[index + 1]
    const last = Math.max(line, known?.lastLine ?? endOfSection(lines, line))
    return {
      id: `r${index + 1}`,
      title: role.title,
      employer: role.employer ?? known?.employer ?? null,
      start: role.start?.value ?? null,
      end: role.end?.value ?? null,
      isCurrent: role.is_current,
      months: role.months,
      line,
      lastLine: next ? Math.max(line, Math.min(last, next.line - 1)) : last,
    }
  })
}

function endOfSection(lines: readonly CvLine[], line: number): number {
  return lines.findLast(({ sectionNumber }) => sectionNumber === lines[line]?.sectionNumber)?.index ?? line
}

function mergeEducation({ lineOf, lines }: Merging, { education }: CvData): ProfileEducation[] {
  const found = education.flatMap((entry) => {
    const [line] = lineOf(entry)
    if (line === undefined || !isLevel(entry.level) || lines[line]?.isReadable === false) return []
    const year = Number(entry.end?.value.slice(0, 4) ?? Number.NaN)
    const { degree, level, field, institution } = entry
    return [{ degree, level, field, institution, year: Number.isNaN(year) ? null : year, line }]
  })
  return found.map((entry, index) => Object.assign({ id: `e${index + 1}` }, entry))
}

function isLevel(level: string | null): level is EducationLevel {
  return educationLevels.some((known) => known === level)
}

/** Rules also read levels that are stated in words, so their level takes precedence. */
function mergeLanguages({ byRules, lineOf, lines }: Merging, { languages }: CvData): ProfileLanguage[] {
  const known = new Map(byRules.languages.map((language) => [language.code, language]))
  for (const language of languages) {
    const line = lineOf(language).find((at) => lines[at]?.isReadable && lines[at].section !== null)
    if (line === undefined || language.code === null) continue
    const { code, cefr } = language
    const own = known.get(code)
    if (!own) known.set(code, { code, level: cefr, line })
    else if (own.level === null && cefr !== null) known.set(code, { code, level: cefr, line })
  }
  return [...known.values()]
}

function mergeLocation(
  { text, byRules }: Merging,
  { person, preferences }: CvData,
  names: TalentNames,
): ProfileLocation | null {
  const isRemoteOk = preferences.workplace === 'remote'
  const { location } = byRules
  if (location?.country) return { ...location, isRemoteOk: location.isRemoteOk || isRemoteOk }
  const stated = statedIn(text, person.location?.text ?? null)
  if (!stated) return location && { ...location, isRemoteOk: location.isRemoteOk || isRemoteOk }
  const place = readPlace(stated.value, names)
  return {
    text: place?.text ?? '',
    town: place?.town ?? null,
    country: place?.country ?? person.location?.country ?? null,
    isRemoteOk: (location?.isRemoteOk ?? false) || isRemoteOk,
    canRelocate: location?.canRelocate ?? false,
    line: stated.line,
  }
}

/** Skills that rules did not find, in the words of the text. */
function mergeSkills(
  { byRules, lineOf, lines }: Merging,
  { skills }: CvData,
  { concepts }: TalentNames,
): ProfileSkill[] {
  const known = new Set(byRules.skills.flatMap(({ concept, label }) => [concept, label.toLowerCase()]))
  const added = skills.flatMap((skill): ProfileSkill[] => {
    const own = lineOf(skill).filter((at) => lines[at]?.isReadable && !personal.has(lines[at].section))
    const concept = concepts.find(skill.name).find((found) => found.concept.kind === 'skill')?.concept
    if (own.length === 0 || known.has(concept?.key ?? skill.name.toLowerCase())) return []
    return [
      {
        concept: concept?.key ?? null,
        label: concept?.label ?? skill.name,
        months: skill.months ?? 0,
        lastUsed: skill.last_used?.value.slice(0, 7) ?? null,
        lines: own,
      },
    ]
  })
  return [...byRules.skills, ...added]
}
