// Reads the entries of the education section: the degree with its level and field, the institution and the year. A new
// entry starts where a line repeats what the current one already has.
import { findDateRanges } from '@gatehouse/reading/find-date-ranges'
import { foldPhrase, foldText } from '@gatehouse/reading/fold-text'
import {
  type EducationLevel,
  educationLevels,
  readEducationLevel,
  readLeastEducationLevel,
} from '@gatehouse/reading/levels'
import { monthNames } from '@gatehouse/reading/month-names'
import { findTowns } from '@gatehouse/reading/towns'
import { withoutBullet } from '@gatehouse/reading/text-lines'
import type { Concepts } from '@gatehouse/vocabulary/concept'
import type { ProfileEducation } from '../profile.ts'
import { type CvLine, toTextLines } from './cv-lines.ts'
import type { TalentNames } from './talent-names.ts'
import { titleScore } from './title-words.ts'

export function readEducation(lines: readonly CvLine[], { concepts }: TalentNames): ProfileEducation[] {
  const entries: ProfileEducation[] = []
  let current: ProfileEducation | undefined
  let lastIndex = -1
  for (const { index, text, section, isReadable } of lines) {
    if (!isReadable || text.trim() === '' || !statesEducation(section, text) || isUnfinished(text)) continue
    const stated = readLine(text, concepts)
    const isNext = !current || index > lastIndex + 2 || repeats(current, stated)
    lastIndex = index
    if (isNext && stated.level === null && stated.institution === null && stated.year === null) continue
    if (isNext) current = addEntry(entries, index)
    if (current) complete(current, stated, index)
  }
  return entries
    .filter(({ level, institution }) => level !== null || institution !== null)
    .map((entry, index) => Object.assign(entry, { id: `e${index + 1}` }))
}

/**
 * Outside the education section a line counts if it has the name of a degree: "City & Guilds Carpentry" among the
 * certificates, "Ausbildung zum Koch – 2013 bis 2016" among the roles.
 */
function statesEducation(section: CvLine['section'], text: string): boolean {
  if (section === 'education') return true
  if (section === null || withoutDegrees.has(section)) return false
  const start = withoutDates(withoutBullet(text)).replace(/^[^\p{L}]+/u, '')
  if (section === 'experience' || section === 'summary' || section === 'other')
    return degreeStart.test(foldText(start)) || (section !== 'experience' && holdsDegree.test(foldText(text)))
  if (section === 'skills')
    return start.split(/\s+/).length <= 16 && isDegree(start.split(separator)[0] ?? '')
  return readLeastEducationLevel(text) !== null || tradeCertificate.test(foldText(text))
}

const withoutDegrees: ReadonlySet<CvLine['section']> = new Set([
  'contact',
  'languages',
  'interests',
  'references',
  'projects',
  'publications',
  'awards',
])
const degreeStart =
  /^(?:abgeschlossene )?(?:berufs)?ausbildung (?:zum|zur|als|im)\b|^(?:lehre|umschulung) (?:als|zum|zur)\b|^bachelor (?:of|in|degree)|^master (?:of|in|degree|en)\b|^(?:bsc|msc|b\.sc|m\.sc|ba|beng|meng)\.? (?:\(hons\) )?(?:in )?\p{L}|^licenciatura|^grado en|^licence (?:en|de|pro)|^(?:bts|cap|bep|dut|but|dec) \p{L}|^apprenticeship (?:as|in|completed)|^diplom(?:a de licenta|-|studium)|^studium (?:der|des)|^scoala profesionala|^calificare/u
/** "Soy licenciada en Turismo", "I hold a degree in nursing". */
const holdsDegree =
  /\b(?:i (?:hold|have|completed|earned) (?:an? )?(?:\p{L}+ )?(?:degree|bachelor|master|diploma|apprenticeship)|soy licenciad[oa]|(?:licenciad|titulad|diplomad|graduad)[oa] en|diplomee? (?:de|en|d)|gelernte[rn]? \p{L}|ausgebildete[rn]? \p{L}|staatlich (?:gepruft|anerkannt)e[rn]? \p{L}|licentiat[a]? in|absolventa? (?:de|al|a) (?:facultat|universit))/u
const tradeCertificate =
  /\b(?:certificate (?:in|iii|iv|of qualification)|trade certificate|red seal|level [34] (?:certificate|diploma)|certificado de profesionalidad|certificat de qualification)\b/

function isDegree(part: string): boolean {
  return (
    readLeastEducationLevel(part) !== null ||
    abbreviated.some(([, form]) => form.test(part)) ||
    namesSchool(part)
  )
}

/** A course of study that was given up or has only begun is not a degree. */
function isUnfinished(text: string): boolean {
  return unfinished.test(foldText(text))
}

const unfinished =
  /\b(?:unfinished|not completed|incomplete|dropped out|without (?:a )?degree|abgebrochen|ohne abschluss|nicht abgeschlossen|inacheve|non termine|interrompu|abandonne|inacabad[oa]|trunc[oa]|en pausa|incomplet[oa]|sin terminar|abandonad[oa]|neterminat[ae]?|nefinalizat[ae]?|intrerupt[ae]?|primer (?:ano|curso))\b/

function addEntry(entries: ProfileEducation[], line: number): ProfileEducation {
  const entry = { id: '', degree: null, level: null, field: null, institution: null, year: null, line }
  entries.push(entry)
  return entry
}

type StatedEducation = Pick<ProfileEducation, 'degree' | 'level' | 'field' | 'institution' | 'year'>

function repeats(entry: ProfileEducation, stated: StatedEducation): boolean {
  return (['level', 'institution', 'year'] as const).some(
    (part) => entry[part] !== null && stated[part] !== null,
  )
}

/** The line of an entry is the one that states its level, or else its first one. */
function complete(entry: ProfileEducation, stated: StatedEducation, line: number): void {
  if (entry.level === null && stated.level !== null) entry.line = line
  entry.degree ??= stated.degree
  entry.level ??= stated.level
  entry.field ??= stated.field
  entry.institution ??= stated.institution
  entry.year ??= stated.year
}

const separator = /[,;|]|\s[-–—·•]\s|\s*\(|\)|\t|: |\.\s(?=\p{Lu}\p{Ll}{3})| {2,}/u

function readLine(text: string, concepts: Concepts): StatedEducation {
  const parts = withoutDates(withoutBullet(text))
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => /\p{L}.*\p{L}/u.test(part))
  const institution = parts.find(namesSchool) ?? null
  const others = parts.filter(
    (part, index) =>
      !namesSchool(part) && !isState(part, parts.slice(0, index)) && !negated.test(foldText(part)),
  )
  // A degree of no stated level is at most what the rest of the line states: "Associate of Science, two-year degree".
  const stated = readEducationLevel(others.join(', '))
  const degrees = others.map((part) => {
    const level = readLevel(part, concepts)
    const isVague = level === 'bachelor' && stated !== null && rankOf(stated) < rankOf(level)
    return { part, level: isVague ? null : level }
  })
  const highest = educationLevels.findLast((one) => degrees.some(({ level }) => level === one))
  const { part: degree, level } = degrees.find((one) => one.level === highest) ?? { part: null, level: null }
  const year = lastYear(text)
  if (degree === null || level === null) {
    // "Vocational school, 2012" states a level without a degree.
    const ofSchool = institution === null ? null : levelOfSchool(text)
    return { degree: null, level: ofSchool, field: labelledField(text), institution, year }
  }
  const following = others.slice(others.indexOf(degree) + 1)
  const field = fieldOf(degree) ?? labelledField(text) ?? followingField(following)
  return { degree, level, field: level === 'secondary' ? null : field, institution, year }
}

/** A field may stand in a part of its own, where the name of a school without a typical word is likely too. */
function followingField(parts: readonly string[]): string | null {
  return (
    parts
      .filter((part) => !/\p{Lu}{2}/u.test(part) && findTowns(part).length === 0)
      .map(fieldOf)
      .find((field) => field !== null) ?? null
  )
}

/** "Boston, MA" is a place, although "MA" is also a degree. */
function isState(part: string, before: readonly string[]): boolean {
  return part === 'MA' && before.some((one) => namesSchool(one) || findTowns(one).length > 0)
}

function withoutDates(text: string): string {
  const spans = findDateRanges(toTextLines([text]), monthNames()).flatMap((range) => range.spans)
  const bare = spans.reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)}, ${rest.slice(end)}`,
    text,
  )
  return bare.replaceAll(/(?<!\d)(?:19|20)\d\d(?!\d)/g, ', ')
}

function lastYear(text: string): number | null {
  const years = [...text.matchAll(/(?<!\d)(?:19|20)\d\d(?!\d)/g)].map(([year]) => Number(year))
  return years.length > 0 ? Math.max(...years) : null
}

/** "Pas de diplôme du supérieur", "fără bacalaureat" */
const negated = /^(?:no|not|kein\p{L}*|ohne|pas de|pas d|sans|sin|fara|nu am|nicht)\b/u
const negatedPart = /(?:^|[,.;(]\s*)(?:no|not|keine?n?|ohne|pas de|sans|sin|fără|fara|nu am)\s[^,.;)]*/giu

/** Only what kind of school it is gives a level: its name may be that of a Dr. */
function levelOfSchool(text: string): EducationLevel | null {
  const level = readEducationLevel(text.replaceAll(negatedPart, ' '))
  return level === 'secondary' || level === 'vocational' ? level : null
}

const schoolWords =
  /universi(?!tari[oa]s? (?:en|in)\b)|colleg|colegi(?!ad|ac)|institut|istitut|academ|akademi|polytech|politehnic|politecnic|hochschule|\bschool\b|schule\b|berufskolleg|\becole\b|\bescuela\b|\bscoala\b|facult|liceul|\blycee\b|gymnasium|\btu |\bfh |\beth |\bihk\b|\bies |\biut\b/

/** "Membră a Colegiului Farmaciștilor", "colegiada en el Colegio de Enfermería": a professional body, not a school. */
const membership =
  /\b(?:member of|membr[ua] (?:al|a|in)|membre d|miembro del?|mitglied|colegiad[oa]|inscri[st]\p{L}*)\b/u

/** Whether the words name a school. "High school" alone is a level. */
export function namesSchool(part: string): boolean {
  const folded = foldText(part)
  if (membership.test(folded)) return false
  return schoolWords.test(folded) && !/^(?:high school|secondary school)(?: diploma| degree)?$/.test(folded)
}

// Abbreviated degrees, whose letters mean other things in lower case.
const abbreviated: readonly (readonly [EducationLevel, RegExp])[] = [
  ['doctorate', /(?<![\p{L}.])(?:Ph\.? ?D|J\.?D|M\.?D)(?![\p{L}])|^Dr\.(?![\p{L}])/u],
  [
    'master',
    /(?<![\p{L}.])(?:M\.?S\.?(?!\s(?:Project|Office|Excel|Word|Teams|Access|Outlook|SQL|PowerPoint|Visio|Dynamics))|M\.?A\.?|M\.?Eng|M\.?Tech|M\.?Com|M\.?Ed|M\.?Phil|M\.?Arch|M\.?F\.?A\.?|M\.?M\.?|MCA|MPA|MPH|LL\.?M)(?![\p{L}.])/u,
  ],
  [
    'bachelor',
    /(?<![\p{L}.])(?:B\.?S\.?(?!\s?(?:EN\s?)?\d)|B\.?A\.?|B\.?E\.?|B\.?Eng|B\.?Tech|B\.?Com|B\.?Ed|B\.?Arch|B\.?F\.?A\.?|B\.?B\.?A\.?|B\.?M\.?|BCA|LL\.?B)(?![\p{L}.])/u,
  ],
]

/** An occupation without a degree is what the person was trained for. */
function readLevel(part: string, concepts: Concepts): EducationLevel | null {
  const stated = readEducationLevel(part) ?? abbreviated.find(([, form]) => form.test(part))?.[0]
  return stated ?? (titleScore(part) > 0 || startsWithOccupation(part, concepts) ? 'vocational' : null)
}

function startsWithOccupation(part: string, concepts: Concepts): boolean {
  return concepts.find(part).some(({ concept, start }) => concept.kind === 'occupation' && start === 0)
}

function rankOf(level: EducationLevel): number {
  return educationLevels.indexOf(level)
}

// Words before the field of a degree, as `foldPhrase` returns them.
const degreeWords = new Set(
  (
    'bfa bba bm bed mfa mm med bachelor bachelors bachelor-studium bachelorstudium bsc sc bs ba beng be btech bcom bba bca llb master masters mastere ' +
    'masterat masterstudium msc ms ma meng mtech mcom mca mpa mph llm mba magister maestria mestrado maestru maestrul ' +
    'burlac burlacul doctor doctorate doctorat doctorado promotion phd ph d dr juris associate associates asociat diplom diploma ' +
    'diplome diplom-ingenieur dipl dipl-ing ing dipl-kfm fh uni staatsexamen degree degrees abschluss studium studii studies ' +
    'licence licenta licentiat licenciatura licenciado licenciada grado graduado graduada titulo titre ingenieria bts dut ' +
    'but cap bep bac pro hnd hnc nvq fp ciclo formativo superior medio tecnico formacion profesional formation ausbildung ' +
    'berufsausbildung duale lehre apprenticeship vocational training certificate certificat executive integrated honours ' +
    'hons high school professionnelle profesionala universitario universitaria curso program programul professional'
  ).split(' '),
)
const genericWords = new Set(
  'science sciences arts art stiinta stiinte stiintei arte artelor aplicate applied hons de of in en al cu du des la zum zur als as im the a field'.split(
    ' ',
  ),
)

/** The field of study that a degree names: "Bachelor of Science in Computer Science" names computer science. */
function fieldOf(degree: string): string | null {
  if (/^(?:executive )?mba$/i.test(degree.trim())) return 'Business Administration'
  const words = degree.split(/\s+/)
  const first = words.findIndex((word) => {
    const folded = foldPhrase(word).replace(/['’]s$/, '')
    return !degreeWords.has(folded) && !genericWords.has(folded) && !/^\d*$/.test(folded)
  })
  return first === -1
    ? null
    : plainField(
        words
          .slice(first)
          .join(' ')
          .replace(/^d['’]/u, ''),
      )
}

/** Words that say nothing about the field. */
const notField =
  /^(?:degree|diploma|science|arts|honours|with distinction|gpa.*|note.*|grade.*|abschluss.*|mention.*|\d.*)?$/iu

function plainField(text: string): string | null {
  const field = text.replace(/^[\s.:'’-]+/u, '').replace(/[\s.:-]+$/u, '')
  return notField.test(field) || namesSchool(field) || field.split(/\s+/).length > 8 ? null : field
}

const fieldLabel =
  /\b(?:major|field|field of study|specialization|specialisation|fachrichtung|schwerpunkt|studiengang|spécialité|option|especialidad|specializarea|specializare)\s*:?\s+(?:in\s+)?([^,;|()]{3,60})/iu

function labelledField(text: string): string | null {
  const field = fieldLabel.exec(text)?.[1]?.trim()
  return field === undefined ? null : plainField(field)
}
