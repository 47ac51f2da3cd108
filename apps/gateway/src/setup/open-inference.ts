// Opens the dependencies of model calls in order; the scope closes them in reverse.
import { type KeyRing, createKeyRing } from '@gatehouse/keys/create-key-ring'
import { createFindKeys } from '@gatehouse/keys/find-keys'
import { createReadKeyChanges } from '@gatehouse/keys/key-changes'
import { createSubscribeToKeyEnds } from '@gatehouse/keys/key-end-channel'
import { createTouchLastUsed } from '@gatehouse/keys/touch-last-used'
import { createExpectedOutput } from '@gatehouse/limits/expected-output'
import { type Catalog, createCatalog } from '@gatehouse/models/create-catalog'
import { readCatalog, readCatalogVersion } from '@gatehouse/models/read-catalog'
import { createReadCredential } from '@gatehouse/models/read-credential'
import { createServiceNames } from '@gatehouse/models/service-names'
import { createDatabase } from '@gatehouse/postgres/create-database'
import type { Tables } from '@gatehouse/schema/tables'
import { nameReplica } from '@gatehouse/service/name-replica'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { GatewayConfig } from '../config.ts'
import { createGatewayMetrics } from '../gateway-metrics.ts'
import { openAbandonNotices } from '../call/admission/abandon-notices.ts'
import { createByteBudget } from '../call/byte-budget.ts'
import { createOverloadGuard, createUtilizationReader } from '../call/admission/overload-guard.ts'
import { createRefusalPace } from '../call/admission/refusal-pace.ts'
import { createOpenCalls } from '../call/open-calls.ts'
import { createRework } from '../model/rework/create-rework.ts'
import { createWorkThreads } from '../threads/create-work-threads.ts'
import type { CallDeps } from '../call/call-deps.ts'
import { openSettlement } from './open-settlement.ts'
import { openStoredAnswers } from './open-stored-answers.ts'
import { createObserveModel } from '../provider/observe-model.ts'
import { createProviderPools } from '../provider/provider-pools.ts'
import { startRouteReports } from '../provider/report-routes.ts'
import { type RouteHealth, createRouteHealth } from '../provider/route-health.ts'

export async function openInference(
  resources: ServiceResources,
  config: GatewayConfig,
  scope: AsyncDisposableStack,
): Promise<CallDeps> {
  const { clock, logger, metrics } = resources
  const { settler, limits, ledger } = await openSettlement(resources, config, scope)
  const keys = openKeyRing(resources, config.keyPeppers, scope)
  const catalog = await openCatalog(resources, config, scope)
  const openCalls = createOpenCalls({ clock, readStanding: (keyId) => keys.readStanding(keyId) })
  scope.defer(openCalls.close)
  keys.onKeyEnded(openCalls.endKey)
  keys.onCompanyChanged(openCalls.checkCompany)
  const overload = createOverloadGuard(
    { clock, random: Math.random, openCalls: openCalls.count, readUtilization: createUtilizationReader() },
    { lagMsTarget: config.overloadLagMs },
  )
  scope.defer(overload.close)
  const bytes = createByteBudget(config.callBytesMax)
  const gatewayMetrics = createGatewayMetrics(metrics, { openCalls: openCalls.count, heldBytes: bytes.bytes })
  const abandonNotices = openAbandonNotices(resources, config, gatewayMetrics)
  scope.defer(abandonNotices.settled)
  const refusals = createRefusalPace(clock)
  scope.defer(refusals.close)
  const threads = createWorkThreads({ clock, logger })
  scope.defer(() => threads.close())
  const pools = createProviderPools()
  scope.defer(pools.close)
  return {
    clock,
    names: createServiceNames(config.servicePrefix),
    random: Math.random,
    keys,
    catalog,
    limits: { ...limits, admit: abandonNotices.watch(limits.admit) },
    settler,
    chargeWaitMs: config.chargeWaitMs,
    ledger,
    answers: openStoredAnswers(resources, config.storedAnswers),
    bytes,
    expectedOutput: createExpectedOutput(),
    pools,
    health: openRouteHealth(resources, catalog, scope),
    rework: createRework(threads),
    threads,
    observeModel: createObserveModel({ clock, logger, metrics: gatewayMetrics }),
    openCalls,
    overload,
    refusals,
    metrics: gatewayMetrics,
  }
}

async function openCatalog(
  { clock, logger, metrics, shards }: ServiceResources,
  { environment }: GatewayConfig,
  scope: AsyncDisposableStack,
): Promise<Catalog> {
  const database = createDatabase<Tables>(shards.directory)
  const catalog = createCatalog({
    clock,
    logger,
    metrics,
    readCatalog: () => readCatalog(database),
    readVersion: () => readCatalogVersion(database),
    readCredential: createReadCredential({ clock, environment }),
  })
  scope.defer(catalog.close)
  // A gateway starts even without its database, and returns 503 until it has loaded its models.
  await catalog.start().catch(() => undefined)
  return catalog
}

function openRouteHealth(
  { clock, logger, redis }: ServiceResources,
  catalog: Catalog,
  scope: AsyncDisposableStack,
): RouteHealth {
  const health = createRouteHealth({ clock, logger })
  const listRouteIds = () => catalog.list().flatMap(({ routes }) => routes.map(({ id }) => id))
  const reports = startRouteReports({ clock, redis, replica: nameReplica(), listRouteIds, health })
  scope.defer(() => reports.close())
  return health
}

function openKeyRing(
  { clock, logger, metrics, shards, redis }: ServiceResources,
  peppers: GatewayConfig['keyPeppers'],
  scope: AsyncDisposableStack,
): KeyRing {
  const keys = createKeyRing(
    {
      clock,
      logger,
      metrics,
      findKeys: createFindKeys(shards.directory),
      readChanges: createReadKeyChanges(shards.directory),
      subscribe: createSubscribeToKeyEnds({ redis, clock, logger }),
      touch: createTouchLastUsed(shards.directory),
    },
    { peppers },
  )
  scope.defer(() => keys.close())
  return keys
}
