import type { RouteCapabilities } from '@gatehouse/parsing/route-capabilities'
import type { RuleVocabulary } from '@gatehouse/parsing/create-rule-vocabulary'
import type { DocumentReader } from '@gatehouse/parsing/document-reader'
import type { Taxonomy } from '@gatehouse/parsing/taxonomy'
import type { InferenceDeps } from '../inference/inference-deps.ts'

/** What parsing takes besides what every call takes. */
export type ParseDeps = InferenceDeps & {
  parsing: {
    reader: Pick<DocumentReader, 'read'>
    capabilities: RouteCapabilities
    /** Made when it is first needed: it takes a moment, and many gateways never parse. */
    vocabulary(): RuleVocabulary
    taxonomy: Taxonomy
    /** ISO 639-1, or null if it cannot be told. */
    detectLanguage(text: string): string | null
    results: ParseResults
    /** A word that nobody can guess. */
    createMark(): string
  }
}

/** What was parsed before, for the company that had it parsed. */
type ParseResults = {
  find(key: ParseResultKey): Promise<unknown>
  /** Resolves also if it could not be stored: then it is parsed again. */
  store(key: ParseResultKey, result: unknown): Promise<void>
}

export type ParseResultKey = { companyId: string; cacheKey: Buffer }
