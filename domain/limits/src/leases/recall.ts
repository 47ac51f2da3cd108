// Decides again while only leases stand in the way of a call: this process returns its own at once, and every other one when
// it next reports, or within 150 ms if it makes no calls.
import { type Clock, sleep } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    limits: 'limits.undecided'
  }
}

export type Recall = {
  /** Asks until the answer does not depend on the leases of the company or the address. */
  ask<Answer extends { kind: string }>(
    holder: string,
    ask: () => Promise<Answer | RecallAnswer>,
  ): Promise<Exclude<Answer, RecallAnswer>>
}

type RecallAnswer = { kind: 'recall' }

// A process that stands still keeps its leases until Redis drops them. No caller waits for that.
const waitMsMax = 1_000
const askEveryMs = 5

type RecallDeps = {
  clock: Clock
  leases: {
    /** Returns this process's leases of the company or the address. */ giveBack(
      holder: string,
    ): Promise<void>
  }
}

export function createRecall({ clock, leases }: RecallDeps): Recall {
  return {
    async ask<Answer extends { kind: string }>(holder: string, ask: () => Promise<Answer | RecallAnswer>) {
      const untilMs = clock.monotonicMs() + waitMsMax
      for (;;) {
        const answer = await ask()
        if (answer.kind !== 'recall') return answer as Exclude<Answer, RecallAnswer>
        if (clock.monotonicMs() > untilMs) throw undecided()
        await leases.giveBack(holder)
        await sleep(clock, askEveryMs)
      }
    },
  }
}

export function undecided(): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'limits.undecided',
    publicMessage: 'Too many calls compete for the last credits or requests. Try again shortly.',
    retryAfterMs: 100,
  })
}
