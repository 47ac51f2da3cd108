// Chooses the concept that a name stands for. Only equal names count: by similarity an "AI Engineer" becomes a
// technician for artificial insemination. An ambiguous name has no concept.
import { type BuiltInName, builtInName } from './built-in-names.ts'
import { foldName } from './fold-name.ts'
import type { TaxonomyScheme } from './taxonomy-source.ts'

/** A concept under one of its imported names. */
export type NamedConcept = {
  folded: string
  scheme: TaxonomyScheme
  conceptId: string
  isPreferred: boolean
  label: string
  iscoGroup: string | null
}

export type SkillConcept = {
  scheme: TaxonomyScheme | 'local'
  id: string
  label: string
  match: 'exact' | 'alias'
  score: number
}

export type OccupationConcept = {
  isco08: string | null
  esco: string | null
  onet_soc: string | null
  score: number
}

/** Skills and job titles, by name. */
export type NamesByKind = { skills: readonly string[]; titles: readonly string[] }

/** Concepts under the names that were looked up. */
export type NamedByKind = { skills: readonly NamedConcept[]; titles: readonly NamedConcept[] }

export type ChosenConcepts = {
  concepts: Map<string, SkillConcept>
  occupations: Map<string, OccupationConcept>
}

const aliasScore = 0.9
const schemes: readonly TaxonomyScheme[] = ['esco', 'onet']

/** The folded names under which to look these up. */
export function namesToFind({ skills, titles }: NamesByKind): { skills: string[]; titles: string[] } {
  return {
    skills: [...new Set(skills.flatMap(skillNames))],
    titles: [...new Set(titles.flatMap(occupationNames))],
  }
}

/** Returns the concept of each name that has one; until a taxonomy is imported, only the built-in list is known. */
export function chooseConcepts({ skills, titles }: NamesByKind, found: NamedByKind): ChosenConcepts {
  const bySkill = Map.groupBy(found.skills, ({ folded }) => folded)
  const byTitle = Map.groupBy(found.titles, ({ folded }) => folded)
  const [concepts, occupations] = [new Map<string, SkillConcept>(), new Map<string, OccupationConcept>()]
  for (const name of skills) {
    const own = skillNames(name).flatMap((folded) => bySkill.get(folded) ?? [])
    const concept = chooseSkill(name, own)
    if (concept) concepts.set(name, concept)
  }
  for (const title of titles) {
    const own = occupationNames(title).flatMap((folded) => byTitle.get(folded) ?? [])
    const occupation = chooseOccupation(title, own)
    if (occupation) occupations.set(title, occupation)
  }
  return { concepts, occupations }
}

/** The names under which to look a skill up: its own, and the usual name for the same skill. */
export function skillNames(name: string): string[] {
  const folded = foldName(name)
  const known = builtInName('skill', folded)
  return known ? [...new Set([folded, known.id])] : [folded]
}

/** The names under which to look a title up: its own, and all names of the same occupation, also in other languages. */
export function occupationNames(title: string): string[] {
  const folded = foldName(title)
  return [...new Set([folded, ...(builtInName('occupation', folded)?.names ?? [])])]
}

/** A shorter alias is an abbreviation: js, k8s, hr. */
const aliasLettersMin = 5

export function chooseSkill(name: string, found: readonly NamedConcept[]): SkillConcept | undefined {
  const folded = foldName(name)
  const known = builtInName('skill', folded)
  // For an abbreviation, trust the usual name that it stands for and ignore concepts that happen to share the
  // abbreviation.
  const isAbbreviation = known !== undefined && !known.isLabel && folded.length < aliasLettersMin
  const own = isAbbreviation ? [] : found.filter((one) => one.folded === folded)
  const usual = known ? found.filter((one) => one.folded === known.id) : []
  const concept = preferred(own) ?? preferred(usual) ?? unambiguous(own) ?? unambiguous(usual)
  if (!concept) return known && toLocal(known)
  const isExact = concept.isPreferred && concept.folded === folded
  const { scheme, conceptId: id, label } = concept
  return { scheme, id, label, match: isExact ? 'exact' : 'alias', score: isExact ? 1 : aliasScore }
}

function toLocal({ id, label, isLabel }: BuiltInName): SkillConcept {
  return {
    scheme: 'local',
    id,
    label,
    match: isLabel ? 'exact' : 'alias',
    score: isLabel ? 1 : aliasScore,
  }
}

export function chooseOccupation(
  title: string,
  found: readonly NamedConcept[],
): OccupationConcept | undefined {
  const folded = foldName(title)
  const own = found.filter((one) => one.folded === folded)
  const [esco, onet] = schemes.map((scheme) => {
    const ofScheme = (own.length > 0 ? own : found).filter((one) => one.scheme === scheme)
    return preferred(ofScheme.filter((one) => one.folded === folded)) ?? unambiguous(ofScheme)
  })
  if (!esco && !onet) return undefined
  const isExact = [esco, onet].some((one) => one?.isPreferred && one.folded === folded)
  return {
    isco08: esco?.iscoGroup ?? null,
    esco: esco?.conceptId ?? null,
    onet_soc: onet?.conceptId ?? null,
    score: isExact ? 1 : aliasScore,
  }
}

/** Returns the first concept for which the name is the preferred label, ESCO before O*NET. */
function preferred(found: readonly NamedConcept[]): NamedConcept | undefined {
  return schemes
    .map((scheme) => found.find((one) => one.scheme === scheme && one.isPreferred))
    .find((one) => one !== undefined)
}

function unambiguous(found: readonly NamedConcept[]): NamedConcept | undefined {
  return schemes
    .map((scheme) => found.filter((one) => one.scheme === scheme))
    .find((ofScheme) => new Set(ofScheme.map(({ conceptId }) => conceptId)).size === 1)?.[0]
}
