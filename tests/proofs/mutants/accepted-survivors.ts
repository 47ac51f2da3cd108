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
  {
    fileName: 'domain/keys/src/redis/key-end-channel.ts',
    original: '() => this.#setSubscribed(false)',
    replacement: '() => undefined',
    reason:
      'a ping that fails with its connection is followed by its close, which does the same; a late reply loses nothing',
  },
  {
    fileName: 'domain/limits/src/postgres/hold-table.ts',
    original:
      '{\n    const { rows } = await postgres.query<PlacedRow>({ ...placeStatement, values: [...values, deadAfterMs] })\n    return rows\n  }',
    replacement: '{}',
    reason: 'equivalent: the other statement places holds without budgets, too, only slower',
  },
  {
    fileName: 'domain/limits/src/postgres/read-snapshot.ts',
    original: 'first === undefined || last === undefined',
    replacement: 'first === undefined && last === undefined',
    reason: 'equivalent: both have the same value; the second condition is for the type',
  },
  {
    fileName: 'domain/limits/src/admit/create-address-limit.ts',
    original: 'timer?.cancel',
    replacement: 'timer.cancel',
    reason: 'equivalent: the timer is set before the limit is returned',
  },
  {
    fileName: 'domain/limits/src/local/local-rates.ts',
    original: 'windows.delete(name)',
    replacement: ';',
    reason: 'equivalent but for memory: an empty window admits what a new one does',
  },
  {
    fileName: 'domain/limits/src/local/local-rates.ts',
    original:
      '{\n        for (const [name, window] of windows) {\n          if (window.isEmpty(clock.monotonicMs())) windows.delete(name)\n        }\n      }',
    replacement: '{}',
    reason: 'equivalent but for memory: an empty window admits what a new one does',
  },
  {
    fileName: 'domain/limits/src/redis/company-store.ts',
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'equivalent: the script reads the version only with a balance',
  },
  {
    fileName: 'domain/limits/src/redis/company-store.ts',
    original: "'-inf'",
    replacement: '""',
    reason: 'equivalent: Redis reads an empty bound as zero, and all scores are times',
  },
  {
    fileName: 'domain/limits/src/postgres/hold-table.ts',
    original: '({ budgets }) => budgets === undefined',
    replacement: '() => undefined',
    reason: 'equivalent: the other statement places holds without budgets, too, only slower',
  },
  {
    fileName: 'domain/limits/src/refusals/create-refusal-recorder.ts',
    original: '() => null',
    replacement: '() => undefined',
    reason: 'equivalent: both count as not accepted',
  },
  {
    fileName: 'domain/identity/src/login/login-limits.ts',
    original: 'rows[0]?.retry_after_ms',
    replacement: 'rows[0].retry_after_ms',
    reason: 'differs only if the row is deleted between two statements, which a test cannot arrange',
  },
  {
    fileName: 'domain/credits/src/postgres/balance/read-balance-history.ts',
    original: 'sliceMs > 0',
    replacement: 'sliceMs >= 0',
    reason: 'equivalent: the entries within an empty span are left out below',
  },
  {
    fileName: 'domain/credits/src/postgres/settlement/settle-batch.ts',
    original: "thrown instanceof Error && 'code' in thrown",
    replacement: "thrown instanceof Error || 'code' in thrown",
    reason: 'equivalent: the driver throws only errors, and one without a code has none either way',
  },
  {
    fileName: 'domain/credits/src/reconciliation/postgres/add-up-calls.ts',
    original: 'rows[0]?.calls_through',
    replacement: 'rows[0].calls_through',
    reason: 'equivalent: sums can be corrected only after they were added up, which writes the row',
  },
  {
    fileName: 'domain/credits/src/postgres/lists/count-calls.ts',
    original: 'rows[0]?.calls',
    replacement: 'rows[0].calls',
    reason: 'equivalent: a sum without groups always has one row',
  },
  {
    fileName: 'domain/credits/src/postgres/preview-price.ts',
    original: 'afterMicros > beforeMicros',
    replacement: 'afterMicros >= beforeMicros',
    reason: 'equivalent: for equal amounts both differences are zero',
  },
  {
    fileName: 'domain/credits/src/postgres/return-charge.ts',
    original: 'left.companyId < right.companyId',
    replacement: 'left.companyId <= right.companyId',
    reason: 'equivalent: the order of two charges of one account does not matter',
  },
]
