// Reads the places of work. A labelled place counts most, then one in the lines below the title, then one in a sentence
// about the position; a town that only belongs to the company's portrait counts if nothing else is stated.
import { foldPhrase } from '@gatehouse/reading/fold-text'
import { type FoundTown, findTowns } from '@gatehouse/reading/towns'
import { wordPattern } from '@gatehouse/reading/word-pattern'
import type { PostingPlace } from '../../posting.ts'
import type { SectionedLine } from '../posting-line.ts'

type Found = Omit<PostingPlace, 'line'>
type Candidate = { place: PostingPlace; score: number }

/** Codes by folded name. */
type Countries = ReadonlyMap<string, string>

const placeLabel = wordPattern([
  'location|locations|place of work|place|site|sites|office|offices|where|city|based in|einsatzort',
  'einsatzorte|arbeitsort|arbeitsorte|standort|standorte|dienstort|ort|wo|stadt|lieu|lieu de travail|lieux',
  'localisation|ville|ou|ubicacion|localidad|lugar|lugar de trabajo|donde|ciudad|centro de trabajo|locatie',
  'locatia|localitate|localitatea|oras|orasul|loc de munca|locul de munca|unde',
])
const notWork = wordPattern([
  'founded|founded in|gegrundet*|grundung|headquartered|customers|clients|kunden|clientele|clientela|fondee',
  'fonde|fundada|fundado|infiintat*|born|shuttle|transport asigurat|travel to|reisen|deplacements|viajes',
  'university of|universitat|universite|universidad|universitatea',
])
const aboutPosition = wordPattern([
  'position|role|job|stelle|stellen|poste|postes|puesto|post|postul|internship|praktikum|stage|practicas',
  'contract|contrat|vertrag|work in|working in|you work|you will work|arbeitest|arbeiten sie|base a|basee a',
  'based in|based at|on-site|vor ort|full-time|part-time|vollzeit|teilzeit|temps plein|temps partiel',
  'jornada|tiempo completo|norma|full time|hybrid|hibrid*|hybride|presencial|presentiel|are loc in',
  'locul de desfasurare|prestacion|plaza|a pourvoir|desfasoara|activitatea|zu besetzen',
])
const aboutSite = wordPattern([
  'office|offices|store|shop|branch|site|plant|factory|warehouse|school|clinic|hospital|farm|headquarters',
  'standort|buro|buros|filiale|werk|betriebshof|zentrale|klinik|bureaux|bureau|usine|agence|magasin',
  'etablissement|siege|atelier|locaux|oficina|oficinas|tienda|despacho|despachos|fabrica|sede|centro|birou',
  'birouri|sediu|sediul|magazin|depozit|abrimos|temporada|team sitzt',
])

const headLines = 6

/** Lines of requirements, tasks and benefits name places that are not the place of work. */
export function readPlaces(
  lines: readonly SectionedLine[],
  titleLine: number,
  countries: Countries,
): PostingPlace[] {
  const firstHeading = lines.findIndex(({ isHeading, kind }) => isHeading && kind !== undefined)
  const head = firstHeading < 0 ? headLines : Math.min(headLines, firstHeading)
  const candidates = lines.flatMap((line, index) =>
    candidatesOf(line, { isHead: index < head, isTitle: line.number === titleLine, countries }),
  )
  const best = Math.max(0, ...candidates.map(({ score }) => score))
  const chosen = candidates.filter(({ score }) => score === best).map(({ place }) => place)
  const keyOf = ({ town, text }: PostingPlace) => town ?? foldPhrase(text)
  return chosen.filter((place, index) => chosen.findIndex((one) => keyOf(one) === keyOf(place)) === index)
}

type Context = { isHead: boolean; isTitle: boolean; countries: Countries }

function candidatesOf(line: SectionedLine, context: Context): Candidate[] {
  const { kind, label, text, number } = line
  if (
    kind === 'must' ||
    kind === 'nice' ||
    kind === 'tasks' ||
    kind === 'apply' ||
    (line.isHeading && kind !== undefined)
  )
    return []
  const at = (score: number) => (found: Found) => ({ place: { ...found, line: number }, score })
  if (placeLabel.test(label) && kind === 'terms' && isWholeLabel(label))
    return namedPlaces(text, context.countries).map(at(6))
  if (kind === 'offer') return []
  if (context.isHead && !isSentence(text)) return headPlaces(text, context).map(at(5))
  const scored = text.split(/(?<=[.!?])\s+/).flatMap((sentence) => {
    const folded = foldPhrase(sentence)
    if (notWork.test(folded)) return townsIn(sentence, context.countries).map(at(1))
    const score = aboutPosition.test(folded) ? 4 : aboutSite.test(folded) ? 3 : 2
    const towns = townsIn(sentence, context.countries)
    const found = towns.length > 0 || score < 3 ? towns : afterPreposition(sentence, context.countries)
    return found.map(at(score))
  })
  return [...scored, ...municipality(text).map(at(context.isHead ? 3 : 1))]
}

function isWholeLabel(label: string): boolean {
  return label.split(' ').length <= 4
}

function isSentence(text: string): boolean {
  return /[.!?]$/.test(text) && text.split(/\s+/).length > 6
}

function townsIn(text: string, countries: Countries): Found[] {
  const towns = findTowns(text)
  // Luxembourg is a country too: beside another town it names the country.
  const isCountry = ({ start, end }: FoundTown) => countries.has(foldPhrase(text.slice(start, end)))
  const own = towns.some((town) => !isCountry(town)) ? towns.filter((town) => !isCountry(town)) : towns
  return own.map(({ town, country, start, end }) => ({
    text: text.slice(start, end),
    town,
    country: countryAfter(text.slice(end), countries) ?? country,
  }))
}

function countryAfter(rest: string, countries: Countries): string | undefined {
  const next = /^[\s,(/–-]*(?<name>\p{Lu}[\p{L}\s.]{1,40}?)(?=[\s]*(?:$|[,).;|/–-]))/u.exec(rest)?.groups?.[
    'name'
  ]
  return next === undefined ? undefined : countries.get(foldPhrase(next.replace(/^Republica /, '')))
}

/** The value of a label: the towns of the gazetteer, or else the words themselves. */
function namedPlaces(value: string, countries: Countries): Found[] {
  const towns = townsIn(value, countries)
  if (towns.length > 0) return towns
  const first = value.split(/[,;(|]|\s[–—-]\s|\.\s/)[0] ?? ''
  return first
    .split(/\s+(?:and|und|et|y|și|si|or|oder|ou|o|sau)\s+|\s*\/\s*/)
    .map((name) => name.trim().replace(/[.]$/, ''))
    .filter((name) => isPlaceName(name) && !countries.has(foldPhrase(name)))
    .map((name) => ({
      text: name,
      town: null,
      country: countryAfter(value.slice(value.indexOf(name) + name.length), countries) ?? null,
    }))
}

function isPlaceName(name: string): boolean {
  return (
    /^\p{Lu}/u.test(name) &&
    name.length <= 40 &&
    name.split(/\s+/).length <= 5 &&
    !notPlace.test(foldPhrase(name))
  )
}

const notPlace = wordPattern([
  'remote|hybrid|home|homeoffice|home-office|teletravail|teletrabajo|remoto|hibrido|hibrid|anywhere|europe',
  'europa|worldwide|deutschlandweit|bundesweit|full-time|full time|vollzeit|teilzeit|part-time|our|unser*',
  'notre|nuestra|various|diverse|gmbh|ag|ltd|sa|srl|sl|llc|llp|kg|inc|plc|hotel|hospital|team|siege|sede',
  'sediul',
])

/** In the lines below the title a place stands in a part of its own: "Hotel Gamskogel, Zell am See, Österreich". */
function headPlaces(text: string, { isTitle, countries }: Context): Found[] {
  const towns = townsIn(text, countries)
  if (towns.length > 0) return towns
  if (isTitle) return []
  const parts = text.split(/,\s|\s[|·•–—]\s/).map((part) => part.trim().replaceAll('*', ''))
  const last = parts.at(-1) ?? ''
  const country = countries.get(foldPhrase(last.replace(/^Republica /, '')))
  const name = country === undefined ? last : parts.at(-2)
  const isNamed = parts.length > (country === undefined ? 1 : 2) || country !== undefined
  if (
    name === undefined ||
    !isNamed ||
    !text.includes(',') ||
    text.includes(':') ||
    !isPlaceName(name) ||
    /\d/.test(name)
  )
    return []
  return [{ text: name, town: null, country: country ?? null }]
}

const preposition =
  /(?<!\p{L})(?:in|im raum|at|à|en|de|în|la|standort|store in|office in)\s+(?<name>\p{Lu}[\p{L}'’-]+(?:[\s-](?:\p{Lu}[\p{L}'’-]+|am|an der|im|de|la|le|les|sur|del|upon|on)){0,4})/gu

/** A place that the gazetteer lacks: the capitalised words after "in" at the end of a part of the sentence. */
function afterPreposition(sentence: string, countries: Countries): Found[] {
  const found = [...sentence.matchAll(preposition)].flatMap(({ groups, index, 0: whole }) => {
    const name = groups?.['name']?.trim() ?? ''
    const rest = sentence.slice(index + whole.length)
    const isEnd = /^\s*(?:$|[.,;()]|\s(?:ist|is|est|se|and|und|et|y|și|zu)\s)/u.test(rest)
    return isEnd && isPlaceName(name) && !isCommon(name, countries) ? [{ name, rest }] : []
  })
  return found.map(({ name, rest }) => ({
    text: name,
    town: null,
    country: countryAfter(rest, countries) ?? null,
  }))
}

const commonNouns = wordPattern([
  'vollzeit|teilzeit|voll|festanstellung|wechselschicht|schicht|elternzeit|absprache|prasenz|cdi|cdd',
  'interim|full-time|urbanismo|ingles|english|german|deutsch|monday|montag|lundi|lunes|luni|january|februar',
  'february|march|april|may|june|july|august|september|october|november|december|januar|marz|mai|juni|juli',
  'oktober|dezember|spring|summer|autumn|winter|buro|homeoffice|team|verbindung|zusammenarbeit|kooperation',
  'wort|schrift',
])

function isCommon(name: string, countries: Countries): boolean {
  const folded = foldPhrase(name)
  return commonNouns.test(folded) || countries.has(folded)
}

const municipal =
  /(?:^|[\s(])(?:Stadt|Gemeinde|Landkreis|City of|Town of|Mairie de|Ville de|Commune de|Ayuntamiento de|Municipio de|Primăria (?:orașului|municipiului|comunei)|Primaria (?:orasului|municipiului|comunei))\s+(?<name>\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+){0,2})/gu

/** The town whose administration offers the job. */
function municipality(text: string): Found[] {
  return [...text.matchAll(municipal)].map(({ groups }) => ({
    text: groups?.['name'] ?? '',
    town: null,
    country: null,
  }))
}
