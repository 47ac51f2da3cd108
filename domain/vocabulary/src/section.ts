// Which part of a CV or of a job's text a line opens. Headings are told by their form (marked, in capitals, or short
// with a colon) or by being short and made of a word that only headings have. The words are those that writers of CVs
// and jobs use in English, German, French, Spanish, Italian and Romanian; a heading in another language ends the
// section before it, and its own lines count as of no known section.
import { isListItem } from './bullet.ts'
import { foldText } from './term.ts'

export type Section =
  | 'person'
  | 'summary'
  | 'title'
  | 'skills'
  | 'experience'
  | 'tasks'
  | 'education'
  | 'offer'
  | 'other'

const shortHeadingLettersMax = 60

// The first that fits counts. Without accents and case, as `foldText` leaves them.
const headingWords: readonly (readonly [Section, RegExp])[] = [
  [
    'offer',
    /\b(?:we offer|offer you|benefits?|perks|apply|equal (?:opportunity|employ)|about us|oferim|aplica|oportunitate egala|egalitatea|asteptam|wir bieten|bewerb|nous offrons|avantages|postuler|ofrecemos|offriamo)/,
  ],
  [
    'person',
    /\b(?:personal|contact|hobb|interest|interese|referenc|referin|references|kontakt|coordonnees|contacto|contatti)/,
  ],
  ['education', /\b(?:educat|academic|studies|studii|ausbildung|bildung|formation|educacion|istruzione)/],
  ['title', /^(?:job |position )?(?:title|titel|titre|titlu)\b/],
  ['tasks', /\b(?:respons[ai]b|duties|tasks|what you|ce vei|aufgaben|missions|tareas|funciones|compiti)/],
  [
    'skills',
    /\b(?:skill|competen|aptitud|abilitat|abilities|qualif|calific|requirement|cerinte|technolog|tehnic|expertise|kenntnisse|fahigkeiten|anforderungen|profil recherche|conocimientos|requisit)/,
  ],
  [
    'experience',
    /\b(?:experien|employment|work history|career|istoria|berufs|werdegang|parcours|trayectoria|esperienz)/,
  ],
  [
    'summary',
    /\b(?:summary|about the role|overview|profile|introduc|despre rol|prezentare|sintez|profil|uber uns|resumen|resume|sommario)/,
  ],
]

export type Heading = {
  section: Section
  /** What stands on the heading's own line behind its colon, if anything. */
  rest: string
}

/** Undefined if the line is no heading. */
export function readHeading(line: string): Heading | undefined {
  const text = line.trim()
  if (text === '') return undefined
  const labelled = readLabel(text)
  if (labelled) return labelled
  if (isListItem(text) || text.length > shortHeadingLettersMax) return undefined
  const known = sectionOf(text.replace(/^#+\s*/, ''))
  if (hasHeadingForm(text)) return { section: known ?? 'other', rest: '' }
  // A short line that is no sentence, such as "Work history". One with a digit is more likely a date or an address, and
  // one that says what it is about only at its end a name: "Royal Institute of Technology".
  const words = text.split(/\s+/)
  const isPlain = /^[^\d.,;!?]+$/.test(text) && words.length <= 4
  const plain = isPlain ? sectionOf(words.slice(0, 3).join(' ')) : undefined
  return plain === undefined ? undefined : { section: plain, rest: '' }
}

function sectionOf(text: string): Section | undefined {
  const folded = foldText(text)
  return headingWords.find(([, words]) => words.test(folded))?.[0]
}

function hasHeadingForm(text: string): boolean {
  if (/^#+\s/.test(text)) return true
  if (/[:：]$/.test(text)) return text.split(/\s+/).length <= 5
  return /\p{L}{4}/u.test(text) && /^[^\d@]+$/.test(text) && text === text.toUpperCase()
}

// A heading that is written as an item or with its content behind it: "- Skills: Java, Go", "## Job Title: Surgeon". Only
// words that are nothing but headings count, or every "Communication skills: excellent" would open a section.
const labelWords = new Set(
  (
    'personal information info contact details education skills skill required experience experiences work ' +
    'professional technical responsibilities job title summary overview profile career employment history key core'
  ).split(' '),
)
const label =
  /^(?:#+\s*|[-–•*·▪◦]\s+|\d{1,2}[.)]\s+)?\**(?<name>\p{L}[\p{L} ]{2,40}?)\**\s*[:：]\**\s*(?<rest>.*)$/u

function readLabel(text: string): Heading | undefined {
  const { name, rest } = label.exec(text)?.groups ?? {}
  if (name === undefined || rest === undefined) return undefined
  const words = foldText(name).split(/\s+/)
  if (!words.every((word) => labelWords.has(word))) return undefined
  const section = sectionOf(name)
  return section === undefined ? undefined : { section, rest: rest.trim() }
}
