import type { BreakerState } from '@gatehouse/runtime/circuit-breaker'
import { enumeration } from '../../../schema/shape.ts'

export const breakerStateType = enumeration(
  'BreakerState',
  'CLOSED: calls are sent. OPEN: calls are refused for a minute. HALF_OPEN: the next call is a test.',
  ['CLOSED', 'OPEN', 'HALF_OPEN'],
)

/** GraphQL names have no hyphens. */
export const breakerStateNames = {
  closed: 'CLOSED',
  open: 'OPEN',
  'half-open': 'HALF_OPEN',
} as const satisfies Record<BreakerState, string>
