// Opens what serving model calls takes, in the order of dependence; the scope closes it in reverse.
import { readMonthSpent } from '@gatehouse/credits/read-month-spent'
import { createKeyRing } from '@gatehouse/keys/create-key-ring'
import { createFindKeys } from '@gatehouse/keys/find-keys'
import { createSubscribeToKeyEnds } from '@gatehouse/keys/key-end-channel'
import { createTouchLastUsed } from '@gatehouse/keys/touch-last-used'
import { createCatalog } from '@gatehouse/models/create-catalog'
import { readCatalog, readCatalogVersion } from '@gatehouse/models/read-catalog'
import { createReadCredential } from '@gatehouse/models/read-credential'
import { createKysely } from '@gatehouse/postgres/create-kysely'
import type { Tables } from '@gatehouse/schema/tables'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { GatewayConfig } from '../config.ts'
import { createGatewayMetrics } from '../gateway-metrics.ts'
import { createOpenCalls } from './answer/open-calls.ts'
import type { InferenceDeps } from './inference-deps.ts'
import { openSettlement } from './open-settlement.ts'
import { openStoredAnswers } from './open-stored-answers.ts'
import { createKeyCaps } from './admission/key-caps.ts'
import { createOverloadGuard } from './admission/overload-guard.ts'
import { createProviderPools } from './provider/provider-pools.ts'
import { createRouteHealth } from './provider/route-health.ts'

export async function openInference(
  resources: ServiceResources,
  config: GatewayConfig,
  scope: AsyncDisposableStack,
): Promise<InferenceDeps> {
  const { clock, logger, metrics, postgres, redis } = resources
  const { settler, limits } = await openSettlement(resources, config, scope)
  const keys = createKeyRing(
    {
      clock,
      logger,
      metrics,
      findKeys: createFindKeys(postgres),
      subscribe: createSubscribeToKeyEnds({ redis, clock, logger }),
      touch: createTouchLastUsed(postgres),
    },
    { peppers: config.keyPeppers },
  )
  scope.defer(() => keys.close())
  const database = createKysely<Tables>(postgres)
  const catalog = createCatalog({
    clock,
    logger,
    metrics,
    readCatalog: () => readCatalog(database),
    readVersion: () => readCatalogVersion(database),
    readCredential: createReadCredential({ clock, environment: config.environment }),
  })
  scope.defer(catalog.close)
  // A gateway comes up without its database and answers 503 until it knows its models.
  await catalog.start().catch(() => undefined)
  const openCalls = createOpenCalls({ clock, isKeyLive: (keyId) => keys.isLive(keyId) })
  scope.defer(openCalls.close)
  keys.onKeyEnded(openCalls.endKey)
  const overload = createOverloadGuard(
    { clock, openCalls: openCalls.count },
    { lagMsMax: config.overloadLagMs },
  )
  scope.defer(overload.close)
  const pools = createProviderPools()
  scope.defer(pools.close)
  return {
    clock,
    random: Math.random,
    keys,
    catalog,
    limits,
    settler,
    answers: openStoredAnswers(resources, scope),
    caps: createKeyCaps({ clock, readSpent: (key) => readMonthSpent(postgres, key) }),
    pools,
    health: createRouteHealth({ clock, logger }),
    openCalls,
    overload,
    metrics: createGatewayMetrics(metrics, openCalls.count),
  }
}
