// Mutants that no test can kill, or that none should, each with its reason. An entry that no longer applies makes the proof
// fail: its code is gone, or a test kills it now.

export type AcceptedSurvivor = {
  fileName: string
  /** The code that the mutant replaces, and what it becomes; both exactly as the proof prints them. */
  original: string
  replacement: string
  reason: string
}

const zeroIsHandledBefore = 'equivalent: zero returns before this line'
const noEmptyPrice = 'equivalent: no plan has the price that stands for a missing one'

export const acceptedSurvivors: readonly AcceptedSurvivor[] = [
  {
    fileName: 'domain/billing/src/rules/credits-taken-back.ts',
    original: 'dividend < 0n',
    replacement: 'dividend <= 0n',
    reason: 'equivalent: zero has no remainder',
  },
  {
    fileName: 'domain/billing/src/rules/event-order.ts',
    original: 'differenceMs > 0',
    replacement: 'differenceMs >= 0',
    reason: zeroIsHandledBefore,
  },
  {
    fileName: 'domain/billing/src/rules/grants-of-invoice.ts',
    original: 'amountMicros > 0n',
    replacement: 'amountMicros >= 0n',
    reason: zeroIsHandledBefore,
  },
  {
    fileName: 'domain/billing/src/rules/grants-of-invoice.ts',
    original: "''",
    replacement: '"Stryker was here!"',
    reason: noEmptyPrice,
  },
  {
    fileName: 'domain/billing/src/rules/grants-of-invoice.ts',
    original: 'left?.subscriptionItemId',
    replacement: 'left.subscriptionItemId',
    reason: 'equivalent: a change that takes credits back has a line with a negative amount',
  },
  {
    fileName: 'domain/billing/src/rules/grants-of-invoice.ts',
    original: 'left.priceId === null',
    replacement: 'false',
    reason: 'equivalent: a line of a known plan has a price; the condition is for the type',
  },
]
