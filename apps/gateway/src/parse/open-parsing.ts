// What parsing depends on, and how a gateway opens it.
import { type RouteCapabilities, createRouteCapabilities } from '@gatehouse/parsing/route-capabilities'
import type { DocumentReader } from '@gatehouse/parsing/document-reader'
import type { CallDeps } from '../call/call-deps.ts'
import { randomBytes } from 'node:crypto'
import { createDocumentReader } from '@gatehouse/parsing/create-document-reader'
import { documentLimits } from '@gatehouse/parsing/document-limits'
import { findParseResult, storeParseResult } from '@gatehouse/parsing/parse-results'
import type { NamedByKind, NamesByKind } from '@gatehouse/vocabulary/choose-concept'
import { findNamedConcepts } from '@gatehouse/vocabulary/find-concepts'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { GatewayConfig } from '../config.ts'

/** What parsing depends on in addition to the dependencies of every call. */
export type ParseDeps = CallDeps & {
  parsing: {
    reader: Pick<DocumentReader, 'read'>
    capabilities: RouteCapabilities
    findConcepts(names: NamesByKind): Promise<NamedByKind>
    results: ParseResults
    /** Returns an unguessable delimiter that marks the document in a prompt. */
    createMark(): string
  }
}

/** Earlier parse results, kept per company. */
type ParseResults = {
  /** JSON of the result. */
  find(key: ParseResultKey): Promise<Buffer | undefined>
  /** Best effort: resolves even if the result could not be stored, and the document is then parsed again. */
  store(key: ParseResultKey, json: Buffer): Promise<void>
}

export type ParseResultKey = { companyId: string; cacheKey: Buffer }

// With a longer queue, callers would give up before their turn.
const waitingMax = 32

export function openParsing(
  { clock, logger, shards }: ServiceResources,
  { parseProcesses, threads }: Pick<GatewayConfig, 'parseProcesses'> & Pick<CallDeps, 'threads'>,
  scope: AsyncDisposableStack,
): ParseDeps['parsing'] {
  const reader = scope.use(
    createDocumentReader({
      limits: documentLimits,
      processes: parseProcesses,
      waitingMax,
      startsLate: true,
      readText: (bytes, owner = '') => threads.run('readTextDocument', { bytes, options: undefined, owner }),
    }),
  )
  return {
    reader,
    capabilities: createRouteCapabilities(() => clock.monotonicMs()),
    findConcepts: (names) => findNamedConcepts(shards.directory, names),
    results: {
      find: (key) => findParseResult(shards.of(key.companyId), key),
      async store(key, json) {
        try {
          await storeParseResult(shards.of(key.companyId), key, json)
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
