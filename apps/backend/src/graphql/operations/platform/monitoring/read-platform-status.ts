// The state of the platform for the public status page. The answer is kept for some seconds and shared by all callers,
// so that anonymous requests, however many, cost a few queries per interval. It has no names and no numbers of companies.
import { listReports } from '@gatehouse/credits/reconciliation-reports'
import type { ReadRouteStates } from '@gatehouse/models/route-states'
import type { Clock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import type { Database } from '@gatehouse/schema/database'
import type { Monitoring } from '../../../../ai-service/monitoring-client.ts'

/** From the best to the worst. */
export const serviceStates = ['OPERATIONAL', 'UNKNOWN', 'DEGRADED', 'DOWN'] as const
export type ServiceState = (typeof serviceStates)[number]

export type PlatformStatus = {
  checkedAt: Date
  gateway: ServiceState
  aiService: ServiceState
  database: ServiceState
  /** Null if there has been none, or if the database does not respond. */
  lastReconciliation: { endedAt: Date; isClean: boolean } | null
}

export type ReadPlatformStatus = () => Promise<PlatformStatus>

type PlatformStatusDeps = {
  clock: Clock
  database: Database
  monitoring: Pick<Monitoring, 'readStats'>
  readRouteStates: ReadRouteStates
}

const keptMs = 5_000

export function createReadPlatformStatus(deps: PlatformStatusDeps): ReadPlatformStatus {
  let kept: { untilMs: number; status: Promise<PlatformStatus> } | undefined
  return () => {
    const nowMs = deps.clock.monotonicMs()
    if (!kept || nowMs >= kept.untilMs) kept = { untilMs: nowMs + keptMs, status: check(deps) }
    return kept.status
  }
}

/** Never rejects: a part that cannot be checked has a state of its own. */
async function check(deps: PlatformStatusDeps): Promise<PlatformStatus> {
  const [gateway, aiService, reports] = await Promise.all([
    checkGateway(deps),
    checkAiService(deps),
    listReports(deps.database, { limit: 1 }).catch(() => undefined),
  ])
  const last = reports?.[0]
  return {
    checkedAt: new Date(deps.clock.wallMs()),
    gateway,
    aiService,
    database: reports ? 'OPERATIONAL' : 'DOWN',
    lastReconciliation: last ? { endedAt: last.endedAt, isClean: !last.hasDrift } : null,
  }
}

/**
 * A gateway that runs reports its routes every few seconds. A model is unavailable while the circuit breakers of all its
 * routes are open at all gateways; with one that is closed or half-open, calls can succeed.
 */
async function checkGateway({ database, readRouteStates }: PlatformStatusDeps): Promise<ServiceState> {
  const [states, routes] = await Promise.all([
    readRouteStates().catch(() => undefined),
    listRoutes(database).catch(() => undefined),
  ])
  if (!states || !routes) return 'UNKNOWN'
  // Without routes, a gateway has nothing to report.
  if (states.length === 0) return routes.size === 0 ? 'UNKNOWN' : 'DOWN'
  const byModel = Map.groupBy(states, ({ routeId }) => routes.get(routeId) ?? routeId)
  const isUnavailable = [...byModel.values()].some((own) => own.every(({ state }) => state === 'open'))
  return isUnavailable ? 'DEGRADED' : 'OPERATIONAL'
}

/** Maps route to alias. */
async function listRoutes(database: Database): Promise<ReadonlyMap<string, string>> {
  const routes = await database
    .selectFrom('model_routes')
    .select(['id', 'alias'])
    .where('is_enabled', '=', true)
    .execute()
  return new Map(routes.map(({ id, alias }) => [id, alias]))
}

async function checkAiService({ monitoring }: PlatformStatusDeps): Promise<ServiceState> {
  try {
    await monitoring.readStats()
    return 'OPERATIONAL'
  } catch (thrown) {
    const code = thrown instanceof Fault ? thrown.code : undefined
    if (code === 'ai_service.unreachable') return 'DOWN'
    // It responds, but cannot serve the request, for example because it does not reach the database.
    return code === 'ai_service.odd_answer' ? 'DEGRADED' : 'UNKNOWN'
  }
}
