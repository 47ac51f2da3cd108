// Compares the admitted attempts with an exact sliding window, from outside, without asking Redis for its time. The
// exact moment of each decision is unknown; it lies between the attempt's start and its end. Every doubt is resolved in
// favour of the limiter, for over-admission as for false refusals, so every finding is certain.
import type { RateReport } from './try-rates.ts'

export type RateVerdict = {
  attempts: number
  admitted: number
  /** Largest certain excess in one window, as a fraction of the limit. */
  overAdmission: number
  /** Refused although at most 95 % of the limit, including this attempt, can have been in use. */
  falseRefusals: number
  refused: number
  leased: number
}

type Admitted = { startedMs: number; endedMs: number; least: number; most: number }

const certainlyFree = 0.95

export function judgeRates(reports: readonly RateReport[], limit: number, windowMs: number): RateVerdict {
  const admitted = reports.flatMap(admittedOf)
  const attempts = reports.reduce((sum, { isAdmitted }) => sum + isAdmitted.length, 0)
  const most = mostInOneWindow(admitted, windowMs)
  return {
    attempts,
    admitted: admitted.length,
    overAdmission: Math.max(0, most / limit - 1),
    falseRefusals: countFalseRefusals(reports, admitted, { limit, windowMs }),
    refused: attempts - admitted.length,
    leased: reports.reduce((sum, { leased }) => sum + leased, 0),
  }
}

function admittedOf(report: RateReport): Admitted[] {
  return [...report.isAdmitted.keys()]
    .filter((index) => report.isAdmitted[index] === 1)
    .map((index) => {
      const weight = report.weight[index] ?? 0
      const corrected = report.correctedWeight[index] ?? 0
      return {
        startedMs: report.startedMs[index] ?? 0,
        endedMs: report.endedMs[index] ?? 0,
        least: Math.min(weight, corrected),
        most: Math.max(weight, corrected),
      }
    })
}

/** Maximum, over all windows that begin with an admitted attempt, of the weight that certainly fell into the window. */
function mostInOneWindow(admitted: readonly Admitted[], windowMs: number): number {
  const byStart = admitted.toSorted((left, right) => right.startedMs - left.startedMs)
  const ends = admitted.map(({ endedMs }) => endedMs).sort((left, right) => left - right)
  const sums = createPrefixSums(ends.length)
  let most = 0
  for (const { startedMs, endedMs, least } of byStart) {
    sums.add(countUpTo(ends, endedMs) - 1, least)
    most = Math.max(most, sums.upTo(countUpTo(ends, startedMs + windowMs) - 1))
  }
  return most
}

function countFalseRefusals(
  reports: readonly RateReport[],
  admitted: readonly Admitted[],
  { limit, windowMs }: { limit: number; windowMs: number },
): number {
  const begun = createTimeline(admitted.map(({ startedMs, most }) => ({ atMs: startedMs, weight: most })))
  const ended = createTimeline(admitted.map(({ endedMs, most }) => ({ atMs: endedMs, weight: most })))
  // The limiter counts in buckets of 1/600 of the window, and a bucket counts until all of it has left the window;
  // Redis counts whole milliseconds.
  const countedMs = windowMs + Math.max(1, windowMs / 600) + 1
  let count = 0
  for (const report of reports) {
    for (const [index, isAdmitted] of report.isAdmitted.entries()) {
      if (isAdmitted === 1) continue
      const startedMs = report.startedMs[index] ?? 0
      const endedMs = report.endedMs[index] ?? 0
      const inUse = begun.sumUpTo(endedMs) - ended.sumUpTo(startedMs - countedMs)
      if (inUse + (report.weight[index] ?? 0) <= certainlyFree * limit) count += 1
    }
  }
  return count
}

function createTimeline(events: { atMs: number; weight: number }[]): { sumUpTo(ms: number): number } {
  const sorted = events.sort((left, right) => left.atMs - right.atMs)
  const times = sorted.map(({ atMs }) => atMs)
  let sum = 0
  const sums = [0, ...sorted.map(({ weight }) => (sum += weight))]
  return { sumUpTo: (ms) => sums[countUpTo(times, ms)] ?? 0 }
}

function countUpTo(sorted: readonly number[], value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low
}

/** A Fenwick tree: adding at a position and summing a prefix both take logarithmic time. */
function createPrefixSums(size: number): {
  add(index: number, value: number): void
  upTo(index: number): number
} {
  const tree = new Float64Array(size + 1)
  return {
    add(index, value) {
      for (let node = index + 1; node <= size; node += node & -node) tree[node] = (tree[node] ?? 0) + value
    },
    upTo(index) {
      let sum = 0
      for (let node = index + 1; node > 0; node -= node & -node) sum += tree[node] ?? 0
      return sum
    },
  }
}
