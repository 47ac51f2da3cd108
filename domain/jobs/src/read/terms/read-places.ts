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
  'job site|worksite|work site|job location|work location|workplace|duty station|base|where youll work|where you will work',
  'arbeitsplatz|arbeitsstatte|einsatzstelle|lieu du poste|lieu dexercice|lieu daffectation|ou ca|poste base a|zona de trabajo',
  'lugar del puesto|punct de lucru|punctul de lucru|unde lucrezi|unde vei lucra|sediu|sediul|adresa|adresse|address|direccion',
  'location|locations|place of work|place|site|sites|office|offices|where|city|based in|einsatzort',
  'einsatzorte|arbeitsort|arbeitsorte|standort|standorte|dienstort|ort|wo|stadt|lieu|lieu de travail|lieux',
  'localisation|ville|ou|ubicacion|localidad|lugar|lugar de trabajo|donde|ciudad|centro de trabajo|locatie',
  'locatia|localitate|localitatea|oras|orasul|loc de munca|locul de munca|unde',
])
/** Subjects of a sentence that is about nothing but the place of work: "Einsatzort ist unsere Kanzlei in Münster". */
const placeSubject = wordPattern([
  'einsatzort|arbeitsort|dienstort|place of work|work location|your workplace|lieu de travail|lieu du poste|poste base',
  'lugar de trabajo|centro de trabajo|locul de munca|punctul de lucru|startpunkt|ausgangspunkt',
])
/** A sentence outside of the sections that states where and whom the employer seeks. */
const employerSeeks = wordPattern([
  'is looking for|are looking for|seeks|is hiring|sucht|suchen|recherche|recherchons|recrute|cherche|cherchons|busca|buscamos',
  'necesita|contrata|cauta|cautam|angajeaza|angajam|recruteaza',
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
  // A sentence of a paragraph is not a line below the title.
  const isSentenceOf = ({ number }: SectionedLine, index: number) =>
    lines[index - 1]?.number === number || lines[index + 1]?.number === number
  const candidates = lines.flatMap((line, index) =>
    candidatesOf(line, {
      isHead: index < head && !isSentenceOf(line, index),
      isTitle: line.number === titleLine,
      countries,
    }),
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
    (kind === 'must' && (label !== '' || !employerSeeks.test(line.folded))) ||
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
    const score = scoreOf(folded)
    const towns = townsIn(sentence, context.countries)
    const found = towns.length > 0 || score < 3 ? towns : afterPreposition(sentence, context.countries)
    return found.map(at(score))
  })
  return [...scored, ...municipality(text).map(at(context.isHead ? 3 : 1))]
}

/** How likely the towns of a sentence are the place of work. */
function scoreOf(folded: string): number {
  if (placeSubject.test(folded)) return 6
  if (aboutPosition.test(folded)) return 4
  return aboutSite.test(folded) ? 3 : 2
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

/** Words that make the name after them one of a region, which often has the name of its capital. */
const region =
  /(?:\b(?:Land|Bundesland|Landkreis|Kreis|Kanton|Region|Raum|provincia(?: de)?|prov\.|province(?: de| of)?|estado(?: de)?|departamento(?: de)?|département(?: de)?|canton(?: de)?|comunidad(?: de)?|județul|judetul|jud\.?|raionul|r-nul|state of|county)\s|^[^,(]{2,40}\()$/iu

/** The value of a label: the towns of the gazetteer, or else the words themselves. */
function namedPlaces(value: string, countries: Countries): Found[] {
  const towns = townsIn(value, countries)
  const named = firstNames(value, countries)
  const [first] = towns
  // "Illescas (Toledo)" and "Zell am See, Land Salzburg" name a town that the gazetteer lacks, and its region.
  const before = first ? value.slice(0, value.indexOf(first.text)) : ''
  if (first && towns.length === 1 && region.test(before))
    return [...named.map((one) => ({ ...one, country: one.country ?? first.country })), first]
  if (towns.length > 0) return towns
  return named.length > 0 ? named : afterPreposition(value, countries)
}

function firstNames(value: string, countries: Countries): Found[] {
  const first = value.replace(/^\d{4,6}\s+/, '').split(/[,;(|]|\s[–—-]\s|\.\s/)[0] ?? ''
  return first
    .split(/\s+(?:and|und|et|y|și|si|or|oder|ou|o|sau)\s+|\s*\/\s*/)
    .map((name) => name.trim().replace(/[.]$/, ''))
    .filter((name) => isPlaceName(name) && !countries.has(foldPhrase(name)) && findTowns(name).length === 0)
    .map((name) => ({
      text: name,
      town: null,
      country: countryAfter(value.slice(value.indexOf(name) + name.length), countries) ?? null,
    }))
}

/** Words within names of places that have no capital letter: "Zell am See", "Villeneuve-sur-Lot", "Playa del Carmen". */
const particle =
  /^(?:am|an|im|in|bei|ob|unter|auf|vor|der|die|den|dem|de|du|des|la|le|les|los|las|el|del|sur|sous|lès|en|et|upon|on|by|the|of|and|y|e|și|cel|lui|al|do|da|dos|a)$/u

function isPlaceName(name: string): boolean {
  const words = name.split(/\s+/)
  return (
    /^\p{Lu}/u.test(name) &&
    name.length <= 40 &&
    words.length <= 5 &&
    words.every((word) => /^[^\p{Ll}]/u.test(word) || particle.test(word)) &&
    !notPlace.test(foldPhrase(name))
  )
}

const notPlace = wordPattern([
  'remote|hybrid|home|homeoffice|home-office|teletravail|teletrabajo|remoto|hibrido|hibrid|anywhere|europe',
  'europa|worldwide|deutschlandweit|bundesweit|full-time|full time|vollzeit|teilzeit|part-time|our|unser*',
  'presencial|presentiel|prasenz|vor ort|on site|on-site|sur place|office|buro|bureau|bureaux|oficina|birou|oficiu|teilzeit|tagschicht|notre|nuestra|various|diverse|gmbh|ag|ltd|sa|srl|sl|llc|llp|kg|inc|plc|hotel|hospital|team|siege|sede',
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
  /(?<!\p{L})(?:in|im raum|at|à|en|de|în|la|standort|store in|office in|near|(?:north|south|east|west|outside) of|outside|bei|nahe|(?:nörd|süd|öst|west)lich von|Nähe|Nähe von|près de|proche de|cerca de|junto a|lângă|langa|aproape de)\s+(?<name>\p{Lu}[\p{L}'’-]+(?:[\s-](?:\p{Lu}[\p{L}'’-]+|am|an der|im|de|la|le|les|sur|del|upon|on)){0,4})/gu

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
