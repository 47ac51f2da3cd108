import { type ConceptEntry, type ConceptList, readConceptList } from './concept-list.ts'
import { businessOccupations } from './lists/occupations/occupations-business.ts'
import { careOccupations } from './lists/occupations/occupations-care.ts'
import { hospitalityOccupations } from './lists/occupations/occupations-hospitality.ts'
import { technologyOccupations } from './lists/occupations/occupations-technology.ts'
import { tradesOccupations } from './lists/occupations/occupations-trades.ts'
import { businessSkills } from './lists/skills-business.ts'
import { careSkills } from './lists/skills-care.ts'
import { commerceSkills } from './lists/skills-commerce.ts'
import { generalSkills } from './lists/skills-general.ts'
import { hospitalitySkills } from './lists/skills-hospitality.ts'
import { softwareSkills } from './lists/skills-software.ts'
import { systemsSkills } from './lists/skills-systems.ts'
import { technologySkills } from './lists/skills-technology.ts'
import { tradesSkills } from './lists/skills-trades.ts'

/** All built-in lists. They are maintained by hand, so that names match even without an imported taxonomy. */
const conceptLists: readonly ConceptList[] = [
  { kind: 'skill', field: 'technology', lines: softwareSkills },
  { kind: 'skill', field: 'technology', lines: systemsSkills },
  { kind: 'skill', field: 'technology', lines: technologySkills, isInflected: true },
  { kind: 'skill', field: 'business', lines: businessSkills, isInflected: true },
  { kind: 'skill', field: 'business', lines: commerceSkills, isInflected: true },
  { kind: 'skill', field: 'trades', lines: tradesSkills, isInflected: true },
  { kind: 'skill', field: 'care', lines: careSkills, isInflected: true },
  { kind: 'skill', field: 'hospitality', lines: hospitalitySkills, isInflected: true },
  { kind: 'skill', field: 'general', lines: generalSkills, isGeneral: true, isInflected: true },
  { kind: 'occupation', field: 'technology', lines: technologyOccupations, isInflected: true },
  { kind: 'occupation', field: 'business', lines: businessOccupations, isInflected: true },
  { kind: 'occupation', field: 'trades', lines: tradesOccupations, isInflected: true },
  { kind: 'occupation', field: 'care', lines: careOccupations, isInflected: true },
  { kind: 'occupation', field: 'hospitality', lines: hospitalityOccupations, isInflected: true },
]

export function builtInEntries(): ConceptEntry[] {
  return conceptLists.flatMap(readConceptList)
}
