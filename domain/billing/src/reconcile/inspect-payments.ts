import type { InspectPayments } from '@gatehouse/credits/reconciliation/ledger-inspector'
import { type InvariantOutcome, countDriftingAccounts } from '@gatehouse/credits/reconciliation-report'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Clock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import type { PaymentProvider } from '../payment-provider.ts'
import { checkListedEvents, checkWaitingEvents } from './event-checks.ts'
import { checkGrants } from './grant-checks.ts'
import { checkMoney } from './money-checks.ts'
import { checkAgainstProvider } from './provider-checks.ts'

export type InspectPaymentsDeps = {
  postgres: Queryable
  clock: Pick<Clock, 'wallMs'>
  /** Without a provider, only our own records are compared with each other. */
  provider?: PaymentProvider | undefined
}

export function createInspectPayments({ postgres, clock, provider }: InspectPaymentsDeps): InspectPayments {
  return async (ownerId) => {
    const own = await checkGrants(postgres, ownerId)
    const I7 = await checkWaitingEvents(postgres, ownerId)
    const I9 = await checkMoney(postgres, ownerId)
    if (!provider) return { I4: own, I7, I8: unchecked('the payment provider is not configured here'), I9 }
    try {
      const sides = { postgres, provider, clock }
      const theirs = await checkAgainstProvider(sides, ownerId)
      const missing = await checkListedEvents(sides, ownerId)
      const drifts = [...missing, ...theirs.I8]
      const I8: InvariantOutcome = { kind: 'checked', accounts: countDriftingAccounts(drifts), drifts }
      return { I4: [...own, ...theirs.I4], I7, I8, I9 }
    } catch (thrown) {
      // Our own records are checked even if the provider is unavailable.
      if (!(thrown instanceof Fault)) throw thrown
      return { I4: own, I7, I8: unchecked(thrown.publicMessage), I9 }
    }
  }
}

function unchecked(reason: string): InvariantOutcome {
  return { kind: 'not_checked', reason }
}
