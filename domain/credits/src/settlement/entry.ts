import type { CallEnd, FinishedCall } from '@gatehouse/calls/call'
import { withoutAnswer } from './answer-bytes.ts'
import type { Settled } from './settler-options.ts'

/** A finished call on its way to the ledger, and whoever waits for it. */
export type Entry = {
  readonly call: FinishedCall
  readonly waiter: PromiseWithResolvers<Settled>
  readonly deadlineAtMs: number
  /** Its caller was told that there is no charge, so there must be none. */
  isGivenUp: boolean
  /** Storing its answer held up the charge, so the charge goes without it. */
  isWithoutAnswer?: boolean
  /** Its client is gone before the charge is durable: the charge stands, and there is nothing left to deliver. */
  isDelivered?: boolean
}

const givenUpEnd: CallEnd = { kind: 'failed', reason: 'settle_unavailable' }

/** The call as it may still be recorded. */
export function callToRecord({ call, isGivenUp, isWithoutAnswer }: Entry): FinishedCall {
  if (isGivenUp) return { ...call, end: givenUpEnd }
  return isWithoutAnswer ? withoutAnswer(call) : call
}

export function isCharged(call: FinishedCall | undefined): boolean {
  return call?.end.kind === 'succeeded' && call.end.chargedMicros > 0n
}
