// The tables `credit_holds` and `hold_table_use`, and the functions on the former: place_holds, place_budgeted_holds, read_account_snapshot and
// read_month_spent.
import type { CallOperation } from '@gatehouse/calls/call'
import type { Ledger } from '../ledger/ledger.ts'
import { spendableMicros } from '../ledger/lots.ts'

export type HoldRow = {
  callId: string
  companyId: string
  keyId: string
  operation: CallOperation
  alias: string
  estimateMicros: bigint
  reservedTokens: number
  deadlineMs: number
}

export type BudgetName = 'company' | 'key' | 'alias'

export type AskedRow = HoldRow & {
  isForced: boolean
  limits: Readonly<Partial<Record<BudgetName, bigint>>>
}

export type PlacedRow = {
  call_id: string
  is_placed: boolean
  balance_micros: bigint
  held_micros: bigint
  reached: BudgetName | null
  spent_micros: bigint | null
}

type Now = { atMs: number; graceMs: number }

export class HoldRows {
  readonly #ledger: Ledger
  readonly rows = new Map<string, HoldRow>()
  #usedAtMs = Number.NEGATIVE_INFINITY
  /** Since when a process without Redis has always been seen. */
  usedSinceMs = Number.POSITIVE_INFINITY

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  /** Decides about the holds in order, each after the one before it. */
  place(asked: readonly AskedRow[], { atMs, graceMs }: Now): PlacedRow[] {
    const isAsked = new Set(asked.map(({ callId }) => callId))
    const open = [...this.rows.values()].filter(
      (row) => !isAsked.has(row.callId) && this.#isOpen(row, { atMs, graceMs }),
    )
    return asked.map(({ isForced, limits, ...hold }) => {
      const balance = spendableMicros(this.#ledger, hold.companyId, atMs)
      const reached = this.#reached(hold, { limits, open, atMs })
      const held = sumMicros(open.filter(({ companyId }) => companyId === hold.companyId))
      const isPlaced = reached === undefined && (isForced || balance > held)
      if (isPlaced) {
        open.push(hold)
        this.#write(hold, (known) => Math.max(known, hold.deadlineMs))
      }
      return {
        call_id: hold.callId,
        is_placed: isPlaced,
        balance_micros: balance,
        held_micros: reached?.held ?? held,
        reached: reached?.name ?? null,
        spent_micros: reached?.spent ?? null,
      }
    })
  }

  keep(holds: readonly HoldRow[]): void {
    for (const hold of holds)
      this.#write(hold, (known) => (known < hold.deadlineMs - 1_000 ? hold.deadlineMs : known))
  }

  remove(callIds: readonly string[]): void {
    for (const callId of callIds) this.rows.delete(callId)
  }

  recordUse(atMs: number): void {
    if (!this.isUsed(atMs)) this.usedSinceMs = atMs
    this.#usedAtMs = atMs
  }

  isUsed(atMs: number): boolean {
    return this.#usedAtMs > atMs - 5_000
  }

  /** Both tables are unlogged, so a crash empties them. */
  empty(): void {
    this.rows.clear()
    this.#usedAtMs = Number.NEGATIVE_INFINITY
    this.usedSinceMs = Number.POSITIVE_INFINITY
  }

  findDead({ atMs, graceMs }: Now): HoldRow[] {
    return [...this.rows.values()]
      .filter(({ deadlineMs }) => deadlineMs < atMs - graceMs)
      .sort((left, right) => left.deadlineMs - right.deadlineMs)
  }

  openOf(companyId: string, now: Now): HoldRow[] {
    return [...this.rows.values()].filter((row) => row.companyId === companyId && this.#isOpen(row, now))
  }

  #isOpen({ callId, deadlineMs }: HoldRow, { atMs, graceMs }: Now): boolean {
    return deadlineMs > atMs - graceMs && !this.#ledger.callById.has(callId)
  }

  #reached(
    hold: HoldRow,
    { limits, open, atMs }: { limits: AskedRow['limits']; open: HoldRow[]; atMs: number },
  ) {
    for (const name of ['company', 'key', 'alias'] as const) {
      const limit = limits[name]
      if (limit === undefined) continue
      const spent = monthSpent(this.#ledger, hold, { name, atMs })
      const held = sumMicros(open.filter((other) => isSameBudget(hold, other, name)))
      if (spent + held >= limit) return { name, spent, held }
    }
    return undefined
  }

  #write(hold: HoldRow, deadlineOf: (knownMs: number) => number): void {
    const known = this.rows.get(hold.callId)
    this.rows.set(hold.callId, known ? { ...known, deadlineMs: deadlineOf(known.deadlineMs) } : hold)
  }
}

type Budgeted = { companyId: string; keyId: string; alias: string }

export function isSameBudget(left: Budgeted, right: Budgeted, name: BudgetName): boolean {
  if (left.companyId !== right.companyId) return false
  if (name === 'key') return left.keyId === right.keyId
  return name === 'company' || left.alias === right.alias
}

/** The credits charged since the beginning of the month (UTC). */
export function monthSpent(
  { rollups }: Ledger,
  asked: Budgeted,
  { name, atMs }: { name: BudgetName; atMs: number },
): bigint {
  const firstDay = Math.floor(monthStartMs(atMs) / 86_400_000)
  let spent = 0n
  for (const rollup of rollups.values())
    if (rollup.day >= firstDay && isSameBudget(asked, rollup, name)) spent += rollup.chargedMicros
  return spent
}

export function monthEndsInMs(atMs: number): number {
  const now = new Date(atMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - atMs
}

function monthStartMs(atMs: number): number {
  const now = new Date(atMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
}

function sumMicros(rows: readonly HoldRow[]): bigint {
  let sum = 0n
  for (const { estimateMicros } of rows) sum += estimateMicros
  return sum
}
