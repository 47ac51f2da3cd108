// Reads how to apply, and the facts that a posting states in a labelled line: the employer, the department, the number of
// openings, travel and visa sponsorship.
import { findEmails } from '@gatehouse/reading/find-emails'
import { urlsIn } from '@gatehouse/reading/find-links'
import { plainLine } from '@gatehouse/reading/text-lines'
import { wordPattern } from '@gatehouse/reading/word-pattern'
import type { PostingApply, Stated } from '../../posting.ts'
import type { SectionedLine } from '../posting-line.ts'

const domain =
  /(?<![@\w.-])(?:[\w-]+\.)+(?:example|com|org|net|io|de|fr|es|ro|eu|ch|at|co\.uk|md)(?:\/[^\s,;)]*)?/u

/** The last line that says how to apply, with the address that it names. */
export function readApply(lines: readonly SectionedLine[]): PostingApply | null {
  const applying = lines.filter(({ kind, isHeading }) => kind === 'apply' && !isHeading)
  const line = applying.find(({ text }) => /@|\d{4}|\w\.\w/.test(text)) ?? applying[0]
  if (!line) return null
  const [email] = findEmails([{ ...plainLine(line.text), number: 1 }])
  const url = urlsIn(line.text)[0] ?? domain.exec(line.text.replaceAll(/\S+@\S+/g, ''))?.[0]
  return {
    text: line.text,
    url: url?.replace(/[.,;:]+$/, '') ?? null,
    email: email?.value ?? null,
    line: line.number,
  }
}

const employerLabel = wordPattern([
  'employer|company|company name|arbeitgeber|unternehmen|firma|employeur|entreprise|agence|agentur|agency',
  'empresa|agencia|angajator|compania',
])
const departmentLabel = wordPattern(
  'department|abteilung|departement|service|departamento|departament|departamentul|team',
)
const legalForm =
  /(?<!\p{L})(?<name>(?:\p{Lu}[\p{L}\d&.'’-]*\s(?:&\s|und\s|y\s|et\s)?){1,5}(?:GmbH(?:\s&\sCo\.\sKG)?|AG|SE|KG|OHG|e\.V\.|Ltd\.?|LLC|LLP|Inc\.?|plc|S\.?A\.?S?|SARL|S\.?L\.?U?|S\.?R\.?L\.?|B\.V\.|N\.V\.|S\.p\.A\.))(?![\p{L}])/u

export function readEmployer(lines: readonly SectionedLine[]): Stated<string> | null {
  const named = labelledValue(lines, employerLabel)
  if (named) return named
  for (const { text, number } of lines.slice(0, 12)) {
    const name = legalForm.exec(text)?.groups?.['name']
    if (name !== undefined)
      return { value: name.replace(/^(?:Die|Der|Das|The|La|Le|El)\s/, ''), line: number }
  }
  return null
}

export function readDepartment(lines: readonly SectionedLine[]): Stated<string> | null {
  return labelledValue(lines, departmentLabel)
}

/** The value of a line such as "Employer: Acme"; a paragraph after such a label is a portrait, not a name. */
function labelledValue(lines: readonly SectionedLine[], label: RegExp): Stated<string> | null {
  const found = lines.find(
    (line) =>
      !line.isHeading &&
      line.text !== '' &&
      isLabel(line.label, label) &&
      line.text.length <= 80 &&
      line.isLabelled,
  )
  return found ? { value: found.text.split(/,\s|\s[–—]\s/)[0] ?? found.text, line: found.number } : null
}

function isLabel(label: string, pattern: RegExp): boolean {
  return label.split(' ').length <= 2 && pattern.test(label)
}

const openingsLabel = wordPattern(
  'openings|vacancies|positions|vacantes|plazas|numero de vacantes|posturi|numar de posturi|anzahl|postes',
)

export function readOpenings(lines: readonly SectionedLine[]): Stated<number> | null {
  const line = lines.find(({ label, isLabelled }) => isLabelled && openingsLabel.test(label))
  const count = Number(/^\d{1,3}\b/.exec(line?.text ?? '')?.[0] ?? 0)
  return line && count > 0 ? { value: count, line: line.number } : null
}

const travel =
  /(?<percent>\d{1,3})\s?%\s?(?:\p{L}+\s){0,2}(?:travel|reise\p{L}*|deplacements?|viajes|calatori\p{L}*|deplasari)|(?:travel|reisebereitschaft|reisetatigkeit|reiseanteil|deplacements|viajar|deplasari)[^.%]{0,30}?(?<share>\d{1,3})\s?%/u

export function readTravel(lines: readonly SectionedLine[]): Stated<number> | null {
  for (const { folded, number } of lines) {
    const { percent, share } = travel.exec(folded)?.groups ?? {}
    const value = Number(percent ?? share ?? 0)
    if (value > 0 && value <= 100) return { value, line: number }
  }
  return null
}

const noSponsorship = wordPattern([
  'no visa sponsorship|not sponsor|cannot sponsor|unable to sponsor|without sponsorship|kein visum',
  'pas de sponsoring de visa',
])
const sponsorship = wordPattern([
  'visa sponsorship|we sponsor visas|sponsor your visa|visumssponsoring|sponsoring de visa',
  'patrocinio de visado',
])

export function readVisaSponsorship(lines: readonly SectionedLine[]): Stated<boolean> | null {
  for (const { folded, number } of lines) {
    if (noSponsorship.test(folded)) return { value: false, line: number }
    if (sponsorship.test(folded)) return { value: true, line: number }
  }
  return null
}
