// Measures to what degree a talent's facts meet one requirement, in whole thousandths, and which facts show it.
import type { Requirement, TermRequirement, WeighedTerm } from '@gatehouse/jobs/job-facts'
import { educationLevels, languageLevels } from '@gatehouse/reading/levels'
import type { RoleFact, TalentFacts, TermFact } from '@gatehouse/talents/talent-facts'
import { type ScoreEvidence, fullDegree } from './match-score.ts'

export type Measured = { degree: number; evidence: readonly ScoreEvidence[] }

export type IndexedTalent = { facts: TalentFacts; terms: ReadonlyMap<string, TermFact> }

export function indexTalent(facts: TalentFacts): IndexedTalent {
  return { facts, terms: new Map(facts.terms.map((fact) => [fact.term, fact])) }
}

const nothing: Measured = { degree: 0, evidence: [] }

export function measureRequirement(requirement: Requirement, talent: IndexedTalent): Measured {
  switch (requirement.category) {
    case 'title':
    case 'skill':
    case 'experience':
    case 'task':
      return bestAlternative(requirement, talent)
    case 'education': {
      const { education } = talent.facts
      if (!education) return nothing
      const difference = educationLevels.indexOf(education.level) - educationLevels.indexOf(requirement.level)
      return shown('education', education.level, { degree: levelDegree(difference), line: education.line })
    }
    case 'language': {
      const spoken = talent.facts.languages?.find(({ language }) => language === requirement.language)
      if (!spoken) return nothing
      const difference = languageLevels.indexOf(spoken.level) - languageLevels.indexOf(requirement.level)
      const value = `${spoken.language} ${spoken.level}`
      return shown('language', value, { degree: levelDegree(difference), line: spoken.line })
    }
    case 'location': {
      const { location } = talent.facts
      if (!location) return nothing
      const fits = location.country === requirement.country || (location.isRemoteOk && requirement.isRemoteOk)
      return shown('location', location.country, { degree: fits ? fullDegree : 0, line: location.line })
    }
  }
}

function shown(
  kind: 'education' | 'language' | 'location',
  value: string,
  { degree, line }: { degree: number; line: number },
): Measured {
  return { degree, evidence: degree === 0 ? [] : [{ kind, value, lines: [line] }] }
}

/** One level below the required one counts half. */
function levelDegree(difference: number): number {
  if (difference >= 0) return fullDegree
  return difference === -1 ? fullDegree / 2 : 0
}

function bestAlternative(requirement: TermRequirement, talent: IndexedTalent): Measured {
  return requirement.alternatives
    .map((terms) => measureTerms(requirement, terms, talent))
    .reduce((best, measured) => (measured.degree > best.degree ? measured : best), nothing)
}

function measureTerms(
  { category, minMonths }: TermRequirement,
  terms: readonly WeighedTerm[],
  talent: IndexedTalent,
): Measured {
  const covered = coverTerms(terms, talent)
  if (category === 'title') {
    const held = bestRole(terms, talent)
    return {
      degree: Math.floor((covered.degree + held.degree) / 2),
      evidence: [...covered.evidence, ...held.evidence],
    }
  }
  if (minMonths === null || minMonths === 0) return covered
  const spent = monthsSpent(terms, talent)
  const inTime = Math.min(fullDegree, Math.floor(spent.thousandthMonths / minMonths))
  return {
    degree: Math.floor((covered.degree + inTime) / 2),
    evidence: [...covered.evidence, ...spent.evidence],
  }
}

// One line may be a coincidence; four are proof. A role title that contains the term counts as two more lines.
const degreeByEvidence = [0, 500, 750, 875, 1_000] as const
const linesThatATitleIsWorth = 2

export function degreeOfTerm({ lines, isInTitle }: TermFact): number {
  const count = lines.length + (isInTitle ? linesThatATitleIsWorth : 0)
  return degreeByEvidence[Math.min(count, degreeByEvidence.length - 1)] ?? 0
}

function coverTerms(terms: readonly WeighedTerm[], talent: IndexedTalent): Measured {
  let whole = 0
  let met = 0
  const evidence: ScoreEvidence[] = []
  for (const { term, specificity } of terms) {
    whole += specificity
    const fact = talent.terms.get(term)
    if (!fact) continue
    met += specificity * degreeOfTerm(fact)
    evidence.push({ kind: 'term', term, lines: fact.lines })
  }
  return { degree: whole === 0 ? 0 : Math.floor(met / whole), evidence }
}

function coverageByTitle(terms: readonly WeighedTerm[], { titleTerms }: RoleFact): number {
  let whole = 0
  let met = 0
  for (const { term, specificity } of terms) {
    whole += specificity
    if (titleTerms.includes(term)) met += specificity
  }
  return whole === 0 ? 0 : Math.floor((met * fullDegree) / whole)
}

function bestRole(terms: readonly WeighedTerm[], { facts }: IndexedTalent): Measured {
  let best = nothing
  for (const role of facts.roles) {
    const degree = coverageByTitle(terms, role)
    if (degree > best.degree) best = { degree, evidence: [roleEvidence(role)] }
  }
  return best
}

/** Sums the months of each role, weighted by how much of the required terms its title covers. */
function monthsSpent(
  terms: readonly WeighedTerm[],
  { facts }: IndexedTalent,
): { thousandthMonths: number; evidence: ScoreEvidence[] } {
  let thousandthMonths = 0
  const evidence: ScoreEvidence[] = []
  for (const role of facts.roles) {
    const coverage = coverageByTitle(terms, role)
    if (coverage === 0) continue
    thousandthMonths += coverage * role.months
    evidence.push(roleEvidence(role))
  }
  return { thousandthMonths, evidence }
}

function roleEvidence({ id, months, line }: RoleFact): ScoreEvidence {
  return { kind: 'role', roleId: id, months, lines: [line] }
}
