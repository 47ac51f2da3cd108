// Which concept a name means, of those that have it. Only names that are equal count: likeness is how "AI Engineer" becomes
// a technician for artificial insemination. A name that means several things at once means none.
import { type UsualSkill, usualSkills } from './usual-skills.ts'
import { foldName } from './fold-name.ts'
import type { TaxonomyScheme } from './taxonomy-source.ts'

/** A name of a concept, as it was imported. */
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

const aliasScore = 0.9
const schemes: readonly TaxonomyScheme[] = ['esco', 'onet']

const usualByName = usualSkills()

/** Under which names to look for a skill: its own, and the usual one of the same thing. */
export function namesToFind(name: string): string[] {
  const folded = foldName(name)
  const known = usualByName.get(folded)
  return known ? [...new Set([folded, known.id])] : [folded]
}

export function chooseSkill(name: string, found: readonly NamedConcept[]): SkillConcept | undefined {
  const folded = foldName(name)
  const known = usualByName.get(folded)
  // The usual name of a thing is surer than what somebody else calls by its abbreviation.
  const own = known && !known.isLabel ? [] : found.filter((one) => one.folded === folded)
  const usual = known ? found.filter((one) => one.folded === known.id) : []
  const concept = preferred(own) ?? preferred(usual) ?? unambiguous(own) ?? unambiguous(usual)
  if (!concept) return known && toLocal(known)
  const isExact = concept.isPreferred && concept.folded === folded
  const { scheme, conceptId: id, label } = concept
  return { scheme, id, label, match: isExact ? 'exact' : 'alias', score: isExact ? 1 : aliasScore }
}

function toLocal({ id, label, isLabel }: UsualSkill): SkillConcept {
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
    const ofScheme = own.filter((one) => one.scheme === scheme)
    return preferred(ofScheme) ?? unambiguous(ofScheme)
  })
  if (!esco && !onet) return undefined
  const isExact = (esco?.isPreferred ?? false) || (onet?.isPreferred ?? false)
  return {
    isco08: esco?.iscoGroup ?? null,
    esco: esco?.conceptId ?? null,
    onet_soc: onet?.conceptId ?? null,
    score: isExact ? 1 : aliasScore,
  }
}

/** ESCO's before O*NET's. */
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
