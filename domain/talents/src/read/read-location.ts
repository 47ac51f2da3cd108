// Reads where a person lives, from their contact details, and whether they offer to relocate or to work remotely.
import { findCountry } from '@gatehouse/reading/country-names'
import { foldPhrase, foldText } from '@gatehouse/reading/fold-text'
import { findTowns } from '@gatehouse/reading/towns'
import type { ProfileLocation, Stated } from '../profile.ts'
import type { CvLine } from './cv-lines.ts'
import { afterName, isPersonal } from './read-person.ts'
import type { TalentNames } from './talent-names.ts'

const remoteWords =
  /\b(?:open to remote|remote (?:work|position|role|only|preferred|possible|ok|welcome)|fully remote|works? remotely|working remotely|prefer(?:s|red)? remote|remote|home ?office|teletravail|a distance|teletrabajo|en remoto|trabajo remoto|munca la distanta|de la distanta|telemunca)\b/
const relocationWords =
  /\b(?:(?:willing|open|ready|able|happy) to (?:relocat\w*|move)|open to relocation|relocation (?:possible|ok|welcome)|(?:can|will) relocate|umzugsbereit\w*|umzug moglich|bereit zum umzug|bereitschaft zum umzug|ortsungebunden|mobilite (?:nationale|internationale|geographique|totale)|mobile (?:france|europe|international)|prete? a (?:demenager|me relocaliser)|disponibilidad (?:geografica|para (?:reubic|cambi|traslad|mud)\w*(?: de residencia)?|de traslado)|dispuest[oa] a (?:reubic|traslad|mud)\w*|cambio de residencia|dispus[a]? (?:sa ma (?:mut|reloc)\w*|la relocare|pentru relocare)|disponibil\w* (?:pentru|la) (?:relocare|mutare)|relocare posibila)\b/
const notWords = /\b(?:not|no|nicht|kein\w*|pas|nu)\b[^.;,]{0,20}$/

/** Where the person lives is looked for among their contact details only; further down, a place may be that of a job. */
export function readLocation(
  lines: readonly CvLine[],
  name: Stated<string> | null,
  names: TalentNames,
): ProfileLocation | null {
  const place = findPlace(lines, name, names)
  const wishes = lines.filter(
    ({ section, isReadable }) =>
      // The head is not readable where it has an e-mail address, which may stand beside an offer to relocate.
      section === null || (isReadable && section !== 'experience' && section !== 'education'),
  )
  const remote = wishes.find(({ text }) => states(text, remoteWords))
  const relocation = wishes.find(({ text }) => states(text, relocationWords))
  const line = place?.line ?? remote?.index ?? relocation?.index
  if (line === undefined) return null
  const { text, town, country } = place ?? { text: '', town: null, country: null }
  return {
    text,
    town,
    country,
    isRemoteOk: remote !== undefined,
    canRelocate: relocation !== undefined,
    line,
  }
}

/** Every match contains one of these; most lines contain none, which saves folding them. */
const wishWord =
  /remot|home ?office|distan|t[eé]l[eé]trava|teletra|telemunc|reloc|relog|move|umzug|umzieh|ortsun|mobil|reubic|traslad|mud|m[uă]t|d[eé]m[eé]nag|geogr|resid/i

function states(text: string, words: RegExp): boolean {
  if (!wishWord.test(text)) return false
  const folded = foldText(text)
  const match = words.exec(folded)
  return match !== null && !notWords.test(folded.slice(0, match.index))
}

type Place = Pick<ProfileLocation, 'text' | 'town' | 'country' | 'line'>

function findPlace(
  lines: readonly CvLine[],
  name: Stated<string> | null,
  names: TalentNames,
): Place | undefined {
  const near = lines.filter((line) => isPersonal(line) && !birthOrOrigin.test(foldText(line.text)))
  const places = near.flatMap(({ index, text }) => {
    // A name may be that of a town: Mendoza, Paris.
    const part = readPlace(index === name?.line ? afterName(text) : text, names)
    return part === undefined ? [] : [Object.assign(part, { line: index })]
  })
  const first = places.find(({ town }) => town !== null) ?? places[0]
  if (!first) return undefined
  // The country may stand on a line of its own after the town.
  const next = places.find(({ line, country }) => line > first.line && country !== null)
  const country = first.country ?? (next && next.line <= first.line + 2 ? next.country : null)
  return { ...first, country }
}

const birthOrOrigin =
  /\b(?:born|birth|geboren|geburt|naissance|nee? (?:le|a|en)|nacid|nacimiento|nascut|nasterii|nationalit|nacionalidad|staatsang|staatsburger|citizen|cetateni|nationality)/

/** The codes of the United States, which stand where other addresses have a country. */
const usStates = new Set(
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC'.split(
    ' ',
  ),
)

/** The town and country of a line, without its street and postcode. */
export function readPlace(text: string, { countries }: TalentNames): Omit<Place, 'line'> | undefined {
  const all = text
    .replace(
      /^\s*(?:address|adresse|anschrift|wohnort|location|domicile|direcci[oó]n|domicilio|adres[aă]|ort|lieu)\s*:\s*/iu,
      '',
    )
    .replaceAll(/\([^)]*\)/gu, ' ')
    .split(/\s*[|•·;]\s*|\s+[–—/-]\s+| {2,}|\t/u)
    .filter((part) => !/@|https?:|www\.|linkedin|\+\d/.test(part))
    .join(', ')
  const parts = all.split(/\s*[,/]\s*/u)
  const towns = findTowns(all)
  const state = parts.findIndex(
    (part, index) => index > 0 && usStates.has(part.replace(/\s+\d{5}(?:-\d{4})?$/u, '')),
  )
  const named = parts.findIndex((part) => countries.has(foldPhrase(part)))
  const country = findCountry(all, countries) ?? (state > 0 ? 'US' : null)
  const found = towns.findLast((town) => country === null || town.country === country) ?? towns.at(-1)
  if (!found && country === null) return undefined
  // The words between a street or postcode and the country name a town that the list of towns lacks.
  const before = (parts[(named > 0 ? named : state) - 1] ?? '').replaceAll(/\S*\d\S*/gu, ' ').trim()
  const written = found ? all.slice(found.start, found.end) : townLike.test(before) ? before : ''
  const rest = named >= 0 ? parts[named] : state > 0 ? parts[state]?.slice(0, 2) : ''
  const isElsewhere = found !== undefined && country !== null && found.country !== country
  return {
    text: [written, rest].filter(Boolean).join(', '),
    town: found && !isElsewhere ? found.town : written === '' ? null : foldPhrase(written),
    country: country ?? found?.country ?? null,
  }
}

/** One to three words with capital letters. */
const townLike = /^\p{Lu}[\p{L}\p{M}'’.-]+(?:\s\p{Lu}[\p{L}\p{M}'’.-]+){0,2}$/u
