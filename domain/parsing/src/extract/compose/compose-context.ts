import type { Concept, Occupation } from '../parsed/parsed-parts.ts'
import type { DocumentStructure } from '../../rules/find-structure.ts'
import type { MonthNames } from '@gatehouse/reading/month-names'
import type { RuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import type { DocumentLink } from '../../document-text.ts'
import type { EntryBlock } from '../evidence/entry-blocks.ts'
import type { EvidenceChecker } from '../evidence/evidence-checker.ts'

/** Everything, besides the model's answer, that the facts are composed from. Composing is a pure function of both. */
export type ComposeContext = {
  checker: EvidenceChecker
  /** The lines that form one entry with a given line. */
  blockAt: (line: number) => EntryBlock
  structure: DocumentStructure
  links: readonly DocumentLink[]
  vocabulary: RuleVocabulary
  months: MonthNames
  /** YYYY-MM-DD: the day that the word "present" in a date range stands for. */
  asOf: string
  /** Below 1 if the text layer of a scan was read. */
  quality: number
  concepts: ReadonlyMap<string, Concept>
  occupations: ReadonlyMap<string, Occupation>
}
