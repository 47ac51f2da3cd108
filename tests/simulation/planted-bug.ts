// Mistakes that a settlement can make, to be planted one at a time: a simulation that does not find them proves
// nothing. Each is a mistake that somebody has made, or that one line would make here.
export const plantedBugs = {
  'settles-known-calls-again': 'the ledger does not look whether a call is closed already',
  'loses-half-a-batch': 'a batch is acknowledged of which only the first half was written',
  'spends-expired-lots': 'lots end only when a job sweeps them, not at the instant of spending',
  'grant-ignores-debt': 'new credits do not pay the debt first',
  'refund-is-relative': 'each refund takes back its cumulative share again',
  'grant-without-business-key': 'a grant that is delivered twice is granted twice',
  'tells-done-before-commit': 'the client sees [DONE] while the charge is only queued',
  'releases-before-commit': 'the hold is released when the batch is sent, not when it is durable',
  'resends-under-a-new-id': 'a batch whose answer was lost is sent again with new call ids',
  'keeps-late-charges': 'a charge that was made after its caller was told there is none is kept',
  'keeps-lost-charges': 'a charge whose answer was lost is kept after its caller was told there is none',
  'crash-forgets-give-back': 'nobody gives back for a process that died owing it',
  'charges-calls-without-usage': 'a client that hangs up early pays the estimate',
  'counts-no-holds': 'admission looks at the balance alone',
  'takes-older-balances': 'the cached balance is whatever came last, not what is newest',
  'releases-known-calls-without-balance': 'a hold is released without the charge that replaces it',
  'leaks-holds-of-known-calls': 'the hold of a call whose answer was lost is never released',
  'nobody-reaps': 'calls of dead processes stay open',
  'reaps-by-wall-clock': "a hold's deadline is read off the clock on the process's wall",
  'reaps-at-first-sight': 'one look is enough to call a process dead',
} as const satisfies Record<string, string>

export type PlantedBug = keyof typeof plantedBugs
