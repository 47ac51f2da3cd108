// The names that rules look up are built before the service listens. The first document would build them otherwise, and
// every request that arrives meanwhile would wait: for half a second, or for 1.4 s on a busy machine.
import { monthNames } from '@gatehouse/reading/month-names'
import { type TalentNames, builtInTalentNames } from '@gatehouse/talents/talent-names'

/** Each process builds the names once. */
export function prepareReading(): TalentNames {
  monthNames()
  return builtInTalentNames()
}
