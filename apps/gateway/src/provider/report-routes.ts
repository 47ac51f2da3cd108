import { createWriteRouteStates } from '@gatehouse/models/route-states'
import { startPeriodicJob } from '@gatehouse/runtime/periodic-job'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { RouteHealth } from './route-health.ts'

export type RouteReportDeps = Pick<ServiceResources, 'clock' | 'redis'> & {
  replica: string
  listRouteIds: () => readonly string[]
  health: Pick<RouteHealth, 'read'>
}

const everyMs = 5_000

/** Writes the states of this process's routes to Redis on a timer, so that calls pay nothing for it. */
export function startRouteReports({ clock, redis, replica, listRouteIds, health }: RouteReportDeps) {
  const write = createWriteRouteStates({ redis, replica })
  return startPeriodicJob(clock, {
    everyMs,
    async run() {
      await write(listRouteIds().map((routeId) => health.read(routeId)))
    },
    // The connection logs that Redis is unreachable, once per outage; the next run tries again.
    onFailure: () => undefined,
  })
}
