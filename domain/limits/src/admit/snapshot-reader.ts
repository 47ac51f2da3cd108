// Coalesces concurrent reads of the same company. A caller never receives a read that began before the caller arrived:
// a top-up may have been committed in between, and the caller must see it.
import type { SnapshotWithHeld } from '../account-snapshot.ts'

export type SnapshotReader<Reason extends string> = {
  /** A mark for the present moment: a caller that arrives now may use any read that begins later. */
  mark(): number
  read(companyId: string, reason: Reason, after: number): Promise<SnapshotWithHeld>
  /** Drops finished reads, which no later caller may use. */
  prune(): void
}

type Reads = {
  /** The most recently started read. */
  last: { began: number; result: Promise<SnapshotWithHeld>; isOver: boolean }
  /** The read that begins when `last` has finished. */
  next: Promise<SnapshotWithHeld> | undefined
}

export function createSnapshotReader<Reason extends string>(
  load: (companyId: string, reason: Reason) => Promise<SnapshotWithHeld>,
): SnapshotReader<Reason> {
  const byQuestion = new Map<string, Reads>()
  let moment = 0

  function begin(question: string, companyId: string, reason: Reason): Promise<SnapshotWithHeld> {
    moment += 1
    const last = { began: moment, result: load(companyId, reason), isOver: false }
    const reads: Reads = { last, next: undefined }
    byQuestion.set(question, reads)
    const end = () => {
      last.isOver = true
    }
    last.result.then(end, () => {
      end()
      // A failed read is not shared with later callers.
      if (byQuestion.get(question) === reads && !reads.next) byQuestion.delete(question)
    })
    return last.result
  }

  return {
    mark: () => moment,
    read(companyId, reason, after) {
      const question = `${reason} ${companyId}`
      const reads = byQuestion.get(question)
      if (!reads) return begin(question, companyId, reason)
      if (reads.last.began > after) return reads.last.result
      if (reads.last.isOver) return begin(question, companyId, reason)
      const beginNext = () => begin(question, companyId, reason)
      reads.next ??= reads.last.result.then(beginNext, beginNext)
      return reads.next
    },
    prune() {
      for (const [question, reads] of byQuestion)
        if (reads.last.isOver && !reads.next) byQuestion.delete(question)
    },
  }
}
