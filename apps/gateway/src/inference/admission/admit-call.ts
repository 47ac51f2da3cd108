// Decides whether a call that has been read may run. Dry runs and replays end here; every other call takes its
// idempotency claim, its hold and its share of the limits.
import type { PossibleUsage } from '@gatehouse/calls/possible-usage'
import type { Rates } from '@gatehouse/limits/admission'
import type { AliasEntry } from '@gatehouse/models/alias'
import { clockOff, ledgerAway, ledgerNotDurable } from '../../gateway-faults.ts'
import type { Endpoint } from '../endpoint.ts'
import type { InferenceDeps } from '../inference-deps.ts'
import type { AdmittedCall } from '../open-call.ts'
import type { ReceivedCall } from '../received-call.ts'
import type { AnswerKeeping } from '../answer/answer-copy.ts'
import type { Estimate } from './estimate-call.ts'
import { claimCall } from './claim-call.ts'
import { type EstimatedCall, countReplay, refusalOf, requestAdmission } from './limit-checks.ts'
import { runDry } from './dry-run.ts'
import { withFacts } from './refusal-facts.ts'

/** A call that has been read and validated, with an estimate of its cost and duration. */
export type PreparedCall = {
  endpoint: Endpoint
  entry: AliasEntry
  isStream: boolean
  estimate: Estimate
  possible: PossibleUsage
  /** Time limit for the answer. */
  totalMs: number
}

export type CallAdmission =
  | { kind: 'admitted'; admitted: AdmittedCall }
  /** The call was a dry run or a replay, and its answer has been sent. */
  | { kind: 'answered'; result: unknown }

type Received = Omit<ReceivedCall, 'contentType' | 'context'>

// Beyond the wait for the charge: an attempt that is in flight when the wait ends, and the release of the hold.
const releaseMsMax = 5_000

export async function admitCall(
  deps: Pick<InferenceDeps, 'limits' | 'answers' | 'chargeWaitMs'>,
  received: Received,
  { endpoint, entry, isStream, estimate, possible, totalMs }: PreparedCall,
): Promise<CallAdmission> {
  const { id, key, body, timings, idempotencyKey, concernedCompanyId, bytes, sink } = received
  timings.exclude()
  const deadlineMs = totalMs + deps.chargeWaitMs + releaseMsMax
  const toAdmit = { callId: id, key, endpoint, alias: entry.alias, estimate, deadlineMs }
  if (received.isDryRun) {
    return { kind: 'answered', result: sink.sendDryRun(await runDry(deps, toAdmit, { entry })) }
  }
  let keeping: AnswerKeeping | undefined
  if (idempotencyKey !== undefined) {
    const claim = { callId: id, key, endpoint, idempotencyKey, body, claimMs: deadlineMs }
    const outcome = await claimCall(deps, claim)
    if (outcome.kind === 'stored') {
      await countReplay(deps, { callId: id, key, operation: endpoint.operation })
      bytes.take(outcome.body.length)
      return { kind: 'answered', result: sink.replay(outcome) }
    }
    keeping = outcome.keeping
    bytes.onClose(outcome.release)
  }
  const rates = await takeHold(deps, { ...toAdmit, isStream }, keeping !== undefined)
  timings.mark('hold')
  const admitted = { id, key, endpoint, entry, isStream, estimate, possible, rates, timings, keeping, bytes }
  return { kind: 'admitted', admitted: { ...admitted, concernedCompanyId } }
}

async function takeHold(
  deps: Pick<InferenceDeps, 'limits' | 'answers'>,
  toAdmit: EstimatedCall,
  hasClaim: boolean,
): Promise<Rates> {
  try {
    const admission = await requestAdmission(deps.limits, toAdmit)
    if (admission.kind !== 'admitted') throw refusalOf(admission, toAdmit)
    return admission.rates
  } catch (refusal) {
    if (hasClaim) deps.answers.drop({ callId: toAdmit.callId, companyId: toAdmit.key.companyId })
    throw withFacts(refusal, { model: toAdmit.alias, estimateMicros: toAdmit.estimate.micros })
  }
}

/**
 * Refuses to start a billable call whose charge could not be recorded durably and under an id with the correct time.
 */
export function requireLedger({ settler, ledger }: Pick<InferenceDeps, 'settler' | 'ledger'>): void {
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
