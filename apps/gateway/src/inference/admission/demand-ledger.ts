import { clockOff, ledgerAway, ledgerNotDurable } from '../../gateway-faults.ts'
import type { InferenceDeps } from '../inference-deps.ts'

/** No billable call begins whose charge could not be recorded, for good and under an id of the present. */
export function demandLedger({ settler, ledger }: Pick<InferenceDeps, 'settler' | 'ledger'>): void {
  if (settler.isStuck()) throw ledgerAway()
  switch (ledger.trouble()) {
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
