// The public status of the platform.
import { type Operation, defineQuery } from '../../../schema/define-operation.ts'
import { defineObject, enumeration, field, optional, shapes } from '../../../schema/shape.ts'
import { type PlatformStatus, serviceStates } from './read-platform-status.ts'

const serviceStateType = enumeration(
  'ServiceState',
  'OPERATIONAL: it responds. UNKNOWN: it could not be checked. DEGRADED: it responds, but a part of it does not work. DOWN: it does not respond.',
  serviceStates,
)

const lastReconciliationType = defineObject<NonNullable<PlatformStatus['lastReconciliation']>>(
  'LastReconciliation',
  'The last reconciliation of all accounts. isClean: it found no differences.',
  {
    endedAt: field(shapes.time, (last) => last.endedAt),
    isClean: field(shapes.boolean, (last) => last.isClean),
  },
)

const platformStatusType = defineObject<PlatformStatus>(
  'PlatformStatus',
  'The state of the platform, up to five seconds old, and the worst state of its services.',
  {
    checkedAt: field(shapes.time, (status) => status.checkedAt),
    state: field(serviceStateType, worstState),
    gateway: field(serviceStateType, (status) => status.gateway),
    aiService: field(serviceStateType, (status) => status.aiService),
    database: field(serviceStateType, (status) => status.database),
    lastReconciliation: field(optional(lastReconciliationType), (status) => status.lastReconciliation),
  },
)

function worstState({ gateway, aiService, database }: PlatformStatus) {
  const own = new Set([gateway, aiService, database])
  return serviceStates.findLast((state) => own.has(state)) ?? 'UNKNOWN'
}

export const platformStatusOperations: readonly Operation[] = [
  defineQuery({
    name: 'platformStatus',
    description: 'The state of the platform, for everyone. It needs no token.',
    inputs: {},
    returns: platformStatusType,
    resolve: ({ deps }) => deps.readPlatformStatus(),
  }),
]
