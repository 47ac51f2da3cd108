// Reports what would happen to a call without calling a provider: every check runs, and whatever the checks reserve is
// released.
import { formatCredits } from '@gatehouse/credits/credit'
import { Fault } from '@gatehouse/runtime/fault'
import { toErrorEnvelope } from '../../error-envelope.ts'
import type { InferenceDeps } from '../inference-deps.ts'
import { type EstimatedCall, type RefusedAdmission, refusalOf, requestAdmission } from './limit-checks.ts'
import type { ModelCall } from './read-model-call.ts'

export type DryRun = {
  object: 'dry_run'
  model: string
  would_pass: boolean
  /** Checks in the order they run, up to and including the first that fails. */
  checks: { check: string; passed: boolean }[]
  refusal: { status: number; error: unknown } | null
  estimated_tokens: { input: number; output: number; total: number }
  hold: { credits: string }
  price_version: string | null
}

const checksInOrder = [
  'authentication',
  'scope',
  'suspension',
  'body',
  'model',
  'key_cap',
  'overdue_invoice',
  'credits',
  'requests',
  'tokens',
] as const

type Check = (typeof checksInOrder)[number]

type FailedCheck = { check: Check; refusal: Fault }

export async function runDry(
  deps: Pick<InferenceDeps, 'limits' | 'caps'>,
  call: EstimatedCall,
  { entry }: Pick<ModelCall, 'entry'>,
): Promise<DryRun> {
  const failed = await findFailedCheck(deps, call)
  const { inputTokens, outputTokens, totalTokens, micros } = call.estimate
  return {
    object: 'dry_run',
    model: entry.alias,
    would_pass: failed === undefined,
    checks: describeChecks(failed?.check),
    refusal: failed ? describeRefusal(failed.refusal, call.callId) : null,
    estimated_tokens: { input: inputTokens, output: outputTokens, total: totalTokens },
    hold: { credits: formatCredits(micros) },
    price_version: entry.price ? String(entry.price.version) : null,
  }
}

/** Rejects if a check could not run, because its outcome is then unknown. */
async function findFailedCheck(
  { limits, caps }: Pick<InferenceDeps, 'limits' | 'caps'>,
  call: EstimatedCall,
): Promise<FailedCheck | undefined> {
  const capHold = await caps.hold(call.key, call.estimate.micros).catch(toCapRefusal)
  if (capHold instanceof Fault) return { check: 'key_cap', refusal: capHold }
  try {
    const admission = await requestAdmission(limits, call)
    if (admission.kind !== 'admitted') return { check: checkOf(admission), refusal: refusalOf(admission) }
  } finally {
    capHold?.end(0n)
  }
  await limits.release({ companyId: call.key.companyId, calls: [{ callId: call.callId, tokensUsed: 0 }] })
  return undefined
}

function toCapRefusal(thrown: unknown): Fault {
  if (thrown instanceof Fault && thrown.code === 'gateway.key_cap_reached') return thrown
  throw thrown
}

function checkOf(admission: RefusedAdmission): Check {
  switch (admission.kind) {
    case 'overdue':
    case 'frozen':
      return 'overdue_invoice'
    case 'insufficient_credits':
      return 'credits'
    case 'streams_abandoned':
      return 'requests'
    case 'rate_limited':
      return admission.what
  }
}

function describeChecks(failed: Check | undefined): DryRun['checks'] {
  const last = failed === undefined ? checksInOrder.length : checksInOrder.indexOf(failed) + 1
  return checksInOrder.slice(0, last).map((check) => ({ check, passed: check !== failed }))
}

function describeRefusal(fault: Fault, callId: string): NonNullable<DryRun['refusal']> {
  const { status, body } = toErrorEnvelope(fault, callId)
  return { status, ...(JSON.parse(body) as { error: unknown }) }
}
