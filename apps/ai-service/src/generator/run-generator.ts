// This process's replica of the match-score generator, with connections of its own: its statements may take longer than a
// request may wait, and must not stand in a request's way.
import { hostname } from 'node:os'
import { type Generator, startGenerator } from '@gatehouse/matching/create-generator'
import { createGeneratorStore } from '@gatehouse/matching/generator-store'
import { createMatchReader } from '@gatehouse/matching/match-reader'
import { createPostgres } from '@gatehouse/postgres/create-postgres'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { AiServiceConfig } from '../config.ts'

const connectionsMax = 3
const queryTimeoutMs = 30_000

/** Closed with the scope: it then claims no more, and finishes what it has in hand. */
export function runGenerator(
  { clock, ids, logger }: ServiceResources,
  { postgres: { url } }: AiServiceConfig,
  scope: AsyncDisposableStack,
): Generator {
  const postgres = createPostgres({
    url,
    applicationName: 'gatehouse ai-service generator',
    poolSizeMax: connectionsMax,
    queryTimeoutMs,
    logger,
  })
  scope.defer(postgres.close)
  const generator = startGenerator({
    reader: createMatchReader(postgres),
    // Scores are served without one until model calls go through our own gateway.
    judge: null,
    store: createGeneratorStore({ postgres, ids }),
    clock,
    logger,
    replica: `${hostname()} ${process.pid}`,
  })
  scope.defer(generator.close)
  return generator
}
