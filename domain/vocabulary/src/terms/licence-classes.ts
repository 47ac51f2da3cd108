// Finds the classes of driving licences that a text names: "Führerschein Klasse CE", "permis B, C", "HGV class 1". A class
// of one or two letters is a class only beside a word for a licence.
import { foldLetters } from '@gatehouse/reading/fold-text'
import { rememberReadings } from '@gatehouse/reading/remember-readings'

/** `start` and `end` are positions in the NFC form of the text. */
export type FoundLicence = { licence: LicenceClass; start: number; end: number }

export const licenceClasses = ['b', 'be', 'c1', 'c1e', 'c', 'ce', 'd1', 'd', 'de'] as const
export type LicenceClass = (typeof licenceClasses)[number]

/** The classes that a class includes or presupposes. */
const included: Readonly<Record<LicenceClass, readonly LicenceClass[]>> = {
  b: [],
  be: ['b'],
  c1: ['b'],
  c1e: ['c1', 'be', 'b'],
  c: ['c1', 'b'],
  ce: ['c', 'c1', 'c1e', 'be', 'b'],
  d1: ['b'],
  d: ['d1', 'b'],
  de: ['d', 'd1', 'be', 'b'],
}

/** The class and those that it includes. */
export function withIncluded(licence: LicenceClass): readonly LicenceClass[] {
  return [licence, ...included[licence]]
}

/** The class and those that include it: without B there is no CE either. */
export function withIncluding(licence: LicenceClass): readonly LicenceClass[] {
  return licenceClasses.filter((one) => withIncluded(one).includes(licence))
}

/** The key of a class among terms and concepts. */
export function licenceTerm(licence: LicenceClass): string {
  return `licence:${licence}`
}

const licenceWords =
  /(?<!\p{L})(?:(?:lkw-?|pkw-?|bus-?)?fuhrersch\p{L}*|fahrerlaubnis\p{L}*|driv\p{L}+['’]?s? licen[cs]es?|licen[cs]es?|permis(?:ul|e|ele)?(?: (?:de conduire|de conducere|auto))?|permisos?(?: de (?:conducir|conduccion|circulacion))?|carnets?(?: de (?:conducir|conducere))?|carnes?(?: de conducir)?|klassen?|kl\.|class(?:es)?|categor(?:y|ies|ia|ie|iile|ii)|cat\.|kategorien?|clase)(?!\p{L})/gu

const token = String.raw`(?:C1E|C1|C\s?\+\s?E|CE|EC|C|B\s?\+\s?E|BE|B96|B|D1|D\s?\+\s?E|DE|D|AM|A1|A2|A|E|T|L)(?![\p{L}\p{N}+])`
const fillers = String.raw`(?:der|den|de|du|la|clase|klassen?|kl\.|class|category|categoria|categoriile|categorii|cat\.|catégories?|kategorien?|conducir|conducere|conduire|auto|im|in|of|[\s:–—.„“"'(-])*`
const between = String.raw`(?:\s|\([^)]*\)|[,;/&+|]|und|and|et|y|și|si|sau|oder|or|ou|o|bzw\.|seit|from|since|depuis|desde|din|sowie|also|plus|Erweiterung|extensie|Klassen?|Kl\.|class|category|categoria|cat\.|\d{4})+`
const firstToken = new RegExp(String.raw`${fillers}(?<name>${token})`, 'uy')
const nextToken = new RegExp(String.raw`${between}(?<name>${token})`, 'uy')
const tokenBefore = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?<name>${token})(?=[\s-](?:[Dd]riving\s|[Cc]lass\s)?(?:[Ll]icen[cs]e|[Ff]ührerschein|[Cc]ategory))`,
  'gu',
)
const lineOfTokens = new RegExp(String.raw`(?<![\p{L}\p{N}])(?<name>${token})`, 'uy')

/** Classes by a name of their own. */
const named: readonly (readonly [RegExp, LicenceClass])[] = [
  [
    /(?<!\p{L})(?:[hl]gv (?:class 1|c ?\+ ?e|ce)|class 1 (?:driver|licen[cs]e|hgv)|cdl class a|class a cdl|permis (?:spl|super lourds?))(?!\p{L})/gu,
    'ce',
  ],
  [
    /(?<!\p{L})(?:[hl]gv (?:class 2|(?:driving )?(?:licen[cs]e|permit))|class 2 (?:driver|licen[cs]e|hgv)|(?:heavy|large) goods vehicle (?:driving )?(?:licen[cs]e|permit)|(?:lorry|truck) (?:driving )?(?:licen[cs]e|permit)|permis (?:pl|poids lourds?|(?:de )?camion)|lkw[- ]?(?:fuhrerschein|schein|fahrerlaubnis)|(?:carnet?|permiso|licencia) de camion|permis (?:de conducere )?(?:de |pentru )?camion)(?!\p{L})/gu,
    'c',
  ],
  [
    /(?<!\p{L})(?:p[cs]v (?:driving )?(?:licen[cs]e|permit)|(?:bus|coach) (?:driving )?(?:licen[cs]e|permit)|bus[- ]?(?:fuhrerschein|schein|fahrerlaubnis)|permis (?:de )?(?:bus|autocar|transport en commun)|(?:carnet?|permiso|licencia) de (?:autobus|autocar)|permis (?:de conducere )?(?:de |pentru )?autobuz)(?!\p{L})/gu,
    'd',
  ],
]
/** Canada's class for cars; a school has a class 5 as well. */
const canadianClass = /(?<!\p{L})class 5(?!\d)/gu

/** What every pattern for a class needs. */
const mayNameLicence =
  /fuhrersch|schein|fahrerlaubnis|licen[cs]|permi[st]|carne|klasse|kl\.|class|categor|cat\.|kategorie|clase|[hl]gv|cdl/

/** A heading stands above many lines. */
const isAboutLicences = rememberReadings((heading) => foldLetters(heading).search(licenceWords) >= 0)

/** `heading` is what the text stands under: "Driving licences" makes "B, C" a list of classes. */
export function findLicenceClasses(written: string, heading = ''): FoundLicence[] {
  const text = written.normalize('NFC')
  const folded = foldLetters(text)
  // Most lines have none of these words, and the patterns below cost more.
  if (!mayNameLicence.test(folded) && !isAboutLicences(heading)) return []
  const isOfLicence = /licen[cs]e/.test(`${foldLetters(heading)} ${folded}`)
  const patterns = isOfLicence ? [...named, [canadianClass, 'b'] as const] : named
  const found: FoundLicence[] = patterns.flatMap(([pattern, licence]) =>
    [...folded.matchAll(pattern)].map((match) => ({
      licence,
      start: match.index,
      end: match.index + match[0].length,
    })),
  )
  for (const match of folded.matchAll(licenceWords))
    found.push(...readTokens(text, match.index, { at: match.index + match[0].length, first: firstToken }))
  for (const match of text.matchAll(tokenBefore))
    found.push(...toLicence(match.groups?.['name'] ?? '', match.index, match.index + match[0].length))
  if (found.length === 0 && isAboutLicences(heading))
    found.push(...readTokens(text, 0, { at: /^[^\p{L}]*/u.exec(text)?.[0].length ?? 0, first: lineOfTokens }))
  return distinct(found)
}

/** "Category C licence" has two words for a licence and one class: the longest finding counts. */
function distinct(found: readonly FoundLicence[]): FoundLicence[] {
  const longestFirst = found.toSorted((one, other) => one.start - other.start)
  return [...new Map(longestFirst.toReversed().map((one) => [one.end, one])).values()].sort(
    (one, other) => one.start - other.start,
  )
}

function readTokens(
  text: string,
  start: number,
  { at, first }: { at: number; first: RegExp },
): FoundLicence[] {
  const found: FoundLicence[] = []
  let [pattern, from, position] = [first, start, at]
  for (;;) {
    pattern.lastIndex = position
    const name = pattern.exec(text)?.groups?.['name']
    if (name === undefined) return found
    const end = pattern.lastIndex
    found.push(...toLicence(name, found.length === 0 ? from : end - name.length, end))
    ;[pattern, from, position] = [nextToken, end, end]
  }
}

function toLicence(name: string, start: number, end: number): FoundLicence[] {
  const plain = name.toLowerCase().replaceAll(/[\s+]/gu, '')
  const licence = licenceClasses.find(
    (one) => one === (plain === 'ec' ? 'ce' : plain === 'b96' ? 'be' : plain),
  )
  return licence ? [{ licence, start, end }] : []
}
