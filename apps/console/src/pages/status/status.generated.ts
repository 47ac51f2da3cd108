// Generated from status.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../graphql/operation.ts'

export type PlatformStatusVariables = Record<string, never>

export type PlatformStatusResult = {
  platformStatus: {
    checkedAt: string
    state: 'DEGRADED' | 'DOWN' | 'OPERATIONAL' | 'UNKNOWN'
    gateway: 'DEGRADED' | 'DOWN' | 'OPERATIONAL' | 'UNKNOWN'
    aiService: 'DEGRADED' | 'DOWN' | 'OPERATIONAL' | 'UNKNOWN'
    database: 'DEGRADED' | 'DOWN' | 'OPERATIONAL' | 'UNKNOWN'
    lastReconciliation: {
      endedAt: string
      isClean: boolean
    } | null
  }
}

export const platformStatus: Operation<PlatformStatusResult, PlatformStatusVariables> = {
  name: 'PlatformStatus',
  text: "query PlatformStatus{platformStatus{checkedAt state gateway aiService database lastReconciliation{endedAt isClean}}}",
}
