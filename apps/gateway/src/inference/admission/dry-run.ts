// Reports what would happen to a call without calling a provider: every check runs, and whatever the checks reserve is
// released.
import { formatCredits } from '@gatehouse/credits/credit'
import { type Fault, type FaultCode, toFault } from '@gatehouse/runtime/fault'
import { toErrorEnvelope } from '../../error-envelope.ts'
import { type CallToAdmit, admitCall } from './admit-call.ts'
import type { InferenceDeps } from '../inference-deps.ts'
import type { CapHold } from './key-caps.ts'
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
]

const checkOfFault: Readonly<Partial<Record<FaultCode, string>>> = {
  'gateway.key_cap_reached': 'key_cap',
  'gateway.invoice_overdue': 'overdue_invoice',
  'gateway.account_frozen': 'overdue_invoice',
  'gateway.credits_insufficient': 'credits',
}

export async function runDry(
  deps: Pick<InferenceDeps, 'limits' | 'caps'>,
  call: CallToAdmit,
  { entry }: Pick<ModelCall, 'entry'>,
): Promise<DryRun> {
  const refusal = await findRefusal(deps, call)
  const { inputTokens, outputTokens, totalTokens, micros } = call.estimate
  return {
    object: 'dry_run',
    model: entry.alias,
    would_pass: refusal === undefined,
    checks: describeChecks(refusal),
    refusal: refusal ? describeRefusal(refusal, call.callId) : null,
    estimated_tokens: { input: inputTokens, output: outputTokens, total: totalTokens },
    hold: { credits: formatCredits(micros) },
    price_version: entry.price ? String(entry.price.version) : null,
  }
}

async function findRefusal(
  { limits, caps }: Pick<InferenceDeps, 'limits' | 'caps'>,
  call: CallToAdmit,
): Promise<Fault | undefined> {
  let capHold: CapHold | undefined
  try {
    capHold = await caps.hold(call.key, call.estimate.micros)
    await admitCall(limits, call)
  } catch (thrown) {
    const fault = toFault(thrown)
    // The checks could not run, so their outcome is unknown.
    if (fault.kind === 'unavailable' && fault.code !== 'gateway.account_frozen') throw thrown
    return fault
  } finally {
    capHold?.end(0n)
  }
  await limits.release({ companyId: call.key.companyId, calls: [{ callId: call.callId, tokensUsed: 0 }] })
  return undefined
}

function describeChecks(refusal: Fault | undefined): DryRun['checks'] {
  if (!refusal) return checksInOrder.map((check) => ({ check, passed: true }))
  const failed = checkOfFault[refusal.code] ?? (/tokens/.test(refusal.publicMessage) ? 'tokens' : 'requests')
  const made = checksInOrder.slice(0, checksInOrder.indexOf(failed) + 1)
  return made.map((check) => ({ check, passed: check !== failed }))
}

function describeRefusal(fault: Fault, callId: string): NonNullable<DryRun['refusal']> {
  const { status, body } = toErrorEnvelope(fault, callId)
  return { status, ...(JSON.parse(body) as { error: unknown }) }
}
