// What parsing depends on, and how a gateway opens it.
import { type RouteCapabilities, createRouteCapabilities } from '@gatehouse/parsing/route-capabilities'
import { type RuleVocabulary, createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import type { DocumentReader } from '@gatehouse/parsing/document-reader'
import type { Taxonomy } from '@gatehouse/parsing/taxonomy'
import type { InferenceDeps } from '../inference/inference-deps.ts'
import { randomBytes } from 'node:crypto'
import { detectLanguage } from '@gatehouse/documents/detect-language'
import { createDocumentReader } from '@gatehouse/parsing/create-document-reader'
import { documentLimits } from '@gatehouse/parsing/document-limits'
import { findParseResult, storeParseResult } from '@gatehouse/parsing/parse-results'
import { findOccupationConcepts, findSkillConcepts } from '@gatehouse/vocabulary/find-concepts'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { GatewayConfig } from '../config.ts'

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

// With a longer queue, callers would give up before their turn.
const waitingMax = 32

export function openParsing(
  { clock, logger, shards }: ServiceResources,
  { parseProcesses }: Pick<GatewayConfig, 'parseProcesses'>,
  scope: AsyncDisposableStack,
): ParseDeps['parsing'] {
  const reader = scope.use(
    createDocumentReader({ limits: documentLimits, processes: parseProcesses, waitingMax, startsLate: true }),
  )
  let vocabulary: RuleVocabulary | undefined
  return {
    reader,
    capabilities: createRouteCapabilities(() => clock.monotonicMs()),
    vocabulary: () => (vocabulary ??= createRuleVocabulary()),
    taxonomy: {
      findSkills: (names) => findSkillConcepts(shards.directory, names),
      findOccupations: (titles) => findOccupationConcepts(shards.directory, titles),
    },
    detectLanguage,
    results: {
      find: (key) => findParseResult(shards.of(key.companyId), key),
      async store(key, result) {
        try {
          await storeParseResult(shards.of(key.companyId), key, result)
        } catch (thrown) {
          logger.warn('parse result could not be stored; the document will be parsed again', {
            error: thrown,
          })
        }
      },
    },
    createMark: () => `document-${randomBytes(12).toString('hex')}`,
  }
}
