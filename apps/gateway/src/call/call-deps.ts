import type { AnswerClaim, BeforeReplay, ClaimOutcome } from '@gatehouse/credits/stored-answers'
import type { LedgerGuard } from '@gatehouse/credits/ledger-guard'
import type { Settler } from '@gatehouse/credits/create-settler'
import type { ApiKey } from '@gatehouse/keys/api-key'
import type { KeyRing } from '@gatehouse/keys/create-key-ring'
import type { ExpectedOutput } from '@gatehouse/limits/expected-output'
import type { Limits } from '@gatehouse/limits/create-limits'
import type { Catalog } from '@gatehouse/models/create-catalog'
import type { ServiceNames } from '@gatehouse/models/service-names'
import type { Clock } from '@gatehouse/runtime/clock'
import type { GatewayMetrics } from '../gateway-metrics.ts'
import type { OpenCalls } from './open-calls.ts'
import type { Rework } from '../model/rework/create-rework.ts'
import type { WorkThreads } from '../threads/create-work-threads.ts'
import type { ByteBudget } from './byte-budget.ts'
import type { OverloadGuard } from './admission/overload-guard.ts'
import type { RefusalPace } from './admission/refusal-pace.ts'
import type { ObserveModel } from '../provider/observe-model.ts'
import type { ProviderPools } from '../provider/provider-pools.ts'
import type { RouteHealth } from '../provider/route-health.ts'

/** Everything that serving a model call depends on. */
export type CallDeps = {
  clock: Clock
  names: ServiceNames
  random: () => number
  keys: Pick<KeyRing, 'authenticate' | 'findEnded'>
  catalog: Pick<Catalog, 'find' | 'list' | 'isLoaded'>
  limits: Pick<Limits, 'admit' | 'admitAddress' | 'countRequest' | 'preview' | 'readAccount' | 'release'>
  ledger: Pick<LedgerGuard, 'problem'>
  settler: Pick<Settler, 'settle' | 'delivered' | 'isStuck'>
  /** How long an answered call waits for its charge. */
  chargeWaitMs: number
  answers: StoredAnswers
  bytes: ByteBudget
  expectedOutput: ExpectedOutput
  pools: ProviderPools
  health: RouteHealth
  observeModel: ObserveModel
  rework: Rework
  threads: Pick<WorkThreads, 'run'>
  openCalls: OpenCalls
  overload: Pick<OverloadGuard, 'admits'>
  refusals: Pick<RefusalPace, 'arrive'>
  metrics: GatewayMetrics
}

/**
 * The call is to run, and its answer is kept as `keeping` says. `release` must be called when the call has ended, to
 * free the reserved bytes.
 */
export type Claimed = { kind: 'claimed'; keeping: AnswerKeeping; release(): void }

/** How much of an answer is stored for retries. */
export type AnswerKeeping = {
  bytesMax: number
  /** Reserves storage for the whole answer; returns false if its company would exceed its quota. */
  reserve(bytes: number): boolean
}

/** Answers of calls that were sent with an Idempotency-Key. */
type StoredAnswers = {
  claim(
    claim: AnswerClaim,
    beforeReplay: BeforeReplay,
  ): Promise<Claimed | Exclude<ClaimOutcome, { kind: 'claimed' }>>
  /** Whether a call with this Idempotency-Key has been answered. */
  isKnown(key: Pick<ApiKey, 'id' | 'companyId'>, idempotencyKey: string): Promise<boolean>
  /** Releases the claim of a call that was not charged, so that a retry may run. Best effort, in the background. */
  drop(call: { callId: string; companyId: string }): void
}
