// The expected outcome of a run whose client stays to the end, from its plan alone: the row of the truth table, and the
// bytes that the client must receive.
import type { WholeAnswer } from './provider-view.ts'
import type { Run, Usage } from './run.ts'
import type { RowName } from './truth-table.ts'

export type Expected = {
  row: RowName
  reason: string | null
  /** Charged usage; undefined if nothing is charged. */
  usage: Usage | undefined
  client: ClientMustSee
}

type ClientMustSee =
  /** An error envelope without any part of an answer. */
  | { kind: 'refusal'; status: number }
  | { kind: 'json' }
  /** This many frames of the answer, followed by its end. */
  | { kind: 'stream'; frames: number; end: 'done' | 'error' }

/** Errors that the caller can fix; all others concern only the provider and us. */
const passedOnStatuses = new Set([400, 413, 415, 422])

export function expectAnswer(run: Run, whole: WholeAnswer): Expected {
  const { fault } = run.plan
  if (fault?.kind === 'status') {
    if (!passedOnStatuses.has(fault.status)) return failedBefore(503, 'provider_error')
    return failedBefore(fault.status === 415 ? 400 : fault.status, 'provider_error')
  }
  if (fault?.kind === 'hang_before_headers') return failedBefore(503, 'provider_timeout')
  const isNoAnswer = fault?.kind === 'reset_before_headers' || fault?.kind === 'garbage_body'
  if (isNoAnswer) return failedBefore(503, 'provider_error')
  return run.isStream ? expectStream(run, whole) : expectJson(run, whole)
}

function failedBefore(status: number, reason: string): Expected {
  return { row: 'providerFailed', reason, usage: undefined, client: { kind: 'refusal', status } }
}

function expectJson({ plan, isUnusable }: Run, whole: WholeAnswer): Expected {
  if (plan.fault) {
    return failedBefore(503, plan.fault.kind === 'hang_mid_stream' ? 'provider_timeout' : 'provider_error')
  }
  if (isUnusable) {
    const client = { kind: 'refusal', status: 422 } as const
    return { row: 'parseFailed', reason: 'extraction_failed', usage: undefined, client }
  }
  const usage = whole.usageThrough(0)
  const client = { kind: 'json' } as const
  if (usage) return { row: 'jsonWithUsage', reason: null, usage, client }
  return { row: 'jsonWithoutUsage', reason: 'no_usage', usage: undefined, client }
}

function expectStream(run: Run, whole: WholeAnswer): Expected {
  const { received, isDone } = framesReceived(run, whole)
  const breakReason = run.plan.fault?.kind === 'hang_mid_stream' ? 'provider_timeout' : 'provider_error'
  if (received === 0 && !isDone) return failedBefore(503, breakReason)
  const usage = whole.usageThrough(received - 1)
  if (usage && (isDone || received > whole.endsAt)) {
    const client = { kind: 'stream', frames: received, end: 'done' } as const
    return { row: 'streamCharged', reason: null, usage, client }
  }
  // Without usage, the gateway must not send the frame that ends the answer, or any later one.
  const frames = Math.min(received, whole.endsAt)
  return {
    row: 'streamWithoutUsage',
    reason: isDone ? 'no_usage' : breakReason,
    usage: undefined,
    client: { kind: 'stream', frames, end: 'error' },
  }
}

/** Number of complete frames that the gateway receives, and whether `[DONE]` is among them. */
function framesReceived({ plan }: Run, { frames }: WholeAnswer): { received: number; isDone: boolean } {
  const { fault } = plan
  if (!fault || !('after' in fault)) return { received: frames.length, isDone: fault?.kind !== 'end_early' }
  const after = toIndex(fault.after, plan)
  const canFollowDone = fault.kind === 'hang_mid_stream' || fault.kind === 'cut_between_frames'
  return { received: Math.min(after, frames.length), isDone: canFollowDone && after > frames.length }
}

type Fault = NonNullable<Run['plan']['fault']>

function toIndex(after: Extract<Fault, { after?: unknown }>['after'], plan: Run['plan']): number {
  if (typeof after === 'number') return after
  // Positions are numbers, except `finish` and `usage`, which occur only in runs with a single choice.
  const beforeFinish = 1 + plan.outputTokens
  return after === 'usage' ? beforeFinish + 2 : beforeFinish + 1
}
