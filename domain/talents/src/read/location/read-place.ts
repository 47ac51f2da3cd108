// Reads the places that an address or a similar line names. A place that no list contains is recognised by what stands
// beside it: a postcode, a region, a country, or a word such as "Wohnort".
import { findCountry } from '@gatehouse/reading/country-names'
import { foldPhrase } from '@gatehouse/reading/fold-text'
import { chiefTownOf, countriesOfRegion } from '@gatehouse/reading/regions'
import { centresOf } from '@gatehouse/reading/suburbs'
import { type FoundTown, findTowns } from '@gatehouse/reading/towns'
import type { ProfileLocation } from '../../profile.ts'
import type { TalentNames } from '../talent-names.ts'
import { titleScore } from '../title-words.ts'
import { commutes, isPlaceName, kindOfPlace, nearWords, residence, street } from './place-words.ts'

export type Place = Pick<ProfileLocation, 'text' | 'town' | 'country'> & { areas: readonly string[] }

/** A part of an address without its postcode. */
type Part = {
  text: string
  /** Whether it stands in brackets. */
  isAside: boolean
  isNear: boolean
  hasPostcode: boolean
  /** Whether a word before it says that it is a place: "jud.", "partido de". */
  isNamedPlace: boolean
  /** Countries that have a region of this name. */
  regionOf: readonly string[]
  isCountry: boolean
}

type KnownTown = { town: string; country: string }

/** `isLabelled` is true if the words before the text say that it is a place. */
export function readPlace(text: string, names: TalentNames, isLabelled = true): Place | undefined {
  const content = isLabelled ? text.replace(residence, '') : text
  const reads = segmentsOf(content)
    .filter((segment, index) => index === 0 || !isSentence(segment))
    .flatMap((segment) => readSegment(segment, names, isLabelled) ?? [])
  const first = reads.find(({ town }) => town !== null) ?? reads[0]
  if (!first) return undefined
  const near = commutes.flatMap((pattern) => townOf(pattern.exec(text)?.groups?.['name'] ?? ''))
  const areas = new Set([...reads.flatMap((one) => one.areas), ...near])
  const country = first.country ?? reads.find((one) => one.country !== null)?.country ?? null
  return { ...first, country, areas: [...areas].filter((area) => area !== first.town) }
}

function isSentence(segment: string): boolean {
  return (segment.match(/(?<![\p{L}\p{M}])\p{Ll}{2,}/gu) ?? []).length > 3
}

/** The folded name of a place: that of its own country if it is in the list of towns. */
export function townOf(name: string): string[] {
  if (name === '') return []
  const known = findTowns(name)[0]
  return [known ? known.town : foldPhrase(name)]
}

/** Parts of a line that may each be an address; contact details and ages are left out. */
function segmentsOf(text: string): string[] {
  return (
    text
      .replace(age, '')
      .replaceAll(sinceYear, ' ')
      .replaceAll(/(?<!\p{L})C\/\s*/gu, 'Calle ')
      // "Vertou, 44120"
      .replaceAll(/,\s*(\d{4,6})(?=\s*(?:$|[,(|]))/gu, ' $1')
      .replaceAll(
        /\S+@\S+|https?:\S+|www\.\S+|(?:\+|\b00|\(\+?)\d[\d\s()/.-]{6,}\d|\b0\d[\d\s/.-]{6,}\d/gu,
        ' | ',
      )
      .split(
        /\s*[|•·;]\s*|\s+[–—-]\s+|\t| {2,}|(?<=\p{L}{4})[.!?]\s+(?=\p{Lu})|(?<=\p{L}{3})\.\s+(?=\p{Lu}\p{Ll}*\s)/u,
      )
      .filter((part) => /\p{L}{2}/u.test(part))
  )
}

/** "Lausanne depuis 2020" */
const sinceYear = /\s(?:since|seit|depuis|desde|din|from)\s+(?:\p{L}+\s+)?(?:19|20)\d\d(?!\d)/giu
const age =
  /(?<!\d)\d\d\s+(?:de\s+)?(?:years?(?:\s+old)?|jahre(?:\s+alt)?|ans|años|ani)(?![\p{L}])(?:\s*,)?/iu

function readSegment(segment: string, names: TalentNames, isLabelled: boolean): Place | undefined {
  const parts = partsOf(segment, names)
  const known = parts.flatMap(({ text, isAside, regionOf }) =>
    (street.test(text) ? [] : townsIn(text, regionOf)).map(({ town, country }) => ({
      town,
      country,
      isAside,
    })),
  )
  const country = countryOf(segment, parts, { known, names })
  const isShown =
    isLabelled ||
    known.length > 0 ||
    country !== null ||
    parts.some(({ hasPostcode, isNamedPlace }) => hasPostcode || isNamedPlace)
  if (!isShown) return undefined
  const own = parts.filter((part) => mayBeTown(part, names))
  const main = known.find((one) => !one.isAside && isIn(one, country))
  const elsewhere = known.find((one) => !one.isAside)
  const unknown =
    own.find(({ hasPostcode }) => hasPostcode) ??
    own.find((part) => isBeforeRegion(part, parts) && !part.isNamedPlace) ??
    own[0]
  const town = main?.town ?? (unknown ? foldPhrase(unknown.text) : (elsewhere?.town ?? null))
  if (town === null && country === null) return undefined
  return {
    text: textOf(segment, parts, { main: main?.town, unknown: unknown?.text }),
    town,
    country: country ?? elsewhere?.country ?? null,
    areas: areasOf(parts, own, { main, country }),
  }
}

/** "Nouveau-Brunswick" is a region, although Brunswick is a town. */
function townsIn(text: string, regionOf: readonly string[]): FoundTown[] {
  const towns = isAbbreviation.test(text) && regionOf.length > 0 ? [] : findTowns(text)
  return regionOf.length === 0 ? towns : towns.filter(({ start, end }) => start === 0 && end === text.length)
}

const isIn = (one: KnownTown, country: string | null) => country === null || one.country === country

/** Splits at commas and takes remarks in brackets apart. */
function partsOf(segment: string, names: TalentNames): Part[] {
  const asides = [...segment.matchAll(/\(([^()]*)\)?/gu)].map(([, inner = '']) => inner)
  const split = (text: string, isAside: boolean) =>
    text
      .split(/\s*[,/]\s*|\s+(?=(?:bei|near|lângă|langa)\s+\p{Lu})/u)
      .flatMap(withRegionApart)
      .map((part) => toPart(part, isAside, names))
      .filter(({ text: name }) => name !== '')
  return [
    ...split(segment.replaceAll(/\([^()]*\)?/gu, ' '), false),
    ...asides.flatMap((aside) => split(aside, true)),
  ]
}

/** "Adelaide SA 5000": the abbreviation of a region after a town. */
function withRegionApart(part: string): string[] {
  const [, town, region] = /^(.*\p{Ll}\S*)\s+(\p{Lu}{2,3})(?:\s+[\d-]+)?$/u.exec(part.trim()) ?? []
  return town !== undefined && region !== undefined && countriesOfRegion(region).length > 0
    ? [town, region]
    : [part]
}

const postcode =
  /(?:(?<![\p{L}\d])(?:\p{Lu}{1,3}-)?\d{4,6}(?:-\d{4})?(?![\d])|(?<![\p{L}\d])\p{Lu}{1,2}\d[\p{Lu}\d]?(?:\s?\d\p{Lu}{2})?(?![\p{L}\d])|(?<![\p{L}\d])\p{Lu}\d\p{Lu}\s?\d\p{Lu}\d(?![\p{L}\d]))/gu

function toPart(written: string, isAside: boolean, { countries }: TalentNames): Part {
  const bare = written.replaceAll(postcode, ' ').replaceAll(/\s+/gu, ' ').trim()
  const name = bare.replace(kindOfPlace, '').replace(kindOfPlace, '')
  const text = name
    .replace(/\s+(?:metro|area|region|city centre|centro|centre|capital)$/iu, '')
    .replaceAll(/^[\s.:-]+|[\s.:-]+$/gu, '')
  return {
    text,
    isAside,
    isNear: nearWords.test(bare),
    hasPostcode: written.search(postcode) >= 0 && !street.test(bare),
    isNamedPlace: name !== bare,
    regionOf: regionsOf(name),
    isCountry: countries.has(foldPhrase(text)),
  }
}

/** "Münster" is a town, although "Munster" is a region of another country. */
function regionsOf(name: string): readonly string[] {
  const regions = countriesOfRegion(name)
  const towns = regions.length > 0 && !isAbbreviation.test(name) ? findTowns(name) : []
  const isTown = towns.some(
    ({ country, start, end }) => start === 0 && end === name.length && !regions.includes(country),
  )
  return isTown ? [] : regions
}

const isAbbreviation = /^\p{Lu}{2,4}$/u

type Stated = { known: readonly KnownTown[]; names: TalentNames }

function countryOf(segment: string, parts: readonly Part[], { known, names }: Stated): string | null {
  const named = parts.find(({ isCountry }) => isCountry)
  const stated =
    findCountry(segment, names.countries) ?? (named && names.countries.get(foldPhrase(named.text)))
  if (stated !== undefined) return stated
  const region = parts.find(
    ({ text, regionOf }, index) =>
      regionOf.length > 0 && (index > 0 || parts.length === 1) && (index > 0 || findTowns(text).length === 0),
  )
  if (region) {
    const fits = region.regionOf.find((country) => known.some((one) => one.country === country))
    const isLong = region.text.length > 3
    return fits ?? (known.length > 0 && !isLong ? null : (region.regionOf[0] ?? null))
  }
  // "Saint-Herblain (44)": the number of a French department.
  if (/\p{L}\s*\((?:\d\d|2[AB]|97\d)\)/u.test(segment)) return 'FR'
  const suburbs = parts.flatMap(({ text }) =>
    centresOf(foldPhrase(text)).length === 1 ? centresOf(foldPhrase(text)) : [],
  )
  return known[0]?.country ?? suburbs[0]?.country ?? null
}

/** Words that have the form of a place and are neither a street, a region nor an occupation. */
function mayBeTown({ text, isAside, regionOf, isCountry }: Part, { concepts }: TalentNames): boolean {
  if (isAside || isCountry || regionOf.length > 0 || /\d/.test(text) || street.test(text)) return false
  if (!isPlaceName.test(text) || titleScore(text) > 0) return false
  return concepts.find(text).every(({ concept }) => concept.kind !== 'occupation')
}

function isBeforeRegion(part: Part, parts: readonly Part[]): boolean {
  const next = parts[parts.indexOf(part) + 1]
  return next !== undefined && (next.regionOf.length > 0 || next.isCountry)
}

/**
 * Further places of the same address. What contains a town of the list says nothing more about where the person lives,
 * unless it is said to be near: "Talavera de la Reina (Toledo)", but "Vellmar bei Kassel".
 */
function areasOf(
  parts: readonly Part[],
  own: readonly Part[],
  { main, country }: { main: KnownTown | undefined; country: string | null },
): string[] {
  const firstKnown = parts.findIndex(
    ({ text, regionOf }) => !street.test(text) && townsIn(text, regionOf).some((one) => isIn(one, country)),
  )
  const around = parts.flatMap((part, index) => {
    const { text, isNear, regionOf } = part
    if (index > firstKnown && firstKnown >= 0 && main && !isNear) return []
    if (street.test(text)) return []
    const towns = townsIn(text, regionOf).filter((one) => isIn(one, country))
    const chief = main ? undefined : chiefTownOf(text)
    const isNamed = towns.length === 0 && (own.includes(part) || (isNear && isPlaceName.test(text)))
    return [
      ...towns.map((one) => one.town),
      ...(isNamed ? [foldPhrase(text)] : []),
      ...(chief ? [chief] : []),
    ]
  })
  const centres = parts.flatMap(({ text, isAside }) =>
    (main && isAside ? [] : [text, ...text.split('-')])
      .flatMap((name) => centresOf(foldPhrase(name)))
      .filter((one) => isIn(one, country))
      .map((one) => one.town),
  )
  return [...new Set([...around, ...centres])]
}

type Chosen = { main: string | undefined; unknown: string | undefined }

/** The town as it is written, and the country or region, without street and postcode. */
function textOf(segment: string, parts: readonly Part[], { main, unknown }: Chosen): string {
  const found = main === undefined ? undefined : findTowns(segment).find(({ town }) => town === main)
  const written = found ? segment.slice(found.start, found.end) : (unknown ?? '')
  const rest =
    parts.find(({ isCountry }) => isCountry) ??
    parts.find(({ regionOf }, index) => index > 0 && regionOf.length > 0)
  return [written, rest?.text].filter(Boolean).join(', ')
}
