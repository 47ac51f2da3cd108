import type { CallEnd, FinishedCall } from '@gatehouse/calls/call'
import { withoutAnswer } from './answer-bytes.ts'
import type { Settled } from './settler-options.ts'

/** A finished call on its way to the ledger, and the promise of its caller. */
export type Entry = {
  readonly call: FinishedCall
  readonly waiter: PromiseWithResolvers<Settled>
  readonly deadlineAtMs: number
  /** The caller was informed that the call is not charged, so it must not be. */
  isGivenUp: boolean
  /** Storing the answer delayed the charge, so the charge is made without it. */
  isWithoutAnswer?: boolean
  /** The client left before the charge was durable: the charge stands, and nothing remains to be delivered. */
  isDelivered?: boolean
}

const givenUpEnd: CallEnd = { kind: 'failed', reason: 'settle_unavailable' }

/** The call as it may be recorded now. */
export function callToRecord({ call, isGivenUp, isWithoutAnswer }: Entry): FinishedCall {
  if (isGivenUp) return { ...call, end: givenUpEnd }
  return isWithoutAnswer ? withoutAnswer(call) : call
}

export function isCharged(call: FinishedCall | undefined): boolean {
  return call?.end.kind === 'succeeded' && call.end.chargedMicros > 0n
}
