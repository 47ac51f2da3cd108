import type { AnswerClaim, ClaimOutcome } from '@gatehouse/credits/stored-answers'
import type { LedgerGuard } from '@gatehouse/credits/ledger-guard'
import type { Settler } from '@gatehouse/credits/create-settler'
import type { KeyRing } from '@gatehouse/keys/create-key-ring'
import type { ExpectedOutput } from '@gatehouse/limits/estimate-tokens'
import type { Limits } from '@gatehouse/limits/create-limits'
import type { Catalog } from '@gatehouse/models/create-catalog'
import type { ServiceNames } from '@gatehouse/models/service-names'
import type { Clock } from '@gatehouse/runtime/clock'
import type { GatewayMetrics } from '../gateway-metrics.ts'
import type { AnswerKeeping } from './answer/answer-copy.ts'
import type { OpenCalls } from './answer/open-calls.ts'
import type { Rework } from './answer/rework/create-rework.ts'
import type { ByteBudget } from './admission/byte-budget.ts'
import type { KeyCaps } from './admission/key-caps.ts'
import type { OverloadGuard } from './admission/overload-guard.ts'
import type { RefusalPace } from './admission/refusal-pace.ts'
import type { ObserveModel } from './provider/observe-model.ts'
import type { ProviderPools } from './provider/provider-pools.ts'
import type { RouteHealth } from './provider/route-health.ts'

/** What serving a model call takes. */
export type InferenceDeps = {
  clock: Clock
  names: ServiceNames
  random: () => number
  keys: Pick<KeyRing, 'authenticate'>
  catalog: Pick<Catalog, 'find' | 'list' | 'isLoaded'>
  limits: Pick<Limits, 'admit' | 'admitAddress' | 'countRequest' | 'preview' | 'readAccount' | 'release'>
  ledger: Pick<LedgerGuard, 'trouble'>
  settler: Pick<Settler, 'settle' | 'delivered' | 'isStuck'>
  answers: StoredAnswers
  caps: KeyCaps
  bytes: ByteBudget
  expectedOutput: ExpectedOutput
  pools: ProviderPools
  health: RouteHealth
  observeModel: ObserveModel
  rework: Rework
  openCalls: OpenCalls
  overload: Pick<OverloadGuard, 'isOverloaded'>
  refusals: Pick<RefusalPace, 'arrive'>
  metrics: GatewayMetrics
}

/** The call is to run, and so much of its answer is kept. `release` when it is over: until then that much is reserved. */
export type Claimed = { kind: 'claimed'; keeping: AnswerKeeping; release(): void }

/** The answers of calls that were sent with an Idempotency-Key. */
type StoredAnswers = {
  claim(claim: AnswerClaim): Promise<Claimed | Exclude<ClaimOutcome, { kind: 'claimed' }>>
  /** Whether a call with this Idempotency-Key was answered before. */
  isKnown(keyId: string, idempotencyKey: string): Promise<boolean>
  /** The call was not charged, so a retry may run. Nobody waits for it. */
  drop(callId: string): void
}
