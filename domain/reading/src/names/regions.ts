// Finds the country and the chief town of a region that an address names.
import { foldPhrase } from '../fold-text.ts'
import { chiefTowns, regionNames } from './region-names.ts'

type RegionIndex = { byName: Map<string, string[]>; byAbbreviation: Map<string, string[]> }

const index = indexRegions()

function indexRegions(): RegionIndex {
  const found: RegionIndex = { byName: new Map(), byAbbreviation: new Map() }
  const add = (map: Map<string, string[]>, name: string, country: string) =>
    map.set(name, [...(map.get(name) ?? []), country])
  for (const [country, list] of Object.entries(regionNames)) {
    for (const name of list.trim().split(/,\s*|=/)) {
      const isAbbreviation = /\.|^\p{Lu}{2,4}$/u.test(name) || name.length <= 3
      if (isAbbreviation) add(found.byAbbreviation, name.replaceAll(/[.\s]/gu, ''), country)
      else add(found.byName, foldPhrase(name), country)
    }
  }
  return found
}

/** The countries that have a region of this name or abbreviation, which must be the whole text. */
export function countriesOfRegion(text: string): readonly string[] {
  const name = text.trim()
  return index.byName.get(foldPhrase(name)) ?? index.byAbbreviation.get(name.replaceAll(/[.\s]/gu, '')) ?? []
}

/** The chief town of a county whose name differs from it; undefined if the region is none. */
export function chiefTownOf(region: string): string | undefined {
  const name = foldPhrase(region)
  return Object.hasOwn(chiefTowns, name) ? chiefTowns[name] : undefined
}
