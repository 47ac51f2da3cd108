import { clockOff, ledgerAway, ledgerNotDurable } from '../../gateway-faults.ts'
import type { InferenceDeps } from '../inference-deps.ts'

/**
 * Refuses to start a billable call whose charge could not be recorded durably and under an id with the correct time.
 */
export function requireLedger({ settler, ledger }: Pick<InferenceDeps, 'settler' | 'ledger'>): void {
  if (settler.isStuck()) throw ledgerAway()
  switch (ledger.problem()) {
    case undefined:
      return
    case 'unknown':
      throw ledgerAway()
    case 'not_durable':
      throw ledgerNotDurable()
    case 'clock_off':
      throw clockOff()
  }
}
