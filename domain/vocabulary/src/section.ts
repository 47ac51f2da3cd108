// Which section of a CV or of a job's text a line opens. A heading is recognised by its form (marked, in capitals, or
// short with a colon) or by being short and consisting of a word that only headings use. The words are English, German,
// French, Spanish, Italian and Romanian; a heading in another language ends the section before it, and the lines below
// it belong to no known section.
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

// The first match wins. Words are written without accents and in lower case, as `foldText` returns them.
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
  /** The text after the colon on the heading's own line; empty if there is none. */
  rest: string
}

/** Returns undefined if the line is not a heading. */
export function readHeading(line: string): Heading | undefined {
  const text = line.trim()
  if (text === '') return undefined
  const labelled = readLabel(text)
  if (labelled) return labelled
  if (isListItem(text) || text.length > shortHeadingLettersMax) return undefined
  const known = sectionOf(text.replace(/^#+\s*/, ''))
  if (hasHeadingForm(text)) return { section: known ?? 'other', rest: '' }
  // A short line that is not a sentence, such as "Work history". A line with a digit is more likely a date or an
  // address, and one whose heading word comes only at its end is more likely a name: "Royal Institute of Technology".
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

// A heading written as a list item or followed by its content: "- Skills: Java, Go", "## Job Title: Surgeon". Only
// words that occur in nothing but headings count; otherwise every "Communication skills: excellent" would open a
// section.
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
