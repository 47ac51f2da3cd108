// Bugs that a settlement can have, planted one at a time: a simulation that does not find them proves nothing. Each is
// a mistake that was made before, or that a change of one line could introduce.
export const plantedBugs = {
  'settles-known-calls-again': 'the ledger does not check whether a call is already closed',
  'loses-half-a-batch': 'a batch is acknowledged although only its first half was written',
  'spends-expired-lots': 'lots expire only when a job sweeps them, not when credits are spent',
  'grant-ignores-debt': 'new credits do not pay the debt first',
  'refund-is-relative': 'each refund removes its cumulative share again',
  'grant-without-business-key': 'a grant that is delivered twice is granted twice',
  'sends-done-before-commit': 'the client sees [DONE] while the charge is only queued',
  'releases-before-commit': 'the hold is released when the batch is sent, not when it is durable',
  'resends-under-a-new-id': 'a batch whose answer was lost is sent again with new call ids',
  'keeps-late-charges': 'a charge made after its caller was informed of no charge is kept',
  'keeps-lost-charges': 'a charge whose answer was lost is kept after its caller was informed of no charge',
  'crash-forgets-give-back': 'a refund owed by a process that died is never made',
  'charges-calls-without-usage': 'a client that hangs up early pays the estimate',
  'counts-no-holds': 'admission checks only the balance',
  'takes-older-balances': 'the cached balance is the one that arrived last, not the newest one',
  'releases-known-calls-without-balance': 'a hold is released without the charge that replaces it',
  'leaks-holds-of-known-calls': 'the hold of a call whose answer was lost is never released',
  'never-reaps': 'calls of dead processes stay open',
  'reaps-by-wall-clock': "a hold's deadline is taken from the process's wall clock",
  'reaps-at-first-sight': 'a process is declared dead after a single check',
} as const satisfies Record<string, string>

export type PlantedBug = keyof typeof plantedBugs
