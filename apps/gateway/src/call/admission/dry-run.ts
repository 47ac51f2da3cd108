// Reports what would happen to a call without calling a provider: every check runs, and whatever the checks reserve is
// released.
import { formatCredits } from '@gatehouse/credits/credit'
import { noCharge } from '@gatehouse/limits/admission'
import type { Fault } from '@gatehouse/runtime/fault'
import { toErrorEnvelope } from '../../error-envelope.ts'
import type { Call } from '../call.ts'
import type { CallDeps } from '../call-deps.ts'
import { type RefusedAdmission, refusalOf, requestAdmission } from './limit-checks.ts'

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
  'overdue_invoice',
  'company_budget',
  'key_cap',
  'alias_budget',
  'credits',
  'requests',
  'tokens',
] as const

type Check = (typeof checksInOrder)[number]

type FailedCheck = { check: Check; refusal: Fault }

export async function runDry(
  deps: Pick<CallDeps, 'limits'>,
  call: Call,
  deadlineMs: number,
): Promise<DryRun> {
  const { entry } = call
  const failed = await findFailedCheck(deps, call, deadlineMs)
  const { inputTokens, outputTokens, totalTokens, micros } = call.estimate
  return {
    object: 'dry_run',
    model: entry.alias,
    would_pass: failed === undefined,
    checks: describeChecks(failed?.check),
    refusal: failed ? describeRefusal(failed.refusal, call.id) : null,
    estimated_tokens: { input: inputTokens, output: outputTokens, total: totalTokens },
    hold: { credits: formatCredits(micros) },
    price_version: entry.price ? String(entry.price.version) : null,
  }
}

/** Rejects if a check could not run, because its outcome is then unknown. */
async function findFailedCheck(
  { limits }: Pick<CallDeps, 'limits'>,
  call: Call,
  deadlineMs: number,
): Promise<FailedCheck | undefined> {
  const admission = await requestAdmission(limits, call, deadlineMs)
  if (admission.kind !== 'admitted') {
    return { check: checkOf(admission), refusal: refusalOf(admission, call.entry.alias) }
  }
  const released = { callId: call.id, tokensUsed: 0, charge: noCharge }
  await limits.release({ companyId: call.key.companyId, calls: [released] })
  return undefined
}

const budgetChecks = { company: 'company_budget', key: 'key_cap', alias: 'alias_budget' } as const

function checkOf(admission: RefusedAdmission): Check {
  switch (admission.kind) {
    case 'overdue':
    case 'frozen':
      return 'overdue_invoice'
    case 'budget_reached':
      return budgetChecks[admission.scope]
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
