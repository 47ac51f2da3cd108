// This process's replica of the match-score generator, with connections of its own: its statements may take longer than a
// request may wait, and must not stand in a request's way.
import { type Generator, startGenerator } from '@gatehouse/matching/create-generator'
import { createGeneratorStore } from '@gatehouse/matching/generator-store'
import { createMatchReader } from '@gatehouse/matching/match-reader'
import type { Judge } from '@gatehouse/matching/judge'
import { createModelJudge } from '@gatehouse/matching/create-model-judge'
import type { ModelCalls } from '@gatehouse/model-calls/open-model-calls'
import type { OperationRecorder } from '@gatehouse/operations/create-operation-recorder'
import { type Postgres, createPostgres } from '@gatehouse/postgres/create-postgres'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { AiServiceConfig } from '../config.ts'
import { nameReplica } from '../name-replica.ts'
import { noteBatches } from './note-batches.ts'

const connectionsMax = 3
const queryTimeoutMs = 30_000

export type RunningGenerator = Generator & { pool: Postgres['counts'] }

type Deps = Pick<ServiceResources, 'clock' | 'ids' | 'logger'> & {
  modelCalls: ModelCalls
  operations: Pick<OperationRecorder, 'record'>
}

/** Closed at the latest with the scope: it then claims no more. */
export function runGenerator(
  { clock, ids, logger, modelCalls, operations }: Deps,
  { postgres: { url }, modelAlias, generatorInitialState }: AiServiceConfig,
  scope: AsyncDisposableStack,
): RunningGenerator {
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
    judge: openJudge(modelCalls, { alias: modelAlias, logger }),
    store: noteBatches(createGeneratorStore({ postgres, ids }), { operations, clock }),
    clock,
    logger,
    replica: nameReplica(),
    startsIfNew: generatorInitialState === 'running',
  })
  scope.defer(() => generator.close())
  return { ...generator, pool: postgres.counts }
}

/** Null where no model can be asked: then scores are of facts alone. */
function openJudge(
  { client, breakers }: ModelCalls,
  { alias, logger }: { alias: string; logger: Logger },
): Judge | null {
  return client && createModelJudge({ client, alias, callsMax: () => breakers.of(alias).callsMax(), logger })
}
