// Bugs planted one at a time: a simulation that does not find them proves nothing. Each is a mistake that was made
// before, or that a small change could introduce.
import { admissionBugs } from './admission-bugs.ts'
import { inboxBugs } from './inbox-bugs.ts'
import { leaseBugs } from './lease-bugs.ts'
import { ledgerBugs } from './ledger-bugs.ts'
import type { PlantedBug } from './planted-bug.ts'
import { settlementBugs } from './settlement-bugs.ts'

export const plantedBugs: Readonly<Record<string, PlantedBug>> = {
  ...ledgerBugs,
  ...settlementBugs,
  ...admissionBugs,
  ...leaseBugs,
  ...inboxBugs,
}
