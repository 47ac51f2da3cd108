// Runs many worlds and summarises them, in several threads if that is wanted. A seed alone reproduces its world.
import { Worker } from 'node:worker_threads'
import type { StatedException } from './checks/admission-audit.ts'
import { type SeedResult, runSeed } from './run-seed.ts'

export type SeedsResult = {
  seeds: number
  steps: number
  exceptions: ReadonlyMap<StatedException, number>
  failures: readonly SeedResult[]
}

export type SeedRange = {
  first: number
  count: number
  /** Called after each seed; true ends the run. */
  isEnough?: (seedsDone: number) => boolean
}

const failuresMax = 3

export async function runSeeds({ first, count, isEnough = () => false }: SeedRange): Promise<SeedsResult> {
  const exceptions = new Map<StatedException, number>()
  const failures: SeedResult[] = []
  let [seeds, steps] = [0, 0]
  while (seeds < count && failures.length < failuresMax && !isEnough(seeds)) {
    const result = await runSeed({ seed: first + seeds })
    seeds += 1
    steps += result.steps
    for (const [exception, times] of result.exceptions)
      exceptions.set(exception, (exceptions.get(exception) ?? 0) + times)
    // Again, to get its log.
    if (result.violations.length > 0) failures.push(await runSeed({ seed: result.seed, isLogging: true }))
  }
  return { seeds, steps, exceptions, failures }
}

export type ThreadRange = { first: number; count: number; msMax: number }
export type ThreadMessage = { seedsDone: number } | { result: SeedsResult }

/** Splits the seeds between threads, each of which takes its own part of the range. */
export async function runSeedsInThreads(
  range: ThreadRange,
  threadCount: number,
  progress: (seedsDone: number) => void,
): Promise<SeedsResult> {
  const each = Math.ceil(range.count / threadCount)
  const seedsDone = Array.from({ length: threadCount }, () => 0)
  const threads = seedsDone.map((_, index) => {
    const [first, count] = [range.first + index * each, Math.min(each, range.count - index * each)]
    return runInThread({ ...range, first, count }, (done) => {
      seedsDone[index] = done
      progress(seedsDone.reduce((total, ofThread) => total + ofThread, 0))
    })
  })
  return sum(await Promise.all(threads))
}

function runInThread(range: ThreadRange, progress: (seedsDone: number) => void): Promise<SeedsResult> {
  const { promise, resolve, reject } = Promise.withResolvers<SeedsResult>()
  const worker = new Worker(new URL('seeds-thread.ts', import.meta.url), { workerData: range })
  worker.on('message', (message: ThreadMessage) => {
    if ('result' in message) resolve(message.result)
    else progress(message.seedsDone)
  })
  worker.once('error', reject)
  return promise
}

function sum(results: readonly SeedsResult[]): SeedsResult {
  const exceptions = new Map<StatedException, number>()
  let [seeds, steps] = [0, 0]
  for (const result of results) {
    seeds += result.seeds
    steps += result.steps
    for (const [exception, times] of result.exceptions)
      exceptions.set(exception, (exceptions.get(exception) ?? 0) + times)
  }
  return { seeds, steps, exceptions, failures: results.flatMap(({ failures }) => failures) }
}
