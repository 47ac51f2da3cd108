// The routes of the models as each gateway process sees them.
import type { ReplicaRouteState } from '@gatehouse/models/route-states'
import { type Operation, defineQuery } from '../../../schema/define-operation.ts'
import { defineObject, field, listOf, optional, shapes } from '../../../schema/shape.ts'
import { breakerStateNames, breakerStateType } from './breaker-state.ts'

const routeStateType = defineObject<ReplicaRouteState>(
  'RouteState',
  'One route at one gateway process, which has its own circuit breakers. calls5m and failures5m count the attempts of the last five ' +
    'minutes; p95 is the 95th percentile, in milliseconds, of the time to the end of an answer, without failures.',
  {
    replica: field(shapes.string, (route) => route.replica),
    routeId: field(shapes.id, (route) => route.routeId),
    state: field(breakerStateType, (route) => breakerStateNames[route.state]),
    openUntil: field(optional(shapes.time), (route) => route.openUntil),
    calls5m: field(shapes.int, (route) => route.calls),
    failures5m: field(shapes.int, (route) => route.failures),
    p95: field(optional(shapes.float), (route) => route.p95Ms),
  },
)

export const routeStateOperations: readonly Operation[] = [
  defineQuery({
    name: 'routeStates',
    description:
      'The state of every route at every gateway process, at most a few seconds old. A process that has stopped is listed for up to 15 ' +
      'seconds. Null with an error if Redis does not respond.',
    inputs: {},
    returns: optional(listOf(routeStateType)),
    cost: 20,
    resolve: ({ deps }) => deps.readRouteStates(),
  }),
]
