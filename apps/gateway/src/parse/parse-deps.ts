import type { RouteCapabilities } from '@gatehouse/parsing/route-capabilities'
import type { RuleVocabulary } from '@gatehouse/parsing/create-rule-vocabulary'
import type { DocumentReader } from '@gatehouse/parsing/document-reader'
import type { Taxonomy } from '@gatehouse/parsing/taxonomy'
import type { InferenceDeps } from '../inference/inference-deps.ts'

/** What parsing depends on in addition to the dependencies of every call. */
export type ParseDeps = InferenceDeps & {
  parsing: {
    reader: Pick<DocumentReader, 'read'>
    capabilities: RouteCapabilities
    /** Created on first use: it takes a moment, and many gateways never parse. */
    vocabulary(): RuleVocabulary
    taxonomy: Taxonomy
    /** ISO 639-1 code, or null if the language cannot be determined. */
    detectLanguage(text: string): string | null
    results: ParseResults
    /** Returns an unguessable delimiter that marks the document in a prompt. */
    createMark(): string
  }
}

/** Earlier parse results, kept per company. */
type ParseResults = {
  find(key: ParseResultKey): Promise<unknown>
  /** Best effort: resolves even if the result could not be stored, and the document is then parsed again. */
  store(key: ParseResultKey, result: unknown): Promise<void>
}

export type ParseResultKey = { companyId: string; cacheKey: Buffer }
