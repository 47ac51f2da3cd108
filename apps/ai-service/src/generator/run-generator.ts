// Runs this process's replica of the match-score generator. It has its own connections, because its statements may take longer
// than a request may wait and must not block requests.
import { type Generator, startGenerator } from '@gatehouse/matching/create-generator'
import type { PublishCompanyEvent } from '@gatehouse/companies/company-event'
import type { GeneratorStore } from '@gatehouse/matching/generator/generator-store'
import { createGeneratorStore } from '@gatehouse/matching/generator-store'
import { createMatchReader } from '@gatehouse/matching/match-reader'
import type { Judge } from '@gatehouse/matching/judge'
import { type ModelJudgeOptions, createModelJudge } from '@gatehouse/matching/create-model-judge'
import type { ModelCalls } from '@gatehouse/model-calls/open-model-calls'
import type { OperationRecorder } from '@gatehouse/operations/create-operation-recorder'
import { type Postgres, createPostgres } from '@gatehouse/postgres/create-postgres'
import { oneShard } from '@gatehouse/postgres/shards'
import type { Secret } from '@gatehouse/runtime/secret'
import { nameReplica } from '@gatehouse/service/name-replica'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { AiServiceConfig } from '../config.ts'
import { countBatches } from '../monitoring/count-operations.ts'

const connectionsMax = 3
const connectTimeoutMs = 5_000
const queryTimeoutMs = 30_000

export type RunningGenerator = Generator & { pool: Postgres['counts'] }

type Deps = Pick<ServiceResources, 'clock' | 'ids' | 'logger' | 'metrics'> & {
  modelCalls: ModelCalls
  operations: Pick<OperationRecorder, 'record'>
  publishEvent: PublishCompanyEvent
}

/** Starts the generator. It is closed with the scope at the latest, and then claims no more batches. */
export function runGenerator(
  { clock, ids, logger, metrics, modelCalls, operations, publishEvent }: Deps,
  { postgres: { url }, modelCalls: gateway, modelAlias, generatorInitialState }: AiServiceConfig,
  scope: AsyncDisposableStack,
): RunningGenerator {
  const postgres = createPostgres({
    url,
    applicationName: 'gatehouse ai-service generator',
    poolSizeMax: connectionsMax,
    connectTimeoutMs,
    queryTimeoutMs,
    logger,
    metrics,
  })
  scope.defer(postgres.close)
  const shards = oneShard(postgres)
  const generator = startGenerator({
    reader: createMatchReader(shards),
    judge: openJudge(modelCalls, { alias: modelAlias, markSecret: gateway?.serviceKey, clock, logger }),
    store: announceBatches(
      countBatches(createGeneratorStore({ shards, ids }), { operations, clock }),
      publishEvent,
    ),
    clock,
    logger,
    replica: nameReplica(),
    startsIfNew: generatorInitialState === 'running',
  })
  scope.defer(() => generator.close())
  return { ...generator, pool: postgres.counts }
}

/** Publishes that the matches of a company changed, once a batch is stored. */
function announceBatches(store: GeneratorStore, publish: PublishCompanyEvent): GeneratorStore {
  return {
    ...store,
    async finish(batch, ...rest) {
      const isOurs = await store.finish(batch, ...rest)
      if (isOurs) publish(batch.companyId, 'MATCHES')
      return isOurs
    },
  }
}

/** Null if no gateway is configured; scores are then based on facts alone. */
function openJudge(
  { client, breakers }: ModelCalls,
  {
    markSecret,
    ...options
  }: Pick<ModelJudgeOptions, 'alias' | 'clock' | 'logger'> & { markSecret: Secret | undefined },
): Judge | null {
  if (!client || !markSecret) return null
  const callsMax = () => breakers.of(options.alias).callsMax()
  return createModelJudge({ ...options, client, callsMax, markSecret })
}
