// Coalesces concurrent reads of the same company and budgets. A caller never receives a read that began before the caller arrived:
// a top-up may have been committed in between, and the caller must see it.
import type { SnapshotWithHeld } from '../account-snapshot.ts'
import type { BudgetQuestion } from './budgets.ts'

export type SnapshotReader<Reason extends string> = {
  /** A mark for the present moment: a caller that arrives now may use any read that begins later. */
  mark(): number
  read(question: SnapshotQuestion, reason: Reason, after: number): Promise<SnapshotWithHeld>
  /** Drops finished reads, which no later caller may use. */
  prune(): void
}

export type SnapshotQuestion = { companyId: string; budgets?: BudgetQuestion | undefined }

type Reads = {
  /** The most recently started read. */
  last: { began: number; result: Promise<SnapshotWithHeld>; isOver: boolean }
  /** The read that begins when `last` has finished. */
  next: Promise<SnapshotWithHeld> | undefined
}

export function createSnapshotReader<Reason extends string>(
  load: (question: SnapshotQuestion, reason: Reason) => Promise<SnapshotWithHeld>,
): SnapshotReader<Reason> {
  const byName = new Map<string, Reads>()
  let moment = 0

  function begin(name: string, question: SnapshotQuestion, reason: Reason): Promise<SnapshotWithHeld> {
    moment += 1
    const last = { began: moment, result: load(question, reason), isOver: false }
    const reads: Reads = { last, next: undefined }
    byName.set(name, reads)
    const end = () => {
      last.isOver = true
    }
    last.result.then(end, () => {
      end()
      // A failed read is not shared with later callers.
      if (byName.get(name) === reads && !reads.next) byName.delete(name)
    })
    return last.result
  }

  return {
    mark: () => moment,
    read(question, reason, after) {
      const name = nameOf(question, reason)
      const reads = byName.get(name)
      if (!reads) return begin(name, question, reason)
      if (reads.last.began > after) return reads.last.result
      if (reads.last.isOver) return begin(name, question, reason)
      const beginNext = () => begin(name, question, reason)
      reads.next ??= reads.last.result.then(beginNext, beginNext)
      return reads.next
    },
    prune() {
      for (const [name, reads] of byName) if (reads.last.isOver && !reads.next) byName.delete(name)
    },
  }
}

function nameOf({ companyId, budgets }: SnapshotQuestion, reason: string): string {
  if (!budgets) return `${reason} ${companyId}`
  const { scopes, keyId, alias } = budgets
  const key = scopes.includes('key') ? keyId : ''
  const limited = scopes.includes('alias') ? alias : ''
  return `${reason} ${companyId} ${scopes.includes('company')} ${key} ${limited}`
}
