import { randomBytes } from 'node:crypto'
import { detectLanguage } from '@gatehouse/documents/detect-language'
import { createDocumentReader } from '@gatehouse/parsing/create-document-reader'
import { createRouteCapabilities } from '@gatehouse/parsing/route-capabilities'
import { type RuleVocabulary, createRuleVocabulary } from '@gatehouse/parsing/create-rule-vocabulary'
import { documentLimits } from '@gatehouse/parsing/document-limits'
import { findParseResult, storeParseResult } from '@gatehouse/parsing/parse-results'
import { findOccupationConcepts, findSkillConcepts } from '@gatehouse/vocabulary/find-concepts'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { GatewayConfig } from '../config.ts'
import type { ParseDeps } from './parse-deps.ts'

// With a longer queue, callers would give up before their turn.
const waitingMax = 32

export function openParsing(
  { clock, logger, postgres }: ServiceResources,
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
      findSkills: (names) => findSkillConcepts(postgres, names),
      findOccupations: (titles) => findOccupationConcepts(postgres, titles),
    },
    detectLanguage,
    results: {
      find: (key) => findParseResult(postgres, key),
      async store(key, result) {
        try {
          await storeParseResult(postgres, key, result)
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
