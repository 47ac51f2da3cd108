// Turns a CV that was written elsewhere into the same CV of another person, by patterns. A swap that finds nothing to
// change returns the same text.
import { readHeading } from '@gatehouse/reading/read-heading'
import { findTowns } from '@gatehouse/reading/towns'
import type { CvLanguage } from '../kit/cv-phrases.ts'
import { type GenderedWords, swapGender } from './gendered-forms.ts'
import type { SwapKind } from './swap-kinds.ts'

const otherNames = ['Oluwaseun', 'Kjersti', 'Xochitl', 'Thandiwe', 'Bjarnhedin', 'Quyen'] as const
const otherSchools = ['Northfield', 'Saint Brannoc', 'Kirkwall', 'Ouagadougou'] as const
const otherTowns = ['Tampere', 'Graz', 'Gdańsk', 'Bologna', 'Porto'] as const
const otherStreets = ['7 Kiseleff Avenue', 'Strada Zorilor nr. 18', '1204 Quarry Lane'] as const

export function createSwaps(
  language: CvLanguage,
  { forms, pronouns }: GenderedWords,
): Readonly<Record<SwapKind, (text: string) => string>> {
  return {
    names: swapName,
    pronouns: (text) => swapGender(text, pronouns),
    // "Juris Doctor" is a degree, for women as for men.
    'gendered forms': (text) =>
      swapGender(
        text,
        forms.filter(([male]) => male !== 'doctor' && male !== 'medic'),
      ),
    schools: swapSchools,
    photos: addPhoto,
    'ages and birth dates': (text) => addAge(text, language),
    'addresses and postcodes': swapAddress,
    towns: swapTown,
  }
}

function swapName(text: string): string {
  const parts = findName(text)
  return parts.reduce(
    (changed, part, index) =>
      changed.replaceAll(
        new RegExp(String.raw`(?<![\p{L}])${RegExp.escape(part)}(?![\p{L}])`, 'gu'),
        pick(otherNames, part, index),
      ),
    text,
  )
}

/** Words of the person's name: those after `Name:`, or the first line that is not a heading. */
function findName(text: string): string[] {
  const labelled = [...text.matchAll(/\bname\W*:\s*\**\s*([^\n,|(]{2,40})/gi)].map((match) => match[1] ?? '')
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const first = lines.find((line) => !line.startsWith('#') && readHeading(line) === undefined) ?? ''
  const name = labelled.length > 0 ? labelled.join(' ') : first.length > 50 ? '' : first
  return [...new Set(name.match(/\p{Lu}[\p{L}'’-]+/gu) ?? [])].filter((part) => part.length > 2)
}

function addPhoto(text: string): string {
  return `Photo: portrait-of-the-person.jpg\n![photo](portrait.png)\n${text}\n\nPhoto: second-portrait.jpeg\n`
}

const ageLines: Readonly<Record<CvLanguage, (age: number) => string>> = {
  en: (age) => `Age: ${age}, date of birth: 12/03/${2026 - age}`,
  de: (age) => `Alter: ${age}, geboren am 12.03.${2026 - age}`,
  fr: (age) => `Âge : ${age} ans, né le 12/03/${2026 - age}`,
  es: (age) => `Edad: ${age} años, fecha de nacimiento: 12/03/${2026 - age}`,
  ro: (age) => `Vârsta: ${age} ani, data nașterii: 12.03.${2026 - age}`,
}

/** After the first line with text, which is the name or the heading of the personal details. */
function addAge(text: string, language: CvLanguage): string {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => line.trim() !== '')
  return [
    ...lines.slice(0, first + 1),
    ageLines[language](23 + (text.length % 40)),
    ...lines.slice(first + 1),
  ].join('\n')
}

const headLinesMax = 9
const addressWordsMax = 14

/** Changes lines at the beginning that have a house number or a postcode and are neither a phone nor a date. */
function swapAddress(text: string): string {
  return mapHead(text, (line) => {
    if (/@|\+\d|\(\d{3}\)|\b(?:19|20)\d\d\b|\d{3}[-. ]\d{3,4}/.test(line) || !/\d/.test(line)) return line
    if (line.split(/\s+/).length > addressWordsMax) return line
    const label = /^\W*(?:address|adres[ăa])\W*:\s*\W*/iu.exec(line)?.[0] ?? ''
    const [street = '', ...rest] = line.slice(label.length).split(',')
    if (!/\p{L}{3}/u.test(street)) return line
    const swapped = /\d/.test(street) ? pick(otherStreets, street, 0) : street
    return label + [swapped, ...rest.map((part) => part.replaceAll(/\b\d{4,6}\b/g, otherDigits))].join(',')
  })
}

function otherDigits(digits: string): string {
  return digits.replaceAll(/\d/g, (digit) => String((Number(digit) + 3) % 10))
}

function swapTown(text: string): string {
  return mapHead(text, (line) => {
    const [town] = findTowns(line)
    return town ? `${line.slice(0, town.start)}${pick(otherTowns, line, 0)}${line.slice(town.end)}` : line
  })
}

/** Changes the lines about the person: those after the first one and before the first section about work. */
function mapHead(text: string, change: (line: string) => string): string {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => line.trim() !== '')
  const section = lines.findIndex((line, index) => index > first && isWorkHeading(line))
  const end = section < 0 ? first + 1 : Math.min(section, first + headLinesMax)
  return lines.map((line, index) => (index > first && index < end ? change(line) : line)).join('\n')
}

function isWorkHeading(line: string): boolean {
  const kind = readHeading(line)?.kind
  return kind !== undefined && kind !== 'contact'
}

const schoolName =
  /(?:\p{Lu}[\p{L}.'’-]+ )+(?=(?:University|College|Institute|School|Academy|Polytechnic)\b)|(?<=\b(?:University|Universitatea|Universidad|Université|Università|Institute|Institutul|Instituto|Colegiul|Liceul|Academia) (?:of |de |din |la |del |della )?)(?:\p{Lu}[\p{L}.'’-]+ ?)+/gu

const degreeWords =
  /bachelor|burlac|master|diploma|degree|certificat|absolv|graduat|licen|ph\.?d|doctor|grad |b\.?sc|m\.?sc|b\.?a\b|m\.?a\b/i

/** Swaps schools on or next to a line with a degree; a school named elsewhere is treated as an employer and kept. */
function swapSchools(text: string): string {
  const lines = text.split('\n')
  const isBesideDegree = (index: number) =>
    [index - 1, index, index + 1].some((at) => degreeWords.test(lines[at] ?? ''))
  return lines
    .map((line, index) => (isBesideDegree(index) ? line.replaceAll(schoolName, otherSchool) : line))
    .join('\n')
}

/** What kind of school it is stays, because it says something about the level. */
const kindOfSchool =
  /^(?:High|Secondary|Elementary|Technical|Vocational|Medical|Law|Business|Graduate|Community)$/

function otherSchool(name: string): string {
  const kind = name.split(' ').filter((word) => kindOfSchool.test(word))
  return [pick(otherSchools, name, 0), ...kind].join(' ') + (name.endsWith(' ') ? ' ' : '')
}

function pick(from: readonly string[], seed: string, offset: number): string {
  return from[(seed.length + offset) % from.length] ?? seed
}
