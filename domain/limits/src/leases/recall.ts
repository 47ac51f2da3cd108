// Decides again while only leases stand in the way of a call: this process returns its own at once, and every other one when
// it next reports, or within 150 ms if it makes no calls.
import { type Clock, sleep } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import type { StoreAnswer } from '../company-store.ts'
import type { Leases } from './create-leases.ts'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    limits: 'limits.undecided'
  }
}

export type Recall = {
  /** Asks until the answer does not depend on leases. */
  ask(companyId: string, ask: () => Promise<StoreAnswer>): Promise<DecidedAnswer>
}

export type DecidedAnswer = Exclude<StoreAnswer, { kind: 'recall' }>

// A process that stands still keeps its leases until Redis drops them. No caller waits for that.
const waitMsMax = 1_000
const askEveryMs = 5

export function createRecall({ clock, leases }: { clock: Clock; leases: Pick<Leases, 'giveBack'> }): Recall {
  return {
    async ask(companyId, ask) {
      const untilMs = clock.monotonicMs() + waitMsMax
      for (;;) {
        const answer = await ask()
        if (answer.kind !== 'recall') return answer
        if (clock.monotonicMs() > untilMs) throw undecided()
        await leases.giveBack(companyId)
        await sleep(clock, askEveryMs)
      }
    },
  }
}

export function undecided(): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'limits.undecided',
    publicMessage: 'Too many calls compete for the last credits. Try again shortly.',
    retryAfterMs: 100,
  })
}
