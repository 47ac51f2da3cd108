// Turns a CV into the same CV of another person: another name, the other gender's words, a photo, other schools. No
// score may change.
const otherNames = ['Oluwaseun', 'Kjersti', 'Xochitl', 'Thandiwe', 'Bjarnhedin', 'Quyen'] as const
const otherSchools = ['Northfield', 'Saint Brannoc', 'Kirkwall', 'Ouagadougou'] as const

const opposites: readonly (readonly [string, string])[] = [
  ['he', 'she'],
  ['him', 'her'],
  ['his', 'her'],
  ['himself', 'herself'],
  ['mr', 'mrs'],
  ['man', 'woman'],
  ['male', 'female'],
  ['domnul', 'doamna'],
  ['el', 'ea'],
]

export type Swap = 'name' | 'gender words' | 'photo' | 'schools'

export const swaps: Readonly<Record<Swap, (text: string) => string>> = {
  name: swapName,
  'gender words': swapGenderWords,
  photo: addPhoto,
  schools: swapSchools,
}

function swapName(text: string): string {
  const parts = findName(text)
  return parts.reduce(
    (changed, part, index) =>
      changed.replaceAll(
        new RegExp(String.raw`(?<![\p{L}])${escape(part)}(?![\p{L}])`, 'gu'),
        pick(otherNames, part, index),
      ),
    text,
  )
}

/** Words of the person's name: those after `Name:`, or the first line. */
function findName(text: string): string[] {
  const labelled = [...text.matchAll(/\bname\W*:\s*\**\s*([^\n,|(]{2,40})/gi)].map((match) => match[1] ?? '')
  const first = text.trim().split('\n', 1)[0] ?? ''
  const name =
    labelled.length > 0 ? labelled.join(' ') : first.startsWith('#') || first.length > 50 ? '' : first
  return [...new Set(name.match(/\p{Lu}[\p{L}'’-]+/gu) ?? [])].filter((part) => part.length > 2)
}

function swapGenderWords(text: string): string {
  const other = new Map(opposites.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]))
  return text.replaceAll(/\p{L}+/gu, (word) => {
    const opposite = other.get(word.toLowerCase())
    if (opposite === undefined) return word
    return /^\p{Lu}/u.test(word) ? opposite.charAt(0).toUpperCase() + opposite.slice(1) : opposite
  })
}

function addPhoto(text: string): string {
  return `Photo: portrait-of-the-person.jpg\n![photo](portrait.png)\n${text}\n\nPhoto: second-portrait.jpeg\n`
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

function otherSchool(name: string): string {
  return `${pick(otherSchools, name, 0)}${name.endsWith(' ') ? ' ' : ''}`
}

function pick(from: readonly string[], seed: string, offset: number): string {
  return from[(seed.length + offset) % from.length] ?? seed
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
