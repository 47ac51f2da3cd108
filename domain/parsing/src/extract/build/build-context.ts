import type { Concept, Occupation } from '../parsed/parsed-parts.ts'
import type { DocumentStructure } from '../../rules/find-structure.ts'
import type { MonthNames } from '../../rules/read-date.ts'
import type { RuleVocabulary } from '../../rules/rule-vocabulary.ts'
import type { DocumentLink } from '../../text/document-text.ts'
import type { EvidenceDesk } from '../evidence/evidence-desk.ts'

/** What turning a model's answer into facts takes; all of it is decided before, so that it is a function of them. */
export type BuildContext = {
  desk: EvidenceDesk
  structure: DocumentStructure
  links: readonly DocumentLink[]
  vocabulary: RuleVocabulary
  months: MonthNames
  /** YYYY-MM-DD: what "present" means. */
  asOf: string
  /** Less than 1 where a scan's text layer was read. */
  quality: number
  concepts: ReadonlyMap<string, Concept>
  occupations: ReadonlyMap<string, Occupation>
}
