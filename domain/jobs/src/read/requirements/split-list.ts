// Divides a line that lists several kinds of requirements: "Nursing degree, two years on a ward, driving licence B". Without
// that only the degree and the years of the line would count.
import { readLanguageLevel } from '@gatehouse/reading/levels'
import { foldPhrase } from '@gatehouse/reading/fold-text'
import { wordPattern } from '@gatehouse/reading/word-pattern'
import { readEducation } from './read-education.ts'
import { readYears } from './read-years.ts'

const certificate = wordPattern([
  'driving licence|drivers licence|licence|license|certificate|certification|registration|fuhrerschein|*schein|permis',
  'habilitation*|caces|carne|carnet|permiso de conducir|atestat|autorizatie|legitimatie',
])

/** Bounds the time; a longer sentence is not a list of requirements. */
const lettersMax = 400

type Detail = 'education' | 'years' | 'language' | 'certificate' | undefined

/** Returns the whole line unless at least two of its parts state different details. */
export function splitList(text: string): string[] {
  // Parts are joined with single spaces, and must stay parts of the line.
  if (text.length > lettersMax || /\s{2}|[^\S ]/u.test(text)) return [text]
  const parts = joinSame(text.split(/(?<=,)\s+(?![^(]*\))|\s+(?=(?:and|und|sowie|et|y|și|si)\s)/u))
  const details = parts.map(detailOf)
  if (new Set(details.filter((one) => one !== undefined)).size < 2) return [text]
  const starts = parts.flatMap((_, index) =>
    index === 0 || details[index] !== undefined || !continuesFields(details, index) ? [index] : [],
  )
  return starts.map((start, index) =>
    parts
      .slice(start, starts[index + 1])
      .join(' ')
      .replace(/,$/, ''),
  )
}

/** Joins again what a conjunction joins, unless both sides state different details: "a degree and two years". */
function joinSame(parts: readonly string[]): string[] {
  const joined: string[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    const [before, own] = [last === undefined ? undefined : detailOf(last), detailOf(part)]
    const isOther = before !== undefined && own !== undefined && before !== own
    if (last === undefined || last.endsWith(',') || isOther) joined.push(part)
    else joined.splice(-1, 1, `${last} ${part}`)
  }
  return joined
}

/** Parts after a degree without a detail of their own are further fields of study. */
function continuesFields(details: readonly Detail[], index: number): boolean {
  return details.slice(0, index).findLast((one) => one !== undefined) === 'education'
}

function detailOf(part: string): Detail {
  if (readYears(part).length > 0) return 'years'
  if (readEducation(part)) return 'education'
  if (readLanguageLevel(part) !== null) return 'language'
  return certificate.test(foldPhrase(part)) ? 'certificate' : undefined
}
