// Turns the lines that state requirements into single requirements, each with its importance and category. A line may
// give several: a language and a skill, a must and a wish.
import { foldPhrase } from '@gatehouse/reading/fold-text'
import { wordPattern } from '@gatehouse/reading/word-pattern'
import type { PostingCategory, PostingRequirement } from '../../posting.ts'
import type { SectionedLine } from '../posting-line.ts'
import { readEducation } from './read-education.ts'
import { readLanguages } from './read-languages.ts'
import { readYears } from './read-years.ts'
import { type ImportancePart, splitImportance } from './split-importance.ts'
import { splitList } from './split-list.ts'

/** More than any posting has; a hostile text is cut. */
const requirementsMax = 200

type Draft = Omit<PostingRequirement, 'id' | 'line' | 'importance' | 'text'>

/** `languages`: codes by folded name. */
export function readRequirements(
  lines: readonly SectionedLine[],
  languages: ReadonlyMap<string, string>,
): PostingRequirement[] {
  const found = lines.flatMap((line) =>
    partsOf(line).flatMap((part) =>
      draftsOf(part, languages).map((draft) => Object.assign(draft, part, { line: line.number })),
    ),
  )
  return found.slice(0, requirementsMax).map((one, index) => Object.assign({ id: `q${index + 1}` }, one))
}

function partsOf({ kind, text }: SectionedLine): ImportancePart[] {
  const parts: ImportancePart[] =
    kind === 'must' ? splitImportance(text) : kind === 'nice' ? [{ text, importance: 'nice' }] : []
  return parts.flatMap(({ text: words, importance }) =>
    splitList(words).map((one) => ({ text: one, importance })),
  )
}

const noDetails = { minYears: null, education: null, language: null } as const

function draftsOf({ text }: ImportancePart, languages: ReadonlyMap<string, string>): Draft[] {
  const education = readEducation(text)
  const spoken = readLanguages(text, languages)
  const [minYears = null, ...furtherYears] = readYears(text)
  const drafts: Draft[] = [
    ...(education ? [{ ...noDetails, category: 'education' as const, education }] : []),
    ...[minYears, ...furtherYears].flatMap((years) =>
      years === null ? [] : [{ ...noDetails, category: 'experience' as const, minYears: years }],
    ),
    ...spoken.map((language) => ({ ...noDetails, category: 'language' as const, language })),
  ]
  const isOnlyLanguages = spoken.length > 0 && wordsBeside(withoutPurpose(text)) <= wordsBesideMax
  const isComplete = education !== null || minYears !== null || isOnlyLanguages
  return isComplete ? drafts : [...drafts, { ...noDetails, category: categoryOf(foldPhrase(text)) }]
}

const wordsBesideMax = 7

/** "English B2: a part of the team is in Poland", "German C1 for the calls with our customers" */
const purpose =
  /(?<=(?<![\p{L}\d])[ABC][12][+)]?)(?:\s*[:–—]\s|,?\s(?:for|to|as|since|für|um|da|weil|pour|car|afin|para|porque|ya que|pues|pentru|deoarece|ca să)\s).*$/isu

/** Why a posting asks for a language is not a further requirement. */
function withoutPurpose(text: string): string {
  return text.replace(purpose, '')
}

function wordsBeside(text: string): number {
  return text.match(/\p{L}{3,}/gu)?.length ?? 0
}

const authorization = wordPattern([
  'work permit|right to work|work authorization|work authorisation|security clearance|background check',
  'dbs check|criminal record|visa|arbeitserlaubnis|arbeitsgenehmigung|fuhrungszeugnis|permis de travail',
  'casier judiciaire|autorisation de travail|permiso de trabajo|antecedentes penales|permis de munca|cazier',
  'drept de munca',
])
const certification = wordPattern([
  'certificat*|certified|certification*|licence|license|licenced|licensed|registration|registered',
  'accreditation|driving licence|zertifi*|fuhrerschein|fahrerlaubnis|staplerschein|schein|*schein',
  'approbation|permis|habilitation*|caces|certificado|certificacion*|carne|carnet|colegiacion|colegiad*',
  'permiso de conducir|atestat*|autorizatie|aviz|certificat|certificare|legitimatie',
])
const experience = wordPattern([
  'experience|experienced|track record|background in|erfahrung|erfahrungen|berufserfahrung|*erfahrung',
  'praxis|experiences|experiencia|haber trabajado|experienta|vechime',
])
const personal = wordPattern([
  'team player|teamwork|reliable|reliability|punctual*|patient|patience|friendly|motivated|motivation',
  'curious|flexible|flexibility|calm|discretion|willing*|willingness|enjoy|passion*|positive|enthusias*',
  'initiative|teamgeist|teamfahig*|zuverlassig*|punktlich*|belastbar*|freude|flexibilitat|bereitschaft',
  'einfuhlungsvermogen|empathie|sorgfalt*|verschwiegenheit|selbststandig*|lernbereit*|engagement|rigueur',
  'ponctualite|autonomie|ecoute|esprit dequipe|dynamique|motive*|disponibilite|curieu*|sens du|sens de|gout',
  'empatia|paciencia|compromiso|proactiv*|responsab*|disponibilidad|ganas|vocacion|seriozitate',
  'punctualitate|empatie|rabdare|disponibilitate|dorinta|atitudine|spirit de echipa|responsabil*',
])

function categoryOf(folded: string): PostingCategory {
  if (authorization.test(folded)) return 'authorization'
  if (certification.test(folded)) return 'certification'
  if (experience.test(folded)) return 'experience'
  return personal.test(folded) ? 'other' : 'skill'
}
