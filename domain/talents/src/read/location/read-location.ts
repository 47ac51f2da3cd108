// Reads where a person lives, from their contact details, and whether they offer to relocate or to work remotely.
import { foldText } from '@gatehouse/reading/fold-text'
import type { SectionKind } from '@gatehouse/reading/section'
import type { ProfileLocation, Stated } from '../../profile.ts'
import type { CvLine } from '../cv-lines.ts'
import { moves, residence } from './place-words.ts'
import { type Place, readPlace, townOf } from './read-place.ts'
import { afterName, isPersonal } from '../read-person.ts'
import type { TalentNames } from '../talent-names.ts'

const remoteWords =
  /\b(?:open to remote|remote (?:work|position|role|only|preferred|possible|ok|welcome)|fully remote|works? remotely|working remotely|prefer(?:s|red)? remote|remote|home ?office|teletravail|a distance|teletrabajo|en remoto|trabajo remoto|munca la distanta|de la distanta|telemunca)\b/
const relocationWords =
  /\b(?:(?:willing|open|ready|able|happy|keen|prepared|planning|looking) to (?:relocat\w*|move)|open to relocation|relocation (?:possible|ok|welcome)|(?:can|will) relocate|umzugsbereit\w*|umzug moglich|bereit zum umzug|bereitschaft zum umzug|ortsungebunden|mobilite (?:nationale|internationale|geographique|totale)|mobile (?:france|europe|international)|prete? a (?:demenager|me relocaliser)|disponib(?:le|ilidad) (?:geografica|para (?:reubic|radic|cambi|traslad|mud)\w*(?: de residencia)?|de traslado)|dispuest[oa] a (?:reubic|radic|traslad|mud)\w*|cambio de residencia|dispus[a]? (?:sa ma (?:mut|reloc)\w*|la relocare|pentru relocare)|disponibil\w* (?:pentru|la) (?:relocare|mutare)|relocare posibila)\b/
const notWords = /\b(?:not|no|cannot|unable|never|nicht|kein\w*|ohne|pas|ne|sans|sin|nu|fara)\b[^.;,]{0,20}$/

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
  const targets = findMoves(wishes).filter(({ town }) => !names.countries.has(town))
  const relocation = wishes.find(
    ({ text, index }) => states(text, relocationWords) && targets.every(({ line }) => line !== index),
  )
  const line = place?.line ?? remote?.index ?? relocation?.index ?? targets[0]?.line
  if (line === undefined) return null
  const { text, town, country, areas } = place ?? { text: '', town: null, country: null, areas: [] }
  const further = [...new Set([...areas, ...targets.map((one) => one.town)])]
  return {
    text,
    town,
    country,
    ...(further.length > 0 ? { areas: further } : {}),
    isRemoteOk: remote !== undefined,
    canRelocate: relocation !== undefined,
    line,
  }
}

/** Every match contains one of these; most lines contain none, which saves folding them. */
const wishWord =
  /remot|home ?office|distan|t[eé]l[eé]trava|teletra|telemunc|reloc|relog|move|umzug|umzieh|ortsun|mobil|reubic|radic|traslad|mud|m[uă]t|d[eé]m[eé]nag|geogr|resid/i

function states(text: string, words: RegExp): boolean {
  if (!wishWord.test(text)) return false
  const folded = foldText(text)
  const match = words.exec(folded)
  return match !== null && !notWords.test(folded.slice(0, match.index))
}

type FoundPlace = Place & { line: number }

/** The first line of the contact details that names a town, or else one that names a country. */
function findPlace(
  lines: readonly CvLine[],
  name: Stated<string> | null,
  names: TalentNames,
): FoundPlace | undefined {
  const near = lines.filter((line) => isPersonal(line))
  const places = near.flatMap((line) => {
    // A name may be that of a town: Mendoza, Paris.
    const text = line.index === name?.line ? afterName(line.text) : line.text
    return placeOfLine({ ...line, text }, names) ?? []
  })
  const first = places.find(({ town }) => town !== null) ?? places[0]
  if (!first) return findResidence(lines, names)
  // The country may stand on a line of its own after the town.
  const next = places.find(({ line, country }) => line > first.line && country !== null)
  const country = first.country ?? (next && next.line <= first.line + 2 ? next.country : null)
  return { ...first, country }
}

const birthOrOrigin =
  /\b(?:born|birth|geboren|geburt|geb\b|naissance|nee? (?:le|a|en)|nacid|nacimiento|nascut|nasterii|nationalit|nacionalidad|staatsang|staatsburger|citizen|cetateni|nationality)/

/** Without the parts about birth and origin and all that follow: a place after them may be that of the birth. */
function withoutOrigin(text: string): string {
  const parts = text.split(/(?<=[,;|–—])/u)
  const origin = parts.findIndex((part) => birthOrOrigin.test(foldText(part)))
  return (origin === -1 ? parts : parts.slice(0, origin)).join('')
}

function placeOfLine({ text, index }: CvLine, names: TalentNames): FoundPlace | undefined {
  const label = residence.exec(text)
  const isAtStart = label !== null && /^[^\p{L}]*$/u.test(text.slice(0, label.index))
  const isOrigin = birthOrOrigin.test(foldText(text))
  if (isOrigin && label === null) return undefined
  // "geboren 1985 in Poltawa, wohnhaft in 01139 Dresden", "wohnhaft in Hamburg, geb. 1983"
  const labelled = label === null ? '' : withoutOrigin(text.slice(label.index + label[0].length))
  if (isOrigin && !/\p{L}{3}/u.test(labelled)) return undefined
  const content = label !== null && (isAtStart || isOrigin) ? labelled : text
  const place = readPlace(content, names, content !== text)
  return place && Object.assign({}, place, { line: index })
}

const withoutResidence: ReadonlySet<SectionKind | null> = new Set(['experience', 'education', 'references'])

/** A labelled place further down: "Wohnort: Kassel" among other details. */
function findResidence(lines: readonly CvLine[], names: TalentNames): FoundPlace | undefined {
  const possible = lines.filter(({ section }) => !withoutResidence.has(section))
  const labelled = possible.filter(({ text }) => residenceStart.test(text))
  const told = possible.flatMap((line) => {
    const at = line.isReadable ? line.text.search(residenceTold) : -1
    return at < 0 ? [] : [{ ...line, text: line.text.slice(at) }]
  })
  return [...labelled, ...told]
    .flatMap((line) => placeOfLine(line, names) ?? [])
    .find(({ town }) => town !== null)
}

/** Within a sentence only words of the first person are about where the person lives. */
const residenceTold =
  /(?<!\p{L})(?:i(?:’m| am|'m)? (?:live|living|based) in|ich (?:wohne|lebe) in|(?:wohne|lebe) ich in|j[’']habite(?: à)?|je vis à|vivo en|resido en|locuiesc în|locuiesc in)\s+(?=\p{Lu})/iu

const residenceStart =
  /^[^\p{L}]*(?:address|adresse|anschrift|wohnort|wohnsitz|wohnhaft|ich wohne|i live|living in|based in|domicile|domicilié|j[’']habite|habite|domicilio|residencia|resido|vivo en|domiciliu|domiciliat|locuiesc|locul de trai|reședința)/iu

/** Where the person states that they move. A line about it may be far from the address. */
function findMoves(lines: readonly CvLine[]): { town: string; line: number }[] {
  return lines.flatMap(({ text, index }) =>
    moves.flatMap((pattern) => {
      const match = pattern.exec(text)
      if (!match || notWords.test(foldText(text.slice(0, match.index)))) return []
      return townOf(match.groups?.['name'] ?? '').map((town) => ({ town, line: index }))
    }),
  )
}
