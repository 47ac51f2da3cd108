// Reads of the same company are made once for all who wait for them. But nobody is given a read that began before
// it came: between that read and its coming a top-up may have been committed, and it must be seen.
import type { TruthWithHeld } from '../truth.ts'

export type TruthReader<About extends string> = {
  /** The present moment: a read that begins later may be used by whoever came now. */
  mark(): number
  read(companyId: string, about: About, after: number): Promise<TruthWithHeld>
  /** Lets go of reads that nobody can use any more. */
  prune(): void
}

type Reads = {
  /** The read that began last. */
  last: { began: number; result: Promise<TruthWithHeld>; isOver: boolean }
  /** Begins when that one is over. */
  next: Promise<TruthWithHeld> | undefined
}

export function createTruthReader<About extends string>(
  load: (companyId: string, about: About) => Promise<TruthWithHeld>,
): TruthReader<About> {
  const byQuestion = new Map<string, Reads>()
  let moment = 0

  function begin(question: string, companyId: string, about: About): Promise<TruthWithHeld> {
    moment += 1
    const last = { began: moment, result: load(companyId, about), isOver: false }
    const reads: Reads = { last, next: undefined }
    byQuestion.set(question, reads)
    const end = () => {
      last.isOver = true
    }
    last.result.then(end, () => {
      end()
      // What failed is not given to anybody else.
      if (byQuestion.get(question) === reads && !reads.next) byQuestion.delete(question)
    })
    return last.result
  }

  return {
    mark: () => moment,
    read(companyId, about, after) {
      const question = `${about} ${companyId}`
      const reads = byQuestion.get(question)
      if (!reads) return begin(question, companyId, about)
      if (reads.last.began > after) return reads.last.result
      if (reads.last.isOver) return begin(question, companyId, about)
      const beginNext = () => begin(question, companyId, about)
      reads.next ??= reads.last.result.then(beginNext, beginNext)
      return reads.next
    },
    prune() {
      for (const [question, reads] of byQuestion)
        if (reads.last.isOver && !reads.next) byQuestion.delete(question)
    },
  }
}
