import type { AnswerClaim, ClaimOutcome } from '@gatehouse/credits/stored-answers'
import type { Settler } from '@gatehouse/credits/create-settler'
import type { KeyRing } from '@gatehouse/keys/create-key-ring'
import type { Limits } from '@gatehouse/limits/create-limits'
import type { Catalog } from '@gatehouse/models/create-catalog'
import type { Clock } from '@gatehouse/runtime/clock'
import type { GatewayMetrics } from '../gateway-metrics.ts'
import type { OpenCalls } from './answer/open-calls.ts'
import type { KeyCaps } from './admission/key-caps.ts'
import type { OverloadGuard } from './admission/overload-guard.ts'
import type { ProviderPools } from './provider/provider-pools.ts'
import type { RouteHealth } from './provider/route-health.ts'

/** What serving a model call takes. */
export type InferenceDeps = {
  clock: Clock
  random: () => number
  keys: Pick<KeyRing, 'authenticate'>
  catalog: Pick<Catalog, 'find' | 'list' | 'isLoaded'>
  limits: Pick<Limits, 'admit' | 'admitAddress' | 'noteGivenUp' | 'readAccount' | 'release'>
  settler: Pick<Settler, 'settle' | 'isStuck'>
  answers: StoredAnswers
  caps: KeyCaps
  pools: ProviderPools
  health: RouteHealth
  openCalls: OpenCalls
  overload: Pick<OverloadGuard, 'isOverloaded'>
  metrics: GatewayMetrics
}

/** The answers of calls that were sent with an Idempotency-Key. */
type StoredAnswers = {
  claim(claim: AnswerClaim): Promise<ClaimOutcome>
  /** The call was not charged, so a retry may run. Nobody waits for it. */
  drop(callId: string): void
}
