// Decides whether a call that has been read may run. Dry runs and replays end here; every other call takes its
// idempotency claim, its hold and its share of the limits.
import type { BeforeReplay } from '@gatehouse/credits/stored-answers'
import type { ApiKey } from '@gatehouse/keys/api-key'
import {
  answerNotKept,
  bodyInvalid,
  clockOff,
  idempotencyConflict,
  idempotencyInProgress,
  ledgerAway,
  ledgerNotDurable,
} from '../../gateway-faults.ts'
import type { Call } from '../call.ts'
import type { Claimed, CallDeps } from '../call-deps.ts'
import type { StoredCall } from '../client.ts'
import { hashCall } from '../endpoint.ts'
import { runDry } from './dry-run.ts'
import { countReplay, refusalOf, requestAdmission, withFacts } from './limit-checks.ts'

type AdmitDeps = Pick<CallDeps, 'limits' | 'answers' | 'chargeWaitMs'>

// Beyond the wait for the charge: an attempt that is in flight when the wait ends, and the release of the hold.
const releaseMsMax = 5_000

/** Returns the result of a call that has been answered already, because it was a dry run or a replay. */
export async function admitCall(deps: AdmitDeps, call: Call): Promise<{ result: unknown } | undefined> {
  call.timings.exclude()
  const deadlineMs = call.totalMs + deps.chargeWaitMs + releaseMsMax
  if (call.isDryRun) return { result: call.sink.sendDryRun(await runDry(deps, call, deadlineMs)) }
  if (call.idempotencyKey !== undefined) {
    const replayed = await claimOrReplay(deps, call, {
      idempotencyKey: call.idempotencyKey,
      claimMs: deadlineMs,
    })
    if (replayed) return replayed
  }
  await takeHold(deps, call, deadlineMs)
  call.timings.mark('hold')
  return undefined
}

type Wanted = { idempotencyKey: string; claimMs: number }

/** Returns the result of the replay if an earlier call with the same Idempotency-Key has been answered. */
async function claimOrReplay(
  deps: AdmitDeps,
  call: Call,
  wanted: Wanted,
): Promise<{ result: unknown } | undefined> {
  const outcome = await claimCall(deps, call, {
    ...wanted,
    async beforeReplay(answerBytes) {
      await countReplay(deps, call)
      call.bytes.take(answerBytes)
    },
  })
  if (outcome.kind === 'stored') return { result: call.sink.replay(outcome) }
  call.keeping = outcome.keeping
  call.bytes.onClose(outcome.release)
  return undefined
}

type ClaimingCall = Pick<Call, 'id' | 'endpoint' | 'identity'> & { key: Pick<ApiKey, 'id' | 'companyId'> }

const keyLengthMax = 255

/**
 * Claims the Idempotency-Key before admission, so a retry gets the stored answer even if credits or limits would refuse
 * it by then. Returns the claim if the call is to run, or the stored answer of the earlier call.
 */
export async function claimCall(
  { answers }: Pick<CallDeps, 'answers'>,
  { id: callId, key, endpoint, identity }: ClaimingCall,
  { idempotencyKey, claimMs, beforeReplay }: Wanted & { beforeReplay: BeforeReplay },
): Promise<Claimed | StoredCall> {
  if (idempotencyKey.length > keyLengthMax) {
    throw bodyInvalid(`An Idempotency-Key has at most ${keyLengthMax} characters.`)
  }
  const bodyHash = Buffer.isBuffer(identity) ? hashCall(endpoint.path, identity) : identity.hash
  const { id: keyId, companyId } = key
  const outcome = await answers.claim(
    { companyId, keyId, idempotencyKey, bodyHash, callId, claimMs },
    beforeReplay,
  )
  switch (outcome.kind) {
    case 'claimed':
    case 'stored':
      return outcome
    case 'not_kept':
      throw answerNotKept(outcome.why)
    case 'running':
      throw idempotencyInProgress()
    case 'conflict':
      throw idempotencyConflict()
  }
}

async function takeHold({ limits, answers }: AdmitDeps, call: Call, deadlineMs: number): Promise<void> {
  const { alias } = call.entry
  try {
    const admission = await requestAdmission(limits, call, deadlineMs)
    if (admission.kind !== 'admitted') throw refusalOf(admission, alias)
    call.rates = admission.rates
  } catch (refusal) {
    if (call.keeping) answers.drop({ callId: call.id, companyId: call.key.companyId })
    throw withFacts(refusal, { model: alias, estimateMicros: call.estimate.micros })
  }
}

/**
 * Refuses to start a billable call whose charge could not be recorded durably and under an id with the correct time.
 */
export function requireLedger({ settler, ledger }: Pick<CallDeps, 'settler' | 'ledger'>): void {
  if (settler.isStuck()) throw ledgerAway()
  switch (ledger.problem()) {
    case undefined:
      return
    case 'unknown':
      throw ledgerAway()
    case 'not_durable':
      throw ledgerNotDurable()
    case 'clock_off':
      throw clockOff()
  }
}
