// What stands between a call that is understood and one that runs: a dry run and a replay end here, everything else takes
// its place, its hold and its share of the limits.
import type { PossibleUsage } from '@gatehouse/calls/possible-usage'
import type { ApiKey } from '@gatehouse/keys/api-key'
import type { Rates } from '@gatehouse/limits/admission'
import type { AliasEntry } from '@gatehouse/models/alias'
import type { Endpoint } from '../endpoint.ts'
import type { InferenceDeps } from '../inference-deps.ts'
import type { AdmittedCall } from '../open-call.ts'
import type { AskedCall } from '../asked-call.ts'
import type { AnswerKeeping } from '../answer/answer-copy.ts'
import { type Estimate, admitCall } from './admit-call.ts'
import { claimCall } from './claim-call.ts'
import { countReplay } from './look-ahead.ts'
import { runDry } from './dry-run.ts'
import type { CapHold } from './key-caps.ts'

/** A call that is understood: what it is, and what it may cost and take. */
export type PreparedCall = {
  endpoint: Endpoint
  entry: AliasEntry
  isStream: boolean
  estimate: Estimate
  possible: PossibleUsage
  /** What its answer may take. */
  totalMs: number
}

export type AskedAdmission =
  | { kind: 'admitted'; admitted: AdmittedCall }
  /** It was a dry run or a repetition, and has its answer. */
  | { kind: 'answered'; result: unknown }

type Asked = Omit<AskedCall, 'contentType' | 'context'>

// What the charge may take after the answer is there.
const settleMsMax = 10_000

export async function admitAsked(
  deps: Pick<InferenceDeps, 'limits' | 'caps' | 'answers'>,
  asked: Asked,
  { endpoint, entry, isStream, estimate, possible, totalMs }: PreparedCall,
): Promise<AskedAdmission> {
  const { id, key, body, timings, idempotencyKey, concernedCompanyId, bytes, face } = asked
  timings.leaveOut()
  const deadlineMs = totalMs + settleMsMax
  const toAdmit = { callId: id, key, endpoint, alias: entry.alias, estimate, deadlineMs }
  if (asked.isDryRun) {
    return { kind: 'answered', result: face.sendDryRun(await runDry(deps, toAdmit, { entry })) }
  }
  let keeping: AnswerKeeping | undefined
  if (idempotencyKey !== undefined) {
    const claim = { callId: id, key, endpoint, idempotencyKey, body, claimMs: deadlineMs }
    const outcome = await claimCall(deps, claim)
    if (outcome.kind === 'stored') {
      await countReplay(deps, { callId: id, key, operation: endpoint.operation })
      bytes.take(outcome.body.length)
      return { kind: 'answered', result: face.replay(outcome) }
    }
    keeping = outcome.keeping
    bytes.onClose(outcome.release)
  }
  const { capHold, rates } = await takePlace(deps, { ...toAdmit, isStream }, keeping !== undefined)
  timings.mark('hold')
  const admitted = { id, key, endpoint, entry, isStream, estimate, possible, rates, timings, keeping, bytes }
  return { kind: 'admitted', admitted: { ...admitted, concernedCompanyId, capHold } }
}

type Place = { capHold: CapHold | undefined; rates: Rates }

async function takePlace(
  deps: Pick<InferenceDeps, 'limits' | 'caps' | 'answers'>,
  toAdmit: Parameters<typeof admitCall>[1] & { key: ApiKey },
  hasClaim: boolean,
): Promise<Place> {
  let capHold: CapHold | undefined
  try {
    capHold = await deps.caps.hold(toAdmit.key, toAdmit.estimate.micros)
    return { capHold, rates: await admitCall(deps.limits, toAdmit) }
  } catch (refusal) {
    capHold?.end(0n)
    if (hasClaim) deps.answers.drop(toAdmit.callId)
    throw refusal
  }
}
