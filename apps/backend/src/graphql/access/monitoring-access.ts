// Access to how the platform runs at the moment: routes, processes, logs and errors.
import { asParent } from './as-parent.ts'

export const monitoringQueries = {
  routeStates: 'superAdmin',
} as const

export const monitoringAccess = {
  RouteState: asParent('calls5m', 'failures5m', 'openUntil', 'p95', 'replica', 'routeId', 'state'),
} as const
